// Average precision and recall of detections by class, of all images or of images drawn again.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "matching.hpp"
#include "parallel.hpp"

namespace gnomon {

enum class Interpolation : std::uint8_t { grid, envelope, trapezoid };

// Detections by class, each class's from the highest score down; `image` is that of each. `state` has lines x detections of outcomes, and
// `line_area` the range of areas of each line, of which `counted` says which objects are to be found.
struct RankedDetections {
    const std::int64_t* class_starts;
    std::size_t classes;
    const std::int64_t* order;
    const std::int32_t* image;
    std::size_t rows;
    const std::uint8_t* state;
    const std::int64_t* line_area;
    std::size_t lines;
    const std::uint8_t* counted;
    const std::int32_t* truth_image;
    const std::int32_t* truth_class;
    std::size_t objects, areas, images;
    Interpolation interpolation;
    const double* grid;
    std::size_t points;
};

// The curve of one class on one line: recall and precision where an object is found.
class PrecisionCurve {
  public:
    void clear() {
        recall_.clear();
        precision_.clear();
    }
    void add(double recall, double precision) {
        recall_.push_back(recall);
        precision_.push_back(precision);
    }
    double reached() const { return recall_.empty() ? 0 : recall_.back(); }

    double average(const RankedDetections& in) {
        for (std::size_t i = precision_.size(); i > 1; --i) precision_[i - 2] = std::max(precision_[i - 2], precision_[i - 1]);
        if (in.interpolation == Interpolation::envelope) return envelope();
        return in.interpolation == Interpolation::grid ? on_grid(in.grid, in.points) : trapezoid(in.grid, in.points);
    }

  private:
    double envelope() const {
        double area = 0, before = 0;
        for (std::size_t i = 0; i < recall_.size(); ++i) {
            area += (recall_[i] - before) * precision_[i];
            before = recall_[i];
        }
        return area;
    }

    // The mean over the points of the best precision at that recall or past it.
    double on_grid(const double* grid, std::size_t points) const {
        double sum = 0;
        std::size_t i = 0;
        for (std::size_t p = 0; p < points; ++p) {
            while (i < recall_.size() && recall_[i] < grid[p]) ++i;
            if (i == recall_.size()) break;
            sum += precision_[i];
        }
        return sum / static_cast<double>(points);
    }

    // The area under straight lines between the points, at which the curve is read along straight lines too. It begins at recall 0 with
    // the best precision there is, and falls to none past the last recall.
    double trapezoid(const double* grid, std::size_t points) const {
        double area = 0, before = 0;
        std::size_t i = 0;
        for (std::size_t p = 0; p < points; ++p) {
            while (i < recall_.size() && recall_[i] <= grid[p]) ++i;
            const double height = between(i, grid[p]);
            if (p) area += (grid[p] - grid[p - 1]) * (height + before) / 2;
            before = height;
        }
        return area;
    }

    // The curve's height at a recall below that of point i.
    double between(std::size_t i, double x) const {
        if (x >= 1) return 0;
        const double left = i ? recall_[i - 1] : 0, right = i < recall_.size() ? recall_[i] : 1;
        const double from = i ? precision_[i - 1] : 1, to = i < recall_.size() ? precision_[i] : 0;
        return right > left ? from + (to - from) / (right - left) * (x - left) : from;
    }

    std::vector<double> recall_, precision_;
};

// Where each class's detections are matched or ignored, line by line: between two such places nothing but misses stand.
class OutcomeEvents {
  public:
    OutcomeEvents(const RankedDetections& in, std::size_t threads) : events_(in.lines), starts_(in.lines) {
        on_chunks(in.lines, threads_for(in.lines * in.rows, threads), [&](std::size_t line) {
            const std::uint8_t* state = in.state + line * in.rows;
            starts_[line].push_back(0);
            for (std::size_t k = 0; k < in.classes; ++k) {
                for (auto p = static_cast<std::size_t>(in.class_starts[k]); p < static_cast<std::size_t>(in.class_starts[k + 1]); ++p) {
                    const auto outcome = static_cast<Outcome>(state[in.order[p]]);
                    if (outcome != Outcome::unmatched) events_[line].push_back(2 * p + (outcome == Outcome::matched ? 1 : 0));
                }
                starts_[line].push_back(events_[line].size());
            }
        });
    }
    const std::vector<std::size_t>& of(std::size_t line) const { return events_[line]; }
    std::pair<std::size_t, std::size_t> range(std::size_t line, std::size_t k) const { return {starts_[line][k], starts_[line][k + 1]}; }

