// Detections matched to the objects of their image: which pairs overlap, and which detection has which object at each threshold.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "parallel.hpp"

namespace gnomon {

// Where the rows of images stand: those of image i are [starts[i], starts[i + 1]).
struct ImageSpans {
    const std::int64_t* starts;
    std::size_t images;

    std::size_t first(std::size_t i) const { return static_cast<std::size_t>(starts[i]); }
    std::size_t last(std::size_t i) const { return static_cast<std::size_t>(starts[i + 1]); }
};

// Intersection over union of two boxes x, y, width, height, in the order of operations of pycocotools; `pixel` is VOC's, whose boxes hold
// their last pixel. The union with a crowd is the detection.
inline double pair_overlap(const double* d, const double* g, bool crowd, double pixel) {
    const double w = std::min(d[2] + d[0], g[2] + g[0]) - std::max(d[0], g[0]) + pixel;
    if (w <= 0) return 0;
    const double h = std::min(d[3] + d[1], g[3] + g[1]) - std::max(d[1], g[1]) + pixel;
    if (h <= 0) return 0;
    const double shared = w * h, area = (d[2] + pixel) * (d[3] + pixel);
    return shared / (crowd ? area : area + (g[2] + pixel) * (g[3] + pixel) - shared);
}

// Pairs of a detection and an object of one image that overlap by at least `least`, detection by detection.
struct OverlapPairs {
    std::vector<std::int32_t> truth;
    std::vector<double> iou;
};

// Fills `count` with the pairs of each detection and gives the pairs by chunks of images, which follow one another.
inline std::vector<OverlapPairs> overlapping_boxes(const ImageSpans& detections, const double* boxes, const ImageSpans& truths,
                                                   const double* truth_boxes, const std::uint8_t* crowd, double least, double pixel,
                                                   std::int64_t* count, std::size_t threads) {
    constexpr std::size_t at_once = 64;
    const std::size_t chunks = (detections.images + at_once - 1) / at_once;
    std::vector<OverlapPairs> found(chunks);
    on_chunks(chunks, threads, [&](std::size_t c) {
        OverlapPairs& here = found[c];
        InterruptCheck asking;
        for (std::size_t i = c * at_once; i < std::min(detections.images, (c + 1) * at_once); ++i)
            for (std::size_t d = detections.first(i); d < detections.last(i); ++d) {
                asking(truths.last(i) - truths.first(i));
                const std::size_t before = here.truth.size();
                for (std::size_t g = truths.first(i); g < truths.last(i); ++g) {
                    const double iou = pair_overlap(boxes + 4 * d, truth_boxes + 4 * g, crowd[g] != 0, pixel);
                    if (!(iou >= least)) continue;
                    here.truth.push_back(static_cast<std::int32_t>(g));
                    here.iou.push_back(iou);
                }
                count[d] = static_cast<std::int64_t>(here.truth.size() - before);
            }
    });
    return found;
}

enum class Outcome : std::uint8_t { unmatched, matched, ignored };

// What a matching reads. Detections stand by image, class and falling score, objects by image; pairs by detection.
struct MatchInput {
    ImageSpans detections, truths;
    const std::int32_t* detection_class;
    const std::int32_t* truth_class;
    const std::int64_t* pair_starts;
    const std::int32_t* pair_truth;
    const double* pair_iou;
    const std::uint8_t* crowd;      // may be matched many times
    const std::uint8_t* unmatched;  // a detection of it is called unmatched, as pycocotools does of annotation 0
    const std::uint8_t* left_out;   // areas x truths: counts neither as found nor as missed
    const std::uint8_t* outside;    // areas x detections: ignored where it is not matched
    std::size_t rows, objects, areas;
    const double* thresholds;
    std::size_t levels;
    bool best_only, last_of_equals;
};

// Matches the detections of one image at every threshold, for every range of areas.
class ImageMatcher {
  public:
    ImageMatcher(const MatchInput& in, std::uint8_t* state, std::int32_t* partner) : in_(in), state_(state), partner_(partner) {}

    void operator()(std::size_t image) {
        gather(image);
        for (std::size_t a = 0; a < in_.areas; ++a)
            for (std::size_t t = 0; t < in_.levels; ++t) match(image, a, t);
    }

