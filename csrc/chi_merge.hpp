// Neighbouring bins merged while a chi-square test does not tell them apart, and while they are too many or too small.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "interrupts.hpp"

namespace gnomon {

// Pearson's statistic of two bins, one degree of freedom; nothing where a class or a bin is empty.
inline double chi_square_of(double g1, double b1, double g2, double b2) {
    const double n1 = g1 + b1, n2 = g2 + b2;
    if (!(n1 > 0 && n2 > 0)) return 0;
    const double all = (b1 + b2) / (n1 + n2);
    if (!(all > 0 && all < 1)) return 0;
    const double gap = b1 / n1 - b2 / n2;
    return n1 / (n1 + n2) * n2 * gap * gap / (all * (1 - all));
}

// Good and bad rows of each bin, and the place at which it begins.
struct MergedBins {
    std::vector<double> good, bad;
    std::vector<std::size_t> starts;
};

class ChiMerge {
  public:
    ChiMerge(const double* good, const double* bad, std::size_t n)
        : good_(good, good + n), bad_(bad, bad + n), next_(n), before_(n), age_(n, 0), alive_(n, true), count_(n) {
        for (std::size_t i = 0; i < n; ++i) {
            next_[i] = i + 1;
            before_[i] = i == 0 ? n : i - 1;
        }
        std::vector<Pair> pairs;
        pairs.reserve(n);
        for (std::size_t i = 0; i + 1 < n; ++i) pairs.push_back(pair(i));
        heap_ = Heap(std::greater<Pair>(), std::move(pairs));
    }

    // Until at most `bins` are left, and all neighbours differ by `threshold`.
    void merge_alike(std::size_t bins, double threshold) {
        while (count_ > 1 && !heap_.empty()) {
            asking_(16);
            const Pair p = heap_.top();
            heap_.pop();
            if (!alive_[p.left] || p.age != age_[p.left]) continue;
            if (count_ <= bins && p.chi >= threshold) break;
            join(p.left);
            push(p.left);
            if (before_[p.left] < good_.size()) {
                ++age_[before_[p.left]];
                push(before_[p.left]);
            }
        }
    }

    // The smallest bin below a limit joins the neighbour it is more like, until none is below.
    void merge_small(double rows, double events) {
        const std::size_t end = good_.size();
        while (count_ > 1) {
            asking_(count_);
            std::size_t least = end;
            for (std::size_t i = 0; i < end; i = next_[i])
                if (small(i, rows, events) && (least == end || good_[i] + bad_[i] < good_[least] + bad_[least])) least = i;
            if (least == end) return;
            const std::size_t left = before_[least], right = next_[least];
            const bool to_right = left >= end || (right < end && pair(least).chi < pair(left).chi);
            join(to_right ? least : left);
        }
    }

    MergedBins left() const {
        MergedBins out;
        for (std::size_t i = 0; i < good_.size(); i = next_[i]) {
            out.good.push_back(good_[i]);
            out.bad.push_back(bad_[i]);
            out.starts.push_back(i);
        }
        return out;
    }

  private:
    struct Pair {
        double chi;
        std::size_t left;
        std::uint32_t age;
        bool operator>(const Pair& other) const { return chi != other.chi ? chi > other.chi : left > other.left; }
    };
    using Heap = std::priority_queue<Pair, std::vector<Pair>, std::greater<Pair>>;

    Pair pair(std::size_t left) const {
        const std::size_t right = next_[left];
        return {chi_square_of(good_[left], bad_[left], good_[right], bad_[right]), left, age_[left]};
    }

    void push(std::size_t left) {
        if (next_[left] < good_.size()) heap_.push(pair(left));
    }

    bool small(std::size_t i, double rows, double events) const {
        return good_[i] + bad_[i] < rows || std::min(good_[i], bad_[i]) < events;
    }

    void join(std::size_t left) {
        const std::size_t right = next_[left];
        good_[left] += good_[right];
        bad_[left] += bad_[right];
        alive_[right] = false;
        next_[left] = next_[right];
        if (next_[left] < good_.size()) before_[next_[left]] = left;
        ++age_[left];
        --count_;
    }

    std::vector<double> good_, bad_;
    std::vector<std::size_t> next_, before_;
    std::vector<std::uint32_t> age_;
    std::vector<bool> alive_;
    std::size_t count_;
    Heap heap_;
    InterruptCheck asking_;
};

// Neighbours of the same class alone, joined: nothing tells them apart, so that they would be merged before any others.
inline MergedBins pure_runs(const double* good, const double* bad, std::size_t n, bool join) {
    MergedBins out;
    for (std::size_t i = 0; i < n; ++i) {
        const bool alike = join && i > 0 && ((good[i] == 0 && out.good.back() == 0) || (bad[i] == 0 && out.bad.back() == 0));
        if (alike) {
            out.good.back() += good[i];
            out.bad.back() += bad[i];
        } else {
            out.good.push_back(good[i]);
            out.bad.push_back(bad[i]);
            out.starts.push_back(i);
        }
    }
    return out;
}

// Where bins begin once none are alike, too many or too small. Merging small ones may leave neighbours alike, so that these follow.
inline std::vector<std::int64_t> chi_merged(const double* good, const double* bad, std::size_t n, std::size_t bins, double threshold,
                                            double rows, double events) {
    const MergedBins runs = pure_runs(good, bad, n, threshold > 0);
    ChiMerge first(runs.good.data(), runs.bad.data(), runs.good.size());
    first.merge_alike(bins, threshold);
    first.merge_small(rows, events);
    const MergedBins kept = first.left();
    ChiMerge second(kept.good.data(), kept.bad.data(), kept.good.size());
    second.merge_alike(bins, threshold);
    std::vector<std::int64_t> cuts;
    for (const std::size_t start : second.left().starts)
        if (start > 0) cuts.push_back(static_cast<std::int64_t>(runs.starts[kept.starts[start]]));
    return cuts;
}

}  // namespace gnomon
