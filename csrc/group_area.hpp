// The area under the ROC curve of every group, exactly: pairs of a positive and a negative in the right order, a tie counting half.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "groups.hpp"
#include "order.hpp"

namespace gnomon {

// A row of a group: the class is the lowest bit of the tag.
struct Impression {
    double score;
    std::uint32_t tag;
    std::size_t group() const { return tag >> 1; }
    double weight() const { return 1; }
};
struct WeightedImpression {
    double score, mass;
    std::uint32_t tag;
    std::size_t group() const { return tag >> 1; }
    double weight() const { return mass; }
};

inline double mass_of(double) { return 1; }
inline double mass_of(const Weighted& row) { return row.weight; }
inline double row_of(const Impression& item) { return item.score; }
inline Weighted row_of(const WeightedImpression& item) { return {item.score, item.mass}; }

// What is known of each group. Counts of rows without weights are exact as doubles up to 2^53.
struct GroupAreas {
    explicit GroupAreas(std::size_t groups) : rows(groups), positives(groups), negatives(groups), pairs(groups) {}
    Block<std::int64_t> rows;
    Block<double> positives, negatives, pairs;  // pairs: twice those in the right order; NaN if a score is not finite
};

// A few rows are compared each with each, without a branch; more are sorted and walked.
constexpr std::size_t few_pairs = 2048;

inline double pairs_by_comparing(const double* pos, std::size_t p, const double* neg, std::size_t n) {
    std::int64_t twice = 0;
    for (std::size_t i = 0; i < p; ++i) {
        std::int64_t below = 0, not_above = 0;
        for (std::size_t j = 0; j < n; ++j) {
            below += neg[j] < pos[i];
            not_above += neg[j] <= pos[i];
        }
        twice += below + not_above;
    }
    return static_cast<double>(twice);
}

// Both classes in ascending order.
template <class Row>
double pairs_by_walking(const std::vector<Row>& pos, const std::vector<Row>& neg) {
    double twice = 0, below = 0;
    std::size_t j = 0;
    for (std::size_t i = 0; i < pos.size();) {
        const double at = score_of(pos[i]);
        double mine = 0, tied = 0;
        for (; i < pos.size() && score_of(pos[i]) == at; ++i) mine += mass_of(pos[i]);
        for (; j < neg.size() && score_of(neg[j]) < at; ++j) below += mass_of(neg[j]);
        for (; j < neg.size() && score_of(neg[j]) == at; ++j) tied += mass_of(neg[j]);
        twice += mine * (2 * below + tied);
        below += tied;
    }
    return twice;
}

template <class Item>
class GroupArea {
    using Row = decltype(row_of(Item{}));

  public:
    explicit GroupArea(GroupAreas& out) : out_(out) {}

    void operator()(std::size_t group, std::size_t, const Item* items, std::size_t n) {
        side_[0].clear();
        side_[1].clear();
        double weight[2] = {0, 0};
        bool finite = true;
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t positive = items[i].tag & 1;
            side_[positive].push_back(row_of(items[i]));
            weight[positive] += items[i].weight();
            finite &= static_cast<bool>(std::isfinite(items[i].score));
        }
        out_.rows[group] = static_cast<std::int64_t>(n);
        out_.positives[group] = weight[1];
        out_.negatives[group] = weight[0];
        out_.pairs[group] = finite ? pairs() : std::numeric_limits<double>::quiet_NaN();
    }

  private:
    double pairs() {
        auto &neg = side_[0], &pos = side_[1];
        if constexpr (std::is_same_v<Row, double>)
            if (pos.size() * neg.size() <= few_pairs) return pairs_by_comparing(pos.data(), pos.size(), neg.data(), neg.size());
        if (pos.empty() || neg.empty()) return 0;
        sorter_.sort(pos.data(), pos.size());
        sorter_.sort(neg.data(), neg.size());
        return pairs_by_walking(pos, neg);
    }

    GroupAreas& out_;
    std::vector<Row> side_[2];
    Sorter<Row> sorter_;
};

template <class Score>
GroupAreas group_areas(const Score* score, const std::uint8_t* positive, const std::uint32_t* group, const double* weight, std::size_t n,
                       std::size_t groups, std::size_t threads) {
    GroupAreas out(groups);
    const auto tag = [=](std::size_t i) { return group[i] << 1 | static_cast<std::uint32_t>(positive[i] != 0); };
    if (weight) {
        const auto make = [=](std::size_t i) { return WeightedImpression{static_cast<double>(score[i]), weight[i], tag(i)}; };
        by_group<WeightedImpression>(group, n, groups, make, threads, [&] { return GroupArea<WeightedImpression>(out); });
    } else {
        const auto make = [=](std::size_t i) { return Impression{static_cast<double>(score[i]), tag(i)}; };
        by_group<Impression>(group, n, groups, make, threads, [&] { return GroupArea<Impression>(out); });
    }
    return out;
}

}  // namespace gnomon