  private:
    struct OverlappingPair {
        std::size_t truth;
        double iou;
    };
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    // The pairs of the image whose classes agree.
    void gather(std::size_t image) {
        candidates_.clear();
        starts_.assign(1, 0);
        for (std::size_t d = in_.detections.first(image); d < in_.detections.last(image); ++d) {
            for (auto p = static_cast<std::size_t>(in_.pair_starts[d]); p < static_cast<std::size_t>(in_.pair_starts[d + 1]); ++p) {
                const auto g = static_cast<std::size_t>(in_.pair_truth[p]);
                if (in_.truth_class[g] == in_.detection_class[d]) candidates_.push_back({g, in_.pair_iou[p]});
            }
            starts_.push_back(candidates_.size());
        }
    }

    void match(std::size_t image, std::size_t area, std::size_t level) {
        const std::size_t first = in_.detections.first(image), offset = in_.truths.first(image);
        const std::uint8_t* left_out = in_.left_out + area * in_.objects;
        const std::uint8_t* outside = in_.outside + area * in_.rows;
        std::uint8_t* state = state_ + (area * in_.levels + level) * in_.rows;
        const double threshold = std::min(in_.thresholds[level], 1 - 1e-10);
        taken_.assign(in_.truths.last(image) - offset, 0);
        asking_(candidates_.size() + starts_.size());
        for (std::size_t k = 0; k + 1 < starts_.size(); ++k) {
            const std::size_t d = first + k;
            const std::size_t g = starts_[k] == starts_[k + 1] ? none : in_.best_only ? best(k, threshold) : free(k, threshold, left_out, offset);
            bool found = g != none;
            if (found && in_.best_only && !left_out[g]) found = !taken_[g - offset];
            Outcome outcome = Outcome::unmatched;
            if (found) {
                taken_[g - offset] = 1;
                found = !in_.unmatched[g];
                if (left_out[g]) outcome = Outcome::ignored;
                else if (found) outcome = Outcome::matched;
            }
            if (!found && outside[d]) outcome = Outcome::ignored;
            state[d] = static_cast<std::uint8_t>(outcome);
            if (area == 0) partner_[level * in_.rows + d] = found ? static_cast<std::int32_t>(g) : -1;
        }
    }

    // The object that overlaps most, whoever else has it.
    std::size_t best(std::size_t k, double threshold) const {
        std::size_t found = none;
        double most = threshold;
        for (std::size_t p = starts_[k]; p < starts_[k + 1]; ++p)
            if (candidates_[p].iou > most || (candidates_[p].iou == most && (found == none || in_.last_of_equals))) {
                found = candidates_[p].truth;
                most = candidates_[p].iou;
            }
        return found;
    }

    // The object that overlaps most of those that are free; one that is left out only where no other will do.
    std::size_t free(std::size_t k, double threshold, const std::uint8_t* left_out, std::size_t offset) const {
        std::size_t found = none;
        double most = threshold;
        bool spare = true;
        for (std::size_t p = starts_[k]; p < starts_[k + 1]; ++p) {
            const OverlappingPair& one = candidates_[p];
            if (one.iou < threshold || (taken_[one.truth - offset] && !in_.crowd[one.truth])) continue;
            const bool out = left_out[one.truth] != 0;
            const bool less = one.iou < most || (one.iou == most && !in_.last_of_equals);
            if (found != none && (out != spare ? out : less)) continue;
            found = one.truth;
            most = one.iou;
            spare = out;
        }
        return found;
    }

    const MatchInput& in_;
    std::uint8_t* state_;
    std::int32_t* partner_;
    std::vector<OverlappingPair> candidates_;
    std::vector<std::size_t> starts_;
    std::vector<std::uint8_t> taken_;
    InterruptCheck asking_;
};

inline void match_images(const MatchInput& in, std::uint8_t* state, std::int32_t* partner, std::size_t threads) {
    on_queue(in.detections.images, threads_for(in.rows * in.areas * in.levels, threads), [&] { return ImageMatcher(in, state, partner); });
}

}  // namespace gnomon