  private:
    std::vector<std::vector<std::size_t>> events_;
    std::vector<std::vector<std::size_t>> starts_;
};

// One data set of images that count as often as they weigh.
class WeightedImages {
  public:
    explicit WeightedImages(const RankedDetections& in) : in_(in), weight_(in.rows), before_(in.rows + 1, 0), objects_(in.areas * in.classes) {}

    // Without weights every image counts once.
    void weigh(const double* weights) {
        for (std::size_t p = 0; p < in_.rows; ++p) {
            weight_[p] = weights ? weights[in_.image[in_.order[p]]] : 1.0;
            before_[p + 1] = before_[p] + weight_[p];
        }
        std::fill(objects_.begin(), objects_.end(), 0.0);
        for (std::size_t a = 0; a < in_.areas; ++a)
            for (std::size_t g = 0; g < in_.objects; ++g)
                if (in_.counted[a * in_.objects + g])
                    objects_[a * in_.classes + static_cast<std::size_t>(in_.truth_class[g])] += weights ? weights[in_.truth_image[g]] : 1.0;
    }

    // Average precision and recall of a class on a line; NaN where there is nothing to be found.
    std::pair<double, double> measure(const OutcomeEvents& events, std::size_t line, std::size_t k, PrecisionCurve& curve) const {
        const double objects = objects_[static_cast<std::size_t>(in_.line_area[line]) * in_.classes + k];
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        if (!(objects > 0)) return {nan, nan};
        const auto [first, last] = events.range(line, k);
        const std::vector<std::size_t>& of = events.of(line);
        const double start = before_[static_cast<std::size_t>(in_.class_starts[k])];
        double found = 0, ignored = 0;
        curve.clear();
        for (std::size_t e = first; e < last; ++e) {
            const std::size_t p = of[e] / 2;
            if (!(weight_[p] > 0)) continue;
            if (of[e] % 2 == 0) {
                ignored += weight_[p];
                continue;
            }
            found += weight_[p];
            curve.add(found / objects, found / (before_[p + 1] - start - ignored));
        }
        return {curve.average(in_), curve.reached()};
    }

  private:
    const RankedDetections& in_;
    std::vector<double> weight_, before_, objects_;
};

// values and recalls: replicates x lines x classes. `weights` has a row of images for each replicate; without it there is one data set.
inline void average_precisions(const RankedDetections& in, const double* weights, std::size_t replicates, double* values, double* recalls,
                               std::size_t threads) {
    const OutcomeEvents events(in, threads);
    const std::size_t cells = in.lines * in.classes;
    const auto fill = [&](const WeightedImages& images, std::size_t r, std::size_t line, PrecisionCurve& curve) {
        for (std::size_t k = 0; k < in.classes; ++k) {
            const std::size_t at = r * cells + line * in.classes + k;
            std::tie(values[at], recalls[at]) = images.measure(events, line, k, curve);
        }
    };
    if (!weights) {
        WeightedImages images(in);
        images.weigh(nullptr);
        on_queue(in.lines, threads_for(in.lines * in.rows, threads), [&] {
            return [&, curve = PrecisionCurve()](std::size_t line) mutable { fill(images, 0, line, curve); };
        });
        return;
    }
    on_queue(replicates, threads_for(replicates * in.rows, threads), [&] {
        return [&, images = WeightedImages(in), curve = PrecisionCurve()](std::size_t r) mutable {
            images.weigh(weights + r * in.images);
            for (std::size_t line = 0; line < in.lines; ++line) fill(images, r, line, curve);
        };
    });
}

}  // namespace gnomon
