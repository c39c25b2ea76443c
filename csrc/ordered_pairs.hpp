// Pairs of rows that two rankings order alike, and pairs that they order the other way round: what Kendall's tau, Somers' D and the
// concordance index are made of. Rows are put in the order of the first ranking; their second ranks are split by one bit after the other, from
// the highest down. Two rows part at the highest bit in which they differ, where one pass over the rows counts all pairs that part.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "cells.hpp"
#include "memory.hpp"
#include "merge.hpp"
#include "parallel.hpp"
#include "sweep.hpp"

namespace gnomon {

// A row counts as the earlier one of a pair and as the later one, which differ where only some rows can be the earlier.
template <class Count_>
struct PairRow {
    using Count = Count_;
    std::uint32_t group, rank;  // by the first and by the second ranking; rows of one group make no pair
    Count as_earlier, as_later;
    Count earlier() const { return as_earlier; }
    Count later() const { return as_later; }
};

// Rows that count one each, of which only those of even groups can be the earlier one: those of odd groups were censored.
struct SeenRow {
    using Count = std::uint64_t;
    std::uint32_t group, rank;
    Count earlier() const { return 1 - (group & 1); }
    static Count later() { return 1; }
};

template <class Sum>
struct OrderedPairs {
    Sum alike, opposite;
};

// The value where taken, else zero: which bit a row has is a coin toss that no branch predictor wins, so there is no branch.
inline std::uint64_t where(bool taken, std::uint64_t value) { return value & (std::uint64_t{0} - std::uint64_t{taken}); }
inline double where(bool taken, double value) { return if_taken(value, taken); }

template <class Row, class Sum>
class PairSplitter {
  public:
    using Count = typename Row::Count;

    // Counts the pairs of n rows that differ in one of the lowest `bits` bits.
    void split_all(Row* rows, std::size_t n, unsigned bits, OrderedPairs<Sum>& out) {
        if (n <= handful) return compare_all(rows, n, bits, out);
        if (bits == 0) return;
        const std::size_t zeros = split(rows, n, bits - 1, out);
        split_all(rows, zeros, bits - 1, out);
        split_all(rows + zeros, n - zeros, bits - 1, out);
    }

    // Counts the pairs that differ in this bit, and parts the rows by it, each part in the order it had. Returns where the second begins.
    std::size_t split(Row* rows, std::size_t n, unsigned bit, OrderedPairs<Sum>& out) {
        if (n == 0) return 0;
        if (ones_.size() < n) ones_ = Block<Row>(n);
        Row* with = ones_.get();
        std::size_t zeros = 0, ones = 0;
        Count met_zero{0}, met_one{0}, over_zero{0}, over_one{0};  // what was met of either bit, and what of it in groups that are over
        std::uint32_t group = rows[0].group;
        Sum alike, opposite;
        for (std::size_t i = 0; i < n; ++i) {
            const Row row = rows[i];
            const bool one = row.rank >> bit & 1, over = row.group != group;
            over_zero = over ? met_zero : over_zero;
            over_one = over ? met_one : over_one;
            group = row.group;
            alike.add_product(where(one, over_zero), row.later());
            opposite.add_product(where(!one, over_one), row.later());
            met_zero += where(!one, row.earlier());
            met_one += where(one, row.earlier());
            rows[zeros] = row;
            with[ones] = row;
            zeros += !one;
            ones += one;
        }
        std::copy(with, with + ones, rows + zeros);
        out.alike.add(alike);
        out.opposite.add(opposite);
        return zeros;
    }

  private:
    static constexpr std::size_t handful = 8;

    // A handful of rows, pair by pair.
    static void compare_all(const Row* rows, std::size_t n, unsigned bits, OrderedPairs<Sum>& out) {
        const auto low = static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1);
        for (std::size_t j = 1; j < n; ++j) {
            const std::uint32_t rank = rows[j].rank & low;
            Count below{0}, above{0};
            for (std::size_t i = 0; i < j; ++i) {
                const bool apart = rows[i].group != rows[j].group;
                below += where(apart && (rows[i].rank & low) < rank, rows[i].earlier());
                above += where(apart && (rows[i].rank & low) > rank, rows[i].earlier());
            }
            out.alike.add_product(below, rows[j].later());
            out.opposite.add_product(above, rows[j].later());
        }
    }

    Block<Row> ones_{0};
};

// Rows in the order of their groups, of one group in the order they had. A group past the last is taken for the last.
template <class Row, class Make>
Block<Row> in_group_order(const std::uint32_t* group, std::size_t n, std::size_t groups, const Make& make) {
    Block<Row> rows(n);
    const std::size_t last = std::max<std::size_t>(groups, 1) - 1;
    std::vector<std::uint32_t> place(last + 2, 0);
    Block<std::uint32_t> of(n);  // read once: another thread may write to the groups meanwhile
    for (std::size_t i = 0; i < n; ++i) {
        of[i] = static_cast<std::uint32_t>(std::min<std::size_t>(group[i], last));
        ++place[of[i] + 1];
    }
    for (std::size_t g = 0; g < last; ++g) place[g + 1] += place[g];
    for (std::size_t i = 0; i < n; ++i) rows[place[of[i]]++] = make(i, of[i]);
    return rows;
}

// The first splits run over all rows; the parts that they leave are counted side by side. How many there are is a matter of n alone, so
// that sums of floats do not depend on the threads.
template <class Row, class Sum>
OrderedPairs<Sum> ordered_pairs(Row* rows, std::size_t n, std::size_t ranks, std::size_t most) {
    unsigned bits = bit_length(ranks ? ranks - 1 : 0);
    const unsigned levels = n < rows_per_thread ? 0 : std::min(5u, bits);
    OrderedPairs<Sum> total;
    std::vector<std::size_t> start{0, n};
    for (unsigned level = 0; level < levels; ++level) {
        --bits;
        const std::size_t parts = start.size() - 1;
        std::vector<OrderedPairs<Sum>> found(parts);
        std::vector<std::size_t> middle(parts);
        on_queue(parts, threads_for(n, most), [&] {
            return [&, splitter = PairSplitter<Row, Sum>()](std::size_t p) mutable {
                middle[p] = start[p] + splitter.split(rows + start[p], start[p + 1] - start[p], bits, found[p]);
            };
        });
        std::vector<std::size_t> finer{0};
        for (std::size_t p = 0; p < parts; ++p) {
            total.alike.add(found[p].alike);
            total.opposite.add(found[p].opposite);
            finer.push_back(middle[p]);
            finer.push_back(start[p + 1]);
        }
        start = std::move(finer);
    }
    const std::size_t parts = start.size() - 1;
    std::vector<OrderedPairs<Sum>> found(parts);
    on_queue(parts, threads_for(n, most), [&] {
        return [&, splitter = PairSplitter<Row, Sum>()](std::size_t p) mutable {
            splitter.split_all(rows + start[p], start[p + 1] - start[p], bits, found[p]);
        };
    });
    for (const auto& part : found) {
        total.alike.add(part.alike);
        total.opposite.add(part.opposite);
    }
    return total;
}

}  // namespace gnomon
