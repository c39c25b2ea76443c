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

enum class Interpolation : std::uint8_t { grid, envelope, trapezoid, truncated };

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

// How many points of a grid a recall reaches: a table of steps says nearly, and at most the points of one step are compared.
class RecallGrid {
  public:
    RecallGrid(const double* grid, std::size_t points) : grid_(grid), points_(points), below_(steps + 1) {
        std::size_t p = 0;
        for (std::size_t step = 0; step <= steps; ++step) {
            while (p < points && grid[p] <= static_cast<double>(step) / static_cast<double>(steps)) ++p;
            below_[step] = static_cast<std::uint32_t>(p);
        }
    }
    std::uint32_t reached(double recall) const {
        std::uint32_t p = below_[static_cast<std::size_t>(recall * static_cast<double>(steps))];
        while (p < points_ && grid_[p] <= recall) ++p;
        return p;
    }

  private:
    static constexpr std::size_t steps = 2048;  // a power of two: no step is rounded
    const double* grid_;
    std::size_t points_;
    std::vector<std::uint32_t> below_;
};

// The curve of one class on one line: recall and precision wherever an object is found.
class PrecisionCurve {
  public:
    PrecisionCurve(const RankedDetections& in, std::size_t most) : in_(in), grid_(in.grid, in.points), found_(most), precision_(most), reached_(most) {}

    void clear(double objects) {
        size_ = 0;
        objects_ = objects;
    }
    void add(double found, double said) {
        found_[size_] = found;
        precision_[size_] = found / std::max(said, 1e-300);  // before anything that weighs is said there is none
        reached_[size_++] = grid_.reached(std::min(found / objects_, 1.0));
    }
    void close(double all_said) { all_said_ = all_said; }
    double recall() const { return size_ ? recall(size_ - 1) : 0; }

    double average() {
        if (in_.interpolation == Interpolation::grid) return on_grid();
        best_.resize(size_);
        from_the_end([&](std::size_t i, double best) { best_[i] = best; });
        return in_.interpolation == Interpolation::envelope ? envelope() : trapezoid();
    }

  private:
    double recall(std::size_t i) const { return found_[i] / objects_; }

    // Shows the best precision from each point on, the last point first.
    template <class Show>
    void from_the_end(const Show& show) const {
        double best = 0;
        for (std::size_t i = size_; i-- > 0;) {
            best = std::max(best, precision_[i]);
            show(i, best);
        }
    }

    double envelope() const {
        double area = 0, before = 0;
        for (std::size_t i = 0; i < size_; ++i) {
            area += (recall(i) - before) * best_[i];
            before = recall(i);
        }
        return area;
    }

    // The mean over the points of the grid of the best precision at that recall or past it.
    double on_grid() const {
        double sum = 0;
        from_the_end([&](std::size_t i, double best) { sum += best * static_cast<double>(reached_[i] - (i ? reached_[i - 1] : 0)); });
        return sum / static_cast<double>(in_.points);
    }

    // The area under straight lines between the points of the grid. Before the last recall the curve is the best precision past a recall;
    // from there it falls from the precision of all that is said to none at recall 1, or, truncated, is 0.
    double trapezoid() const {
        double area = 0, before = 0;
        std::size_t i = 0;
        for (std::size_t p = 0; p < in_.points; ++p) {
            const double x = in_.grid[p];
            while (i < size_ && recall(i) <= x) ++i;
            const double height = i < size_ ? best_[i] : past_the_last(x);
            if (p) area += (x - in_.grid[p - 1]) * (height + before) / 2;
            before = height;
        }
        return area;
    }

    double past_the_last(double x) const {
        return in_.interpolation == Interpolation::trapezoid && recall() > 0 && x < 1 ? found_[size_ - 1] / all_said_ * (1 - x) / (1 - recall()) : 0;
    }

    const RankedDetections& in_;
    RecallGrid grid_;
    std::vector<double> found_, precision_, best_;
    std::vector<std::uint32_t> reached_;
    std::size_t size_ = 0;
    double objects_ = 0, all_said_ = 0;
};

// Where detections are matched or ignored on some line. Between two such places nothing but misses stand, of which only the number counts.
class OutcomeEvents {
  public:
    explicit OutcomeEvents(const RankedDetections& in, std::size_t threads) : lines_(in.lines), image_(in.rows), class_starts_{0} {
        std::vector<std::uint8_t> any(in.rows, 0);
        for (std::size_t line = 0; line < in.lines; ++line)
            for (std::size_t d = 0; d < in.rows; ++d) any[d] = static_cast<std::uint8_t>(any[d] | in.state[line * in.rows + d]);
        for (std::size_t k = 0; k < in.classes; ++k) {
            for (auto p = static_cast<std::size_t>(in.class_starts[k]); p < static_cast<std::size_t>(in.class_starts[k + 1]); ++p) {
                const auto d = static_cast<std::size_t>(in.order[p]);
                image_[p] = in.image[d];
                if (!any[d]) continue;
                places_.push_back(p);
                row_.push_back(d);
            }
            class_starts_.push_back(places_.size());
        }
        on_chunks(in.lines, threads_for(in.lines * in.rows, threads), [&](std::size_t line) { gather(in, line); });
    }

    std::size_t size() const { return places_.size(); }
    std::size_t place(std::size_t e) const { return places_[e]; }
    std::size_t class_start(std::size_t k) const { return class_starts_[k]; }
    // The image of the detection that stands at a place.
    std::int32_t image(std::size_t p) const { return image_[p]; }

