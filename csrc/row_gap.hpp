// The largest gap between the distributions of two classes (Kolmogorov and Smirnov's), straight from the rows.
//
// Between two buckets the gap is known from their counts; inside one it can grow by no more than what the bucket holds. So only the few
// buckets in which a larger gap could lie are sorted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "order.hpp"
#include "parallel.hpp"
#include "rows.hpp"
#include "sweep.hpp"

namespace gnomon {

struct RowGap {
    double positives = 0, negatives = 0;
    double gap = 0;      // max |TPR - FPR|, of two classes
    bool finite = true;  // whether all scores are
    bool fits = true;    // whether products of counts fit whole numbers; false: no gap was looked for
};

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
        std::int64_t start, bound;  // the gap below the bucket, times positives and negatives; the largest that could lie inside
    };
    std::vector<Doubtful> doubtful;
    std::int64_t at = 0, largest = 0;  // TPR - FPR above a score is what lies below it of negatives less what lies below it of positives
    for (std::size_t b = 0; b < buckets.size(); ++b) {
        const std::int64_t down = static_cast<std::int64_t>(buckets.positives(b)) * negatives;
        const std::int64_t up = static_cast<std::int64_t>(buckets.negatives(b)) * positives;
        doubtful.push_back({b, at, std::max(at + up, down - at)});
        at += up - down;
        largest = std::max(largest, std::abs(at));
    }
    const auto hopeless = [&](const Doubtful& one) { return one.bound <= largest; };
    doubtful.erase(std::remove_if(doubtful.begin(), doubtful.end(), hopeless), doubtful.end());
    std::vector<std::int64_t> found(doubtful.size(), 0);
    on_queue(doubtful.size(), threads, [&] {
        return [&, sorter = Sorter<double>()](std::size_t i) mutable {
            const std::size_t b = doubtful[i].bucket;
            double* neg = buckets.rows.get() + buckets.start[2 * b];
            double* pos = buckets.rows.get() + buckets.start[2 * b + 1];
            sorter.sort(neg, buckets.negatives(b));
            sorter.sort(pos, buckets.positives(b));
            std::int64_t gap = doubtful[i].start, most = 0;
            walk_up(neg, neg + buckets.negatives(b), pos, pos + buckets.positives(b), [&](double, std::uint64_t n, std::uint64_t p) {
                gap += static_cast<std::int64_t>(n) * positives - static_cast<std::int64_t>(p) * negatives;
                most = std::max(most, std::abs(gap));
            });
            found[i] = most;
        };
    });
    for (const std::int64_t most : found) largest = std::max(largest, most);
    out.gap = static_cast<double>(largest) / unit;
    return out;
}

}  // namespace gnomon
