// The curve of precision over recall, from the lowest threshold up, written while each bucket of scores is still at hand.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "memory.hpp"
#include "order.hpp"
#include "parallel.hpp"
#include "rows.hpp"

namespace gnomon {

// Precision and recall of "score >= threshold"; behind the last threshold stands the end of the curve, (1, 0).
struct PrecisionRecall {
    Block<double> precision{0}, recall{0}, threshold{0};
    std::size_t size = 0;  // of the thresholds; the blocks may be longer
    bool finite = true;
};

// Moves what each bucket wrote from its own place on to the end of what the buckets before it wrote.
inline std::size_t close_gaps(const std::vector<std::size_t>& from, const std::vector<std::size_t>& count, Block<double>& values) {
    std::size_t to = 0;
    for (std::size_t b = 0; b < count.size(); ++b) {
        if (to != from[b]) std::copy(values.get() + from[b], values.get() + from[b] + count[b], values.get() + to);
        to += count[b];
    }
    return to;
}

inline Block<double> cut_to(Block<double>&& values, std::size_t size) {
    if (values.size() / 2 < size) return std::move(values);
    Block<double> out(size);
    std::copy(values.get(), values.get() + size, out.get());
    return out;
}

// Rows from a threshold up, the positives among them, and all positives: whole numbers, exact as floats.
struct Above {
    double selected, found, positives;
};

// The points of one bucket's sorted negatives [neg, pos) and positives [pos, end): how many there are. Between two positives the recall
// stays as it is, so that most points take one division and no comparison that is hard to guess.
inline std::size_t write_curve(const double* neg, const double* pos, const double* end, Above above, double* const* to) {
    const double* const neg_end = pos;
    double *precision = to[0], *recall = to[1], *threshold = to[2];
    const double* const first = threshold;
    double share = above.found / above.positives;
    const auto write = [&](double x) {
        *precision++ = above.found / above.selected;
        *recall++ = share;
        *threshold++ = x + 0.0;  // -0.0 and 0.0 are one score
    };
    while (neg < neg_end || pos < end) {
        const double next = pos < end ? *pos : std::numeric_limits<double>::infinity();
        while (neg < neg_end && *neg < next) {
            const double x = *neg;
            write(x);
            do {
                above.selected -= 1;
            } while (++neg < neg_end && *neg == x);
        }
        if (pos == end) break;
        write(next);
        for (; pos < end && *pos == next; ++pos) above.selected -= 1, above.found -= 1;
        for (; neg < neg_end && *neg == next; ++neg) above.selected -= 1;
        share = above.found / above.positives;
    }
    return static_cast<std::size_t>(threshold - first);
}

// Rows that count one each. The number of distinct scores is not known beforehand: each bucket writes where its rows would be if no
// two were equal, which saves a walk in the case that costs most.
inline PrecisionRecall precision_recall(Buckets<double>& ordered, std::size_t n, std::size_t threads) {
    PrecisionRecall out;
    out.finite = ordered.finite;
    if (!ordered.finite) return out;
    const std::size_t buckets = ordered.size();
    std::vector<std::size_t> from(buckets), count(buckets, 0), below(buckets);  // positives in lower buckets
    std::size_t positives = 0;
    for (std::size_t b = 0; b < buckets; ++b) {
        from[b] = ordered.start[2 * b];
        below[b] = positives;
        positives += ordered.positives(b);
    }
    out.precision = Block<double>(n + 1);
    out.recall = Block<double>(n + 1);
    out.threshold = Block<double>(n);
    on_queue(buckets, threads, [&] {
        return [&, sorter = Sorter<double>()](std::size_t b) mutable {
            double* rows = ordered.rows.get();
            const std::size_t neg = ordered.start[2 * b], pos = ordered.start[2 * b + 1], end = ordered.start[2 * b + 2];
            sorter.sort(rows + neg, pos - neg);
            sorter.sort(rows + pos, end - pos);
            const Above above{static_cast<double>(n - neg), static_cast<double>(positives - below[b]), static_cast<double>(positives)};
            double* to[] = {&out.precision[from[b]], &out.recall[from[b]], &out.threshold[from[b]]};
            count[b] = write_curve(rows + neg, rows + pos, rows + end, above, to);
        };
    });
    out.size = close_gaps(from, count, out.threshold);
    close_gaps(from, count, out.precision);
    close_gaps(from, count, out.recall);
    out.precision[out.size] = 1;
    out.recall[out.size] = 0;
    out.threshold = cut_to(std::move(out.threshold), out.size);
    out.precision = cut_to(std::move(out.precision), out.size + 1);
    out.recall = cut_to(std::move(out.recall), out.size + 1);
    return out;
}

}  // namespace gnomon
