// The joint distribution of two columns: each distinct pair of values once, ascending, with what rows have it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "memory.hpp"
#include "order.hpp"
#include "parallel.hpp"
#include "placements.hpp"
#include "rows.hpp"

namespace gnomon {

// Cells ascend by x, and by y where x is equal. What counts in a cell comes in two kinds: observed and censored.
template <class Count>
struct JointCells {
    const double* x;
    const double* y;
    const Count* observed;
    const Count* censored;
    std::size_t size;
};

template <class Count>
struct JointColumns {
    Block<double> x, y;
    Block<Count> observed, censored;
    std::size_t size = 0;
    bool finite = true;

    explicit JointColumns(std::size_t room) : x(room), y(room), observed(room), censored(room) {}
    void set(std::size_t at, double first, double second, Count seen, Count unseen) {
        x[at] = first;
        y[at] = second;
        observed[at] = seen;
        censored[at] = unseen;
    }
    void copy(std::size_t at, const JointColumns& from, std::size_t first, std::size_t last) {
        std::copy(from.x.get() + first, from.x.get() + last, x.get() + at);
        std::copy(from.y.get() + first, from.y.get() + last, y.get() + at);
        std::copy(from.observed.get() + first, from.observed.get() + last, observed.get() + at);
        std::copy(from.censored.get() + first, from.censored.get() + last, censored.get() + at);
    }
};

inline Block<double> row_numbers(std::size_t n) {
    Block<double> numbers(n);
    std::iota(numbers.get(), numbers.get() + n, 0.0);
    return numbers;
}

// Rows in buckets of one column, sorted by it, each carrying what `carried` has beside it. Not finite: the column is not.
inline Buckets<Weighted> sorted_rows(const double* value, const double* carried, std::size_t n, std::size_t most) {
    Block<std::uint8_t> one_class(n);
    std::fill_n(one_class.get(), n, std::uint8_t{0});
    auto buckets = distribute_rows<Weighted>(value, one_class.get(), carried, n, most);
    buckets.sort(threads_for(n, most));
    return buckets;
}

// The cells of one bucket, from `at` on; returns how many there are. Rows of equal x are sorted once more, by y. Each value is read
// once: one that became NaN meanwhile would leave std::sort no end.
template <class Count, class Value, class Seen, class Unseen>
std::size_t cells_of(Weighted* row, Weighted* end, Sorter<Weighted>& sorter, const Value& value, const Seen& seen, const Unseen& unseen,
                     JointColumns<Count>& out, std::size_t at, std::uint8_t& finite) {
    const std::size_t start = at;
    while (row < end) {
        const double x = row->score;
        Weighted* last = row;
        do {
            const double y = value(*last);
            const bool good = y - y == 0;
            finite &= static_cast<std::uint8_t>(good);
            last->score = good ? y : 0;
            ++last;
        } while (last < end && last->score == x);
        if (last - row > 1) sorter.sort(row, static_cast<std::size_t>(last - row));
        while (row < last) {
            const double y = row->score;
            Count in_sight{0}, out_of_sight{0};
            for (; row < last && row->score == y; ++row) in_sight += seen(*row), out_of_sight += unseen(*row);
            if (in_sight > 0 || out_of_sight > 0) out.set(at++, x + 0.0, y + 0.0, in_sight, out_of_sight);  // -0.0 and 0.0 are one value
        }
    }
    return at - start;
}

// Groups rows by both columns. Without `observed` each row counts one, without `censored` none does; what weighs nothing is absent.
template <class Count>
JointColumns<Count> joint_columns(const double* x, const double* y, const Count* observed, const Count* censored, std::size_t n,
                                  std::size_t most) {
    const bool numbered = observed || censored;
    const Block<double> numbers = row_numbers(numbered ? n : 0);
    auto buckets = sorted_rows(x, numbered ? numbers.get() : y, n, most);
    JointColumns<Count> out(buckets.finite ? n : 0);
    out.finite = buckets.finite;
    if (!out.finite) return out;
    std::vector<std::size_t> made(buckets.size());
    std::vector<std::uint8_t> finite(buckets.size(), 1);
    const std::size_t threads = threads_for(n, most);
    on_queue(buckets.size(), threads, [&] {
        return [&, sorter = Sorter<Weighted>()](std::size_t b) mutable {
            Weighted *first = buckets.rows.get() + buckets.start[2 * b], *last = buckets.rows.get() + buckets.start[2 * b + 1];
            const std::size_t at = buckets.start[2 * b];
            if (numbered)
                made[b] = cells_of(first, last, sorter, [=](const Weighted& row) { return y[number_of(row)]; },
                                   [=](const Weighted& row) { return observed ? observed[number_of(row)] : Count{0}; },
                                   [=](const Weighted& row) { return censored ? censored[number_of(row)] : Count{0}; }, out, at, finite[b]);
            else
                made[b] = cells_of(first, last, sorter, [](const Weighted& row) { return row.weight; }, [](const Weighted&) { return Count{1}; },
                                   [](const Weighted&) { return Count{0}; }, out, at, finite[b]);
        };
    });
    for (const auto good : finite) out.finite &= good != 0;
    out.size = std::accumulate(made.begin(), made.end(), std::size_t{0});
    if (!out.finite || out.size == n) return out;
    JointColumns<Count> whole(out.size);  // without the room that rows sharing a cell left
    whole.size = out.size;
    std::size_t at = 0;
    for (std::size_t b = 0; b < buckets.size(); ++b) {
        whole.copy(at, out, buckets.start[2 * b], buckets.start[2 * b] + made[b]);
        at += made[b];
    }
    return whole;
}

// Two joint distributions as one, the cells they share added. Of cells that cannot be compared both are taken, so that there is an end.
template <class Count>
JointColumns<Count> merge_joint(const JointCells<Count>& a, const JointCells<Count>& b) {
    JointColumns<Count> out(a.size + b.size);
    const auto before = [](const JointCells<Count>& p, std::size_t i, const JointCells<Count>& q, std::size_t j) {
        return p.x[i] < q.x[j] || (p.x[i] == q.x[j] && p.y[i] < q.y[j]);
    };
    std::size_t i = 0, j = 0, k = 0;
    while (i < a.size && j < b.size) {
        const bool from_a = !before(b, j, a, i), from_b = !before(a, i, b, j);
        const Count seen = (from_a ? a.observed[i] : Count{0}) + (from_b ? b.observed[j] : Count{0});
        const Count unseen = (from_a ? a.censored[i] : Count{0}) + (from_b ? b.censored[j] : Count{0});
        out.set(k++, from_a ? a.x[i] : b.x[j], from_a ? a.y[i] : b.y[j], seen, unseen);
        i += from_a;
        j += from_b;
    }
    for (; i < a.size; ++i) out.set(k++, a.x[i], a.y[i], a.observed[i], a.censored[i]);
    for (; j < b.size; ++j) out.set(k++, b.x[j], b.y[j], b.observed[j], b.censored[j]);
    out.size = k;
    return out;
}

}  // namespace gnomon