    // Of a class on a line, the numbers of its events, each doubled and one more where an object is found.
    template <class Visit>
    void each(std::size_t line, std::size_t k, const Visit& visit) const {
        const Line& one = lines_[line];
        for (std::size_t i = one.starts[k]; i < one.starts[k + 1]; ++i) visit(one.events[i] / 2, one.events[i] % 2 == 1);
    }

  private:
    struct Line {
        std::vector<std::uint32_t> events;
        std::vector<std::size_t> starts;
    };

    void gather(const RankedDetections& in, std::size_t line) {
        const std::uint8_t* state = in.state + line * in.rows;
        Line& one = lines_[line];
        one.starts.push_back(0);
        for (std::size_t k = 0; k < in.classes; ++k) {
            for (std::size_t e = class_starts_[k]; e < class_starts_[k + 1]; ++e) {
                const auto outcome = static_cast<Outcome>(state[row_[e]]);
                if (outcome != Outcome::unmatched) one.events.push_back(static_cast<std::uint32_t>(2 * e + (outcome == Outcome::matched ? 1 : 0)));
            }
            one.starts.push_back(one.events.size());
        }
    }

    std::vector<Line> lines_;
    std::vector<std::int32_t> image_;
    std::vector<std::size_t> places_, row_, class_starts_;
};

// One data set of images that count as often as they weigh.
class WeightedImages {
  public:
    WeightedImages(const RankedDetections& in, const OutcomeEvents& events)
        : in_(in), events_(events), weight_(events.size()), said_(events.size()), objects_(in.areas * in.classes), total_(in.classes) {}

    // Without weights every image counts once.
    void weigh(const double* weights) {
        for (std::size_t k = 0; k < in_.classes; ++k) {
            auto p = static_cast<std::size_t>(in_.class_starts[k]);
            double said = 0;
            for (std::size_t e = events_.class_start(k); e < events_.class_start(k + 1); ++e) {
                for (; p < events_.place(e); ++p) said += weights ? weights[events_.image(p)] : 1.0;
                weight_[e] = weights ? weights[events_.image(p)] : 1.0;
                said_[e] = said += weight_[e];
                ++p;
            }
            for (; p < static_cast<std::size_t>(in_.class_starts[k + 1]); ++p) said += weights ? weights[events_.image(p)] : 1.0;
            total_[k] = said;
        }
        std::fill(objects_.begin(), objects_.end(), 0.0);
        std::vector<bool> asked(in_.areas, false);
        for (std::size_t line = 0; line < in_.lines; ++line) asked[static_cast<std::size_t>(in_.line_area[line])] = true;
        for (std::size_t a = 0; a < in_.areas; ++a)
            for (std::size_t g = 0; asked[a] && g < in_.objects; ++g)
                if (in_.counted[a * in_.objects + g])
                    objects_[a * in_.classes + static_cast<std::size_t>(in_.truth_class[g])] += weights ? weights[in_.truth_image[g]] : 1.0;
    }

    // Average precision and recall of a class on a line; NaN where there is nothing to be found.
    std::pair<double, double> measure(std::size_t line, std::size_t k, PrecisionCurve& curve) const {
        const double objects = objects_[static_cast<std::size_t>(in_.line_area[line]) * in_.classes + k];
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        if (!(objects > 0)) return {nan, nan};
        double found = 0, ignored = 0;
        curve.clear(objects);
        events_.each(line, k, [&](std::size_t e, bool hit) {
            if (!hit) {
                ignored += weight_[e];
                return;
            }
            found += weight_[e];
            curve.add(found, said_[e] - ignored);
        });
        curve.close(total_[k] - ignored);
        return {curve.average(), curve.recall()};
    }

  private:
    const RankedDetections& in_;
    const OutcomeEvents& events_;
    std::vector<double> weight_, said_, objects_, total_;
};

// values and recalls: replicates x lines x classes. `weights` has a row of images for each replicate; without it there is one data set.
inline void average_precisions(const RankedDetections& in, const double* weights, std::size_t replicates, double* values, double* recalls,
                               std::size_t threads) {
    const OutcomeEvents events(in, threads);
    const std::size_t cells = in.lines * in.classes;
    const auto fill = [&](const WeightedImages& images, std::size_t r, std::size_t line, PrecisionCurve& curve) {
        check_interrupts();
        for (std::size_t k = 0; k < in.classes; ++k) {
            const std::size_t at = r * cells + line * in.classes + k;
            std::tie(values[at], recalls[at]) = images.measure(line, k, curve);
        }
    };
    if (!weights) {
        WeightedImages images(in, events);
        images.weigh(nullptr);
        on_queue(in.lines, threads_for(in.lines * in.rows, threads), [&] {
            return [&, curve = PrecisionCurve(in, events.size())](std::size_t line) mutable { fill(images, 0, line, curve); };
        });
        return;
    }
    on_queue(replicates, threads_for(replicates * in.rows, threads), [&] {
        return [&, images = WeightedImages(in, events), curve = PrecisionCurve(in, events.size())](std::size_t r) mutable {
            images.weigh(weights + r * in.images);
            for (std::size_t line = 0; line < in.lines; ++line) fill(images, r, line, curve);
        };
    });
}

}  // namespace gnomon
