// Best-first splits of ordered values by impurity: of all leaves the one whose split gains most is split next.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "interrupts.hpp"

namespace gnomon {

class TreeCuts {
  public:
    TreeCuts(const double* good, const double* bad, std::size_t n, bool gini, double rows, double events)
        : good_(n + 1, 0), bad_(n + 1, 0), gini_(gini), rows_(rows), events_(events) {
        for (std::size_t i = 0; i < n; ++i) {
            good_[i + 1] = good_[i] + good[i];
            bad_[i + 1] = bad_[i] + bad[i];
        }
    }

    std::vector<std::int64_t> grow(std::size_t leaves) const {
        InterruptCheck asking;
        std::vector<Leaf> open{split(0, good_.size() - 1)};
        std::vector<std::int64_t> cuts;
        while (cuts.size() + 1 < leaves) {
            // Of leaves that gain alike the first: they stand in the order of their values once sorted by it.
            const auto best = std::min_element(open.begin(), open.end(), [](const Leaf& a, const Leaf& b) {
                return a.gain != b.gain ? a.gain > b.gain : a.first < b.first;
            });
            const Leaf leaf = *best;
            if (!(leaf.gain > 0)) break;
            asking(open.size() + 16 * (leaf.last - leaf.first));  // two logarithms a place
            cuts.push_back(static_cast<std::int64_t>(leaf.cut));
            *best = split(leaf.first, leaf.cut);
            open.push_back(split(leaf.cut, leaf.last));
        }
        std::sort(cuts.begin(), cuts.end());
        return cuts;
    }

  private:
    struct Leaf {
        double gain;
        std::size_t cut, first, last;
    };

    // Impurity times the weight of rows.
    double impurity(double g, double b) const {
        if (!(g > 0 && b > 0)) return 0;
        const double n = g + b;
        return gini_ ? 2 * g * b / n : -(g * std::log(g / n) + b * std::log(b / n));
    }

    // The split that lowers impurity most, the lowest of several; none where a side would be too small.
    Leaf split(std::size_t first, std::size_t last) const {
        const double all_good = good_[last] - good_[first], all_bad = bad_[last] - bad_[first];
        const double whole = impurity(all_good, all_bad), least = 1e-12 * (all_good + all_bad);  // what rounding makes of no gain
        Leaf best{0, first, first, last};
        for (std::size_t i = first + 1; i < last; ++i) {
            const double g = good_[i] - good_[first], b = bad_[i] - bad_[first], more_g = all_good - g, more_b = all_bad - b;
            if (g + b < rows_ || more_g + more_b < rows_) continue;
            if (std::min(std::min(g, b), std::min(more_g, more_b)) < events_) continue;
            const double gain = whole - impurity(g, b) - impurity(more_g, more_b);
            if (gain > best.gain && gain > least) {
                best.gain = gain;
                best.cut = i;
            }
        }
        return best;
    }

    std::vector<double> good_, bad_;
    bool gini_;
    double rows_, events_;
};

}  // namespace gnomon
