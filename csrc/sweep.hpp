// A sweep: for each distinct score, from the highest down, the positives and the negatives that have it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "memory.hpp"
#include "parallel.hpp"
#include "rows.hpp"

namespace gnomon {

// An unsigned sum past 64 bits: the pairs of ten billion rows do not fit in fewer.
struct WideSum {
    std::uint64_t low = 0, high = 0;
    void add(std::uint64_t x) {
        low += x;
        high += low < x;
    }
    void add(const WideSum& other) {
        add(other.low);
        high += other.high;
    }
    void add_product(std::uint64_t a, std::uint64_t b) {
        constexpr std::uint64_t half = 0xFFFFFFFF;
        const std::uint64_t a1 = a >> 32, a0 = a & half, b1 = b >> 32, b0 = b & half;
        const std::uint64_t middle = a1 * b0 + (a0 * b0 >> 32);  // at most (2^32 - 1) * 2^32: no carry is lost
        const std::uint64_t other = a0 * b1 + (middle & half);
        add(a * b);
        high += a1 * b1 + (middle >> 32) + (other >> 32);
    }
    void subtract(const WideSum& other) {
        high -= other.high + (low < other.low);
        low -= other.low;
    }
    double value() const { return static_cast<double>(high) * 18446744073709551616.0 + static_cast<double>(low); }
};

struct NarrowSum {
    std::uint64_t sum = 0;
    void add(const NarrowSum& other) { sum += other.sum; }
    void add_product(std::uint64_t a, std::uint64_t b) { sum += a * b; }
    double value() const { return static_cast<double>(sum); }
};

struct PlainSum {
    double sum = 0;
    void add(double x) { sum += x; }
    void add(const PlainSum& other) { sum += other.sum; }
    void add_product(double a, double b) { sum += a * b; }
    double value() const { return sum; }
};

// How a kind of row counts: as a whole number, or by its weight.
template <class Row>
struct Counting;
template <>
struct Counting<double> {
    using Count = std::uint64_t;
    using Sum = WideSum;
    static Count of(double) { return 1; }
};
template <>
struct Counting<Weighted> {
    using Count = double;
    using Sum = PlainSum;
    static Count of(const Weighted& row) { return row.weight; }
};

// Walks two ascending runs together and calls visit(score, negative weight, positive weight) for each distinct score.
template <class Row, class Visit>
void walk_up(const Row* neg, const Row* neg_end, const Row* pos, const Row* pos_end, const Visit& visit) {
    using Count = typename Counting<Row>::Count;
    while (neg < neg_end || pos < pos_end) {
        const double x = pos == pos_end ? score_of(*neg) : neg == neg_end ? score_of(*pos) : std::min(score_of(*neg), score_of(*pos));
        Count n{0}, p{0};
        for (; neg < neg_end && score_of(*neg) == x; ++neg) n += Counting<Row>::of(*neg);
        for (; pos < pos_end && score_of(*pos) == x; ++pos) p += Counting<Row>::of(*pos);
        visit(x, n, p);
    }
}

template <class Count>
struct Columns {
    Block<double> threshold{0};
    Block<Count> pos{0}, neg{0};
    bool finite = true;
};

// The sweep of sorted buckets. Scores whose whole weight is zero are as absent as the rows that had them.
template <class Count, class Row>
Columns<Count> build_sweep(const Buckets<Row>& ordered, std::size_t threads) {
    using Raw = typename Counting<Row>::Count;
    Columns<Count> out;
    out.finite = ordered.finite;
    if (!ordered.finite) return out;
    const std::size_t buckets = ordered.size();
    const auto walk = [&](std::size_t b, const auto& visit) {
        walk_up(ordered.slot(2 * b), ordered.slot(2 * b + 1), ordered.slot(2 * b + 1), ordered.slot(2 * b + 2),
                [&](double x, Raw n, Raw p) {
                    if (n > 0 || p > 0) visit(x, n, p);
                });
    };
    std::vector<std::size_t> end(buckets, 0);  // of bucket b's cells in the output, which runs downwards
    on_queue(buckets, threads, [&] {
        return [&](std::size_t b) { walk(b, [&](double, Raw, Raw) { ++end[b]; }); };
    });
    std::size_t size = 0;
    for (std::size_t b = buckets; b-- > 0;) end[b] = size += end[b];
    out.threshold = Block<double>(size);
    out.pos = Block<Count>(size);
    out.neg = Block<Count>(size);
    on_queue(buckets, threads, [&] {
        return [&](std::size_t b) {
            std::size_t at = end[b];
            walk(b, [&](double x, Raw n, Raw p) {
                --at;
                out.threshold[at] = x + 0.0;  // -0.0 and 0.0 are one score
                out.pos[at] = static_cast<Count>(p);
                out.neg[at] = static_cast<Count>(n);
            });
        };
    });
    return out;
}

}  // namespace gnomon
