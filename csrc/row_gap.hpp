// The largest gaps between the distributions of two classes (Kolmogorov and Smirnov's), either way, straight from the rows.
//
// Between two buckets the gap is known from their counts; inside one it can grow by no more than what the bucket holds. So only the
// buckets in which a gap as large could lie are sorted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "order.hpp"
#include "parallel.hpp"
#include "rows.hpp"
#include "sweep.hpp"

namespace gnomon {

constexpr double no_score = std::numeric_limits<double>::quiet_NaN();

// The largest and the least gap, times positives and negatives, and the lowest score at which each is reached; NaN where it is 0.
struct GapExtremes {
    std::int64_t most = 0, least = 0;
    double at_most = no_score, at_least = no_score;

    void meet(std::int64_t gap, double score) {
        if (gap > most) most = gap, at_most = score;
        if (gap < least) least = gap, at_least = score;
    }
    void meet(const GapExtremes& later) {
        if (later.most > most) most = later.most, at_most = later.at_most;
        if (later.least < least) least = later.least, at_least = later.at_least;
    }
};

struct RowGap {
    double positives = 0, negatives = 0;
    double above = 0, below = 0;        // how far the distribution function of the negatives rises above that of the positives, and falls below
    double at_above = no_score, at_below = no_score;  // the lowest scores there; NaN where the distance is 0
    bool finite = true;                 // whether all scores are
    bool fits = true;                   // whether products of counts fit whole numbers; false: no gap was looked for
};

// Walks two ascending runs of finite scores from a gap on. Each step takes at most one row of either, without a branch on which; the gap
// counts where all rows of a score are taken.
inline GapExtremes walk_gap(const double* neg, const double* neg_end, const double* pos, const double* pos_end, std::int64_t gap,
                            std::int64_t rise, std::int64_t fall) {
    GapExtremes out;
    while (neg < neg_end && pos < pos_end) {
        const double a = *neg, b = *pos, x = std::min(a, b);
        const bool from_neg = a <= x, from_pos = b <= x;
        neg += from_neg;
        pos += from_pos;
        gap += (from_neg ? rise : 0) - (from_pos ? fall : 0);
        const bool record = (gap > out.most) | (gap < out.least);
        if (record && !(neg < neg_end && *neg == x) && !(pos < pos_end && *pos == x)) out.meet(gap, x);
    }
    for (; neg < neg_end; ++neg) {
        gap += rise;
        if (neg + 1 == neg_end || neg[1] != *neg) out.meet(gap, *neg);
    }
    for (; pos < pos_end; ++pos) {
        gap -= fall;
        if (pos + 1 == pos_end || pos[1] != *pos) out.meet(gap, *pos);
    }
    return out;
}

inline RowGap row_gap(Buckets<double>& buckets, std::size_t threads) {
    RowGap out;
    out.finite = buckets.finite;
    if (!buckets.finite) return out;
    std::int64_t positives = 0, negatives = 0;
    for (std::size_t b = 0; b < buckets.size(); ++b) {
        positives += static_cast<std::int64_t>(buckets.positives(b));
        negatives += static_cast<std::int64_t>(buckets.negatives(b));
    }
    out.positives = static_cast<double>(positives);
    out.negatives = static_cast<double>(negatives);
    const double unit = out.positives * out.negatives;
    out.fits = unit < 2e18;
    if (!out.fits || unit == 0) return out;
    struct Doubtful {
        std::size_t bucket;
        std::int64_t start, high, low;  // the gap below the bucket, times positives and negatives; the largest and the least that could lie inside
    };
    std::vector<Doubtful> doubtful;
    std::int64_t at = 0, most = 0, least = 0;
    for (std::size_t b = 0; b < buckets.size(); ++b) {
        const std::int64_t up = static_cast<std::int64_t>(buckets.negatives(b)) * positives;
        const std::int64_t down = static_cast<std::int64_t>(buckets.positives(b)) * negatives;
        doubtful.push_back({b, at, at + up, at - down});
        at += up - down;
        most = std::max(most, at);
        least = std::min(least, at);
    }
    const auto hopeless = [&](const Doubtful& one) { return one.high < most && one.low > least; };
    doubtful.erase(std::remove_if(doubtful.begin(), doubtful.end(), hopeless), doubtful.end());
    std::vector<GapExtremes> found(doubtful.size());
    on_queue(doubtful.size(), threads, [&] {
        return [&, sorter = Sorter<double>()](std::size_t i) mutable {
            const std::size_t b = doubtful[i].bucket;
            double* neg = buckets.rows.get() + buckets.start[2 * b];
            double* pos = buckets.rows.get() + buckets.start[2 * b + 1];
            sorter.sort(neg, buckets.negatives(b));
            sorter.sort(pos, buckets.positives(b));
            found[i] = walk_gap(neg, pos, pos, pos + buckets.positives(b), doubtful[i].start, positives, negatives);
        };
    });
    GapExtremes whole;
    for (const GapExtremes& part : found) whole.meet(part);
    out.above = static_cast<double>(whole.most) / unit;
    out.below = -static_cast<double>(whole.least) / unit;
    out.at_above = whole.at_most + 0.0;  // -0.0 and 0.0 are one score
    out.at_below = whole.at_least + 0.0;
    return out;
}

}  // namespace gnomon
