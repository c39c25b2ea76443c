// Sums of products of average ranks, counted from the middle: what Spearman's coefficient is made of. Twice a rank so counted is what
// stands below less what stands above, whole for whole counts, and its weighted mean is 0.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "joint.hpp"
#include "memory.hpp"
#include "parallel.hpp"
#include "sweep.hpp"

namespace gnomon {

// A sum of signed products, the two signs apart.
template <class Sum>
struct SignedSum {
    Sum positive, negative;
};

template <class Sum>
struct RankProducts {
    SignedSum<Sum> both;
    Sum first, second;
};

inline std::uint64_t magnitude(std::int64_t x) { return x < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(x); }
inline double magnitude(double x) { return x < 0 ? -x : x; }

// Turns what each rank weighs into twice its average rank from the middle, and returns the sum of its squares times the weight. Below and
// above are each summed from their own end: as differences from the whole, small weights beside large ones would be lost.
template <class Count, class Sum>
Sum centre_ranks(Block<Count>& total) {
    Block<Count> above(total.size() + 1);
    above[total.size()] = Count{0};
    for (std::size_t k = total.size(); k-- > 0;) above[k] = above[k + 1] + total[k];
    Sum squares;
    Count below{0};
    for (std::size_t k = 0; k < total.size(); ++k) {
        const Count here = total[k], rank = below - above[k + 1];
        squares.add_product(magnitude(here * rank), magnitude(rank));
        total[k] = rank;
        below += here;
    }
    return squares;
}

// Of rows in any order; quicker where those of one first rank stand together. Whole counts must sum to at most 2^31, without weights each
// row counts one. A rank past the last is taken for the last.
template <class Count, class Sum>
RankProducts<Sum> rank_products(const std::uint32_t* first, const std::uint32_t* second, const Count* weight, std::size_t n,
                                std::size_t firsts, std::size_t seconds) {
    RankProducts<Sum> out;
    if (n == 0 || firsts == 0 || seconds == 0) return out;
    Block<Count> of_first(firsts), of_second(seconds);
    std::fill_n(of_first.get(), firsts, Count{0});
    std::fill_n(of_second.get(), seconds, Count{0});
    const auto within = [](std::uint32_t rank, std::size_t ranks) { return std::min<std::size_t>(rank, ranks - 1); };
    const auto weigh = [=](std::size_t i) { return weight ? weight[i] : Count{1}; };
    for (std::size_t i = 0; i < n; ++i) {
        of_first[within(first[i], firsts)] += weigh(i);
        of_second[within(second[i], seconds)] += weigh(i);
    }
    out.first = centre_ranks<Count, Sum>(of_first);
    out.second = centre_ranks<Count, Sum>(of_second);
    for (std::size_t at = 0; at < n;) {
        const std::size_t here = within(first[at], firsts);
        const Count rank = of_first[here];
        Count across{0};
        do {
            across += weigh(at) * of_second[within(second[at], seconds)];
            ++at;
        } while (at < n && within(first[at], firsts) == here);
        ((across < 0) == (rank < 0) ? out.both.positive : out.both.negative).add_product(magnitude(across), magnitude(rank));
    }
    return out;
}

// Rows that count one each: for each, twice its average rank from the middle, at most 2^31 rows; and the sum of the squares. Rows in sorted
// order stand at their rank, so that nothing has to be counted.
struct MiddleRanks {
    WideSum squares;
    bool finite = true;
};

inline MiddleRanks middle_ranks(const double* value, std::size_t n, std::int64_t* rank, std::size_t most) {
    const Block<double> numbers = row_numbers(n);
    const auto buckets = sorted_rows(value, numbers.get(), n, most);
    MiddleRanks out;
    out.finite = buckets.finite;
    if (!out.finite) return out;
    std::vector<WideSum> squares(buckets.size());
    on_queue(buckets.size(), threads_for(n, most), [&] {
        return [&](std::size_t b) {
            const Weighted *all = buckets.rows.get(), *end = buckets.slot(2 * b + 1);
            for (const Weighted* row = buckets.slot(2 * b); row < end;) {
                const Weighted* last = row;
                while (++last < end && last->score == row->score) {}
                const auto here = static_cast<std::int64_t>((row - all) + (last - all)) - static_cast<std::int64_t>(n);
                squares[b].add_product(static_cast<std::uint64_t>(last - row) * magnitude(here), magnitude(here));
                for (; row < last; ++row) rank[number_of(*row)] = here;
            }
        };
    });
    for (const WideSum& part : squares) out.squares.add(part);
    return out;
}

// The sum of products of two columns of such ranks, in two halves, each of which 2^31 rows leave within 64 bits: high · 2^32 + low.
struct SplitSum {
    std::int64_t high = 0;
    std::uint64_t low = 0;
};

inline SplitSum product_sum(const std::int64_t* a, const std::int64_t* b, std::size_t n) {
    SplitSum sum;
    for (std::size_t i = 0; i < n; ++i) {
        const auto product = static_cast<std::uint64_t>(a[i]) * static_cast<std::uint64_t>(b[i]);
        sum.low += product & 0xFFFFFFFF;
        sum.high += static_cast<std::int64_t>(product) >> 32;
    }
    return sum;
}

// Pairs of units of different places: the sum over places of what counts there as the later one times what counts below as the earlier.
template <class Count, class Sum>
Sum pairs_apart(const Count* earlier, const Count* later, std::size_t n) {
    using Size = decltype(magnitude(Count{0}));
    Sum sum;
    Size below{0};
    for (std::size_t k = 0; k < n; ++k) {
        sum.add_product(static_cast<Size>(later[k]), below);
        below += static_cast<Size>(earlier[k]);
    }
    return sum;
}

}  // namespace gnomon
