// Precision, recall and score at each recall asked for, by class, range of areas and cap, as COCO's own tool tabulates them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "matching.hpp"
#include "parallel.hpp"

namespace gnomon {

// Detections by class, each class's from the highest score down. `rank` counts those of the same image and class that stand before one.
// `state` has areas x levels x detections of outcomes, `objects` areas x classes of objects that are to be found.
struct TableInput {
    const std::int64_t* class_starts;
    std::size_t classes;
    const std::int64_t* order;
    const double* score;
    const std::int32_t* rank;
    std::size_t rows;
    const std::uint8_t* state;
    std::size_t areas, levels;
    const std::int64_t* objects;
    const std::int64_t* caps;
    std::size_t cap_count;
    const double* grid;
    std::size_t points;
};

// Tables of levels x points x classes x areas x caps, recall without points; what has nothing to be found stays as it is.
struct TableOutput {
    double* precision;
    double* recall;
    double* score;
};

// Fills the tables of one class after the other; holds what is used again for each.
class ClassTables {
  public:
    ClassTables(const TableInput& in, const TableOutput& out) : in_(in), out_(out) {}

    void operator()(std::size_t k) {
        for (std::size_t m = 0; m < in_.cap_count; ++m) {
            take(k, in_.caps[m]);
            for (std::size_t a = 0; a < in_.areas; ++a) {
                const std::int64_t objects = in_.objects[a * in_.classes + k];
                if (objects == 0) continue;
                for (std::size_t t = 0; t < in_.levels; ++t) {
                    follow(in_.state + (a * in_.levels + t) * in_.rows);
                    write(t, k, a, m, static_cast<double>(objects));
                }
            }
        }
    }

  private:
    // The class's detections within the cap.
    void take(std::size_t k, std::int64_t cap) {
        taken_.clear();
        for (auto p = static_cast<std::size_t>(in_.class_starts[k]); p < static_cast<std::size_t>(in_.class_starts[k + 1]); ++p) {
            const auto d = static_cast<std::size_t>(in_.order[p]);
            if (in_.rank[d] < cap) taken_.push_back(d);
        }
    }

    // The precision wherever an object is found, made the best from there on, and the score there. The sum in the denominator is that of
    // the other tool to the last digit.
    void follow(const std::uint8_t* state) {
        asking_(taken_.size() + in_.points);
        best_.clear(), score_.clear();
        double found = 0, wrong = 0;
        for (const std::size_t d : taken_) {
            const auto outcome = static_cast<Outcome>(state[d]);
            if (outcome == Outcome::unmatched) ++wrong;
            if (outcome != Outcome::matched) continue;
            ++found;
            best_.push_back(found / (wrong + found + std::numeric_limits<double>::epsilon()));
            score_.push_back(in_.score[d]);
        }
        for (std::size_t i = best_.size(); i-- > 1;) best_[i - 1] = std::max(best_[i - 1], best_[i]);
    }

    void write(std::size_t t, std::size_t k, std::size_t a, std::size_t m, double objects) const {
        const std::size_t cells = in_.classes * in_.areas * in_.cap_count, cell = (k * in_.areas + a) * in_.cap_count + m;
        out_.recall[t * cells + cell] = static_cast<double>(best_.size()) / objects;
        double* precision = out_.precision + t * in_.points * cells + cell;
        double* score = out_.score + t * in_.points * cells + cell;
        for (std::size_t r = 0; r < in_.points; ++r) precision[r * cells] = score[r * cells] = 0;
        std::size_t reached = 0;
        for (std::size_t r = 0; r < in_.points && !taken_.empty(); ++r) {
            if (in_.grid[r] <= 0) {  // reached by whatever is said first
                precision[r * cells] = best_.empty() ? 0 : best_[0];
                score[r * cells] = in_.score[taken_[0]];
                continue;
            }
            if (r > 0 && in_.grid[r] < in_.grid[r - 1]) reached = 0;
            while (reached < best_.size() && static_cast<double>(reached + 1) / objects < in_.grid[r]) ++reached;
            if (reached == best_.size()) break;  // also for what follows, though it be less
            precision[r * cells] = best_[reached];
            score[r * cells] = score_[reached];
        }
    }

    const TableInput& in_;
    const TableOutput& out_;
    std::vector<std::size_t> taken_;
    std::vector<double> best_, score_;
    InterruptCheck asking_;
};

inline void precision_tables(const TableInput& in, const TableOutput& out, std::size_t threads) {
    on_queue(in.classes, threads_for(in.rows * in.areas * in.levels, threads), [&] { return ClassTables(in, out); });
}

}  // namespace gnomon
