// The kernels of joint distributions: cells of two columns, ranks, and pairs of rows in the same order.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "bind.hpp"
#include "dense_ranks.hpp"
#include "joint.hpp"
#include "ordered_pairs.hpp"
#include "rank_products.hpp"
#include "rising_pairs.hpp"

namespace gnomon {

using namespace nb::literals;

namespace {

using RankColumn = In<std::uint32_t>;
template <class Count>
using Counts = std::optional<In<Count>>;

template <class Count>
const Count* counts_or_null(const Counts<Count>& counts, std::size_t n) {
    if (!counts) return nullptr;
    same_length(counts->shape(0), n);
    return counts->data();
}

void check_ranks(std::size_t n) {
    if (n >= std::numeric_limits<std::uint32_t>::max()) throw std::invalid_argument("there are too many cells to rank");
}

nb::object number(const WideSum& sum) { return (nb::int_(sum.high) << nb::int_(64)) | nb::int_(sum.low); }
nb::object number(const NarrowSum& sum) { return nb::int_(sum.sum); }
nb::object number(const PlainSum& sum) { return nb::float_(sum.sum); }

template <class Count>
nb::object to_python(JointColumns<Count>&& c) {
    if (!c.finite) return nb::none();
    const std::size_t size = c.size;
    return nb::make_tuple(to_numpy(std::move(c.x), size), to_numpy(std::move(c.y), size), to_numpy(std::move(c.observed), size),
                          to_numpy(std::move(c.censored), size));
}

// Refuses counts of which sums of products of ranks would not be exact; a negative one is as large as can be.
void check_total(const std::int64_t* weight, std::size_t n) {
    constexpr std::uint64_t most = std::uint64_t{1} << 31;
    std::uint64_t total = weight ? 0 : n;
    for (std::size_t i = 0; weight && i < n && total <= most; ++i) total += std::min(static_cast<std::uint64_t>(weight[i]), most + 1);
    if (total > most) throw std::invalid_argument("there are too many rows for exact ranks");
}
void check_total(const double*, std::size_t) {}

template <class Sum, class Row, class Make>
nb::object pairs_to_python(const RankColumn& group, std::size_t groups, std::size_t ranks, std::size_t threads, const Make& make) {
    const std::size_t n = group.shape(0);
    check_ranks(std::max({n, groups, ranks}));
    OrderedPairs<Sum> found;
    {
        nb::gil_scoped_release release;
        Block<Row> rows = in_group_order<Row>(group.data(), n, groups, make);
        found = ordered_pairs<Row, Sum>(rows.get(), n, ranks, threads);
    }
    return nb::make_tuple(number(found.alike), number(found.opposite));
}

template <class Count>
struct SumsOf {
    using Value = std::uint64_t;
    using Sum = WideSum;
};
template <>
struct SumsOf<double> {
    using Value = double;
    using Sum = PlainSum;
};

template <class Count, class Sum>
nb::object sum_products(const RankColumn& first, const RankColumn& second, const Count* weight, std::size_t firsts, std::size_t seconds) {
    const std::size_t n = first.shape(0);
    check_ranks(std::max({n, firsts, seconds}));
    check_total(weight, n);
    RankProducts<Sum> sums;
    {
        nb::gil_scoped_release release;
        sums = rank_products<Count, Sum>(first.data(), second.data(), weight, n, firsts, seconds);
    }
    return nb::make_tuple(number(sums.both.positive), number(sums.both.negative), number(sums.first), number(sums.second));
}

// Counts are never converted: a float column in the overload of whole counts would lose its fractions.
template <class Count>
void bind_counts(nb::module_& m) {
    using Value = typename SumsOf<Count>::Value;
    using Sum = typename SumsOf<Count>::Sum;
    using Column = In<Count>;
    m.def("joint_columns", [](const In<double>& x, const In<double>& y, const Column& observed, const Counts<Count>& censored, std::size_t threads) {
        const std::size_t n = x.shape(0);
        same_length(n, y.shape(0));
        same_length(n, observed.shape(0));
        const Count* unseen = counts_or_null(censored, n);
        JointColumns<Count> columns(0);
        {
            nb::gil_scoped_release release;
            columns = joint_columns<Count>(x.data(), y.data(), observed.data(), unseen, n, threads);
        }
        return to_python(std::move(columns));
    }, "x"_a, "y"_a, "observed"_a.noconvert(), "censored"_a.noconvert().none(), "threads"_a,
       "Distinct pairs, ascending, with what was observed and what was censored of each; None when a value is not finite.");
    m.def("merge_joint", [](const In<double>& x, const In<double>& y, const Column& observed, const Column& censored, const In<double>& x_2,
                            const In<double>& y_2, const Column& observed_2, const Column& censored_2) {
        const std::size_t n = x.shape(0), k = x_2.shape(0);
        for (const std::size_t length : {y.shape(0), observed.shape(0), censored.shape(0)}) same_length(n, length);
        for (const std::size_t length : {y_2.shape(0), observed_2.shape(0), censored_2.shape(0)}) same_length(k, length);
        JointColumns<Count> columns(0);
        {
            nb::gil_scoped_release release;
            columns = merge_joint<Count>({x.data(), y.data(), observed.data(), censored.data(), n},
                                         {x_2.data(), y_2.data(), observed_2.data(), censored_2.data(), k});
        }
        return to_python(std::move(columns));
    }, "x"_a, "y"_a, "observed"_a.noconvert(), "censored"_a.noconvert(), "x_2"_a, "y_2"_a, "observed_2"_a.noconvert(), "censored_2"_a.noconvert());
    m.def("ordered_pairs", [](const RankColumn& group, const RankColumn& rank, const Column& earlier, const Column& later, std::size_t groups,
                              std::size_t ranks, std::size_t threads) -> nb::object {
        for (const std::size_t length : {rank.shape(0), earlier.shape(0), later.shape(0)}) same_length(group.shape(0), length);
        return pairs_to_python<Sum, PairRow<Value>>(group, groups, ranks, threads, [&](std::size_t i, std::uint32_t of) {
            return PairRow<Value>{of, rank.data()[i], static_cast<Value>(earlier.data()[i]), static_cast<Value>(later.data()[i])};
        });
    }, "group"_a.noconvert(), "rank"_a.noconvert(), "earlier"_a.noconvert(), "later"_a.noconvert(), "groups"_a, "ranks"_a, "threads"_a,
       "Pairs of rows of ascending groups whose ranks ascend too, and pairs whose ranks descend.");
    m.def("rank_products", [](const RankColumn& first, const RankColumn& second, const Column& weight, std::size_t firsts, std::size_t seconds) -> nb::object {
        same_length(first.shape(0), second.shape(0));
        same_length(first.shape(0), weight.shape(0));
        return sum_products<Count, Sum>(first, second, weight.data(), firsts, seconds);
    }, "first"_a.noconvert(), "second"_a.noconvert(), "weight"_a.noconvert(), "firsts"_a, "seconds"_a,
       "Sums of products of twice the ranks from the middle: of both (what is positive, what is negative), of the first, of the second.");
    m.def("pairs_apart", [](const Column& earlier, const Column& later) -> nb::object {
        same_length(earlier.shape(0), later.shape(0));
        Sum sum;
        {
            nb::gil_scoped_release release;
            sum = pairs_apart<Count, Sum>(earlier.data(), later.data(), earlier.shape(0));
        }
        return number(sum);
    }, "earlier"_a.noconvert(), "later"_a.noconvert(), "Pairs of units of different places, of what counts at each as the earlier and as the later one.");
}

}  // namespace

void bind_joint_kernels(nb::module_& m) {
    m.def("joint_rows", [](const In<double>& x, const In<double>& y, std::size_t threads) {
        const std::size_t n = x.shape(0);
        same_length(n, y.shape(0));
        JointColumns<std::int64_t> columns(0);
        {
            nb::gil_scoped_release release;
            columns = joint_columns<std::int64_t>(x.data(), y.data(), nullptr, nullptr, n, threads);
        }
        return to_python(std::move(columns));
    }, "x"_a, "y"_a, "threads"_a, "joint_columns of rows that count one each.");
    bind_counts<std::int64_t>(m);
    bind_counts<double>(m);
    m.def("dense_ranks", [](const In<double>& value, std::size_t threads) -> nb::object {
        const std::size_t n = value.shape(0);
        check_ranks(n);
        Block<std::uint32_t> rank(n);
        Ranking found;
        {
            nb::gil_scoped_release release;
            found = dense_ranks(value.data(), n, rank.get(), threads);
        }
        if (!found.finite) return nb::none();
        return nb::make_tuple(to_numpy(std::move(rank)), found.distinct);
    }, "value"_a, "threads"_a, "The rank of each value among the distinct ones, from 0, and how many these are; None when one is not finite.");
    m.def("ordered_unit_pairs", [](const RankColumn& group, const RankColumn& rank, std::size_t groups, std::size_t ranks, bool censored,
                                   std::size_t threads) -> nb::object {
        same_length(group.shape(0), rank.shape(0));
        if (censored)
            return pairs_to_python<NarrowSum, SeenRow>(group, groups, ranks, threads,
                                                       [&](std::size_t i, std::uint32_t of) { return SeenRow{of, rank.data()[i]}; });
        const std::size_t n = group.shape(0);
        check_ranks(std::max({n, groups, ranks}));
        UnitPairs found;
        {
            nb::gil_scoped_release release;
            found = unit_pairs(group.data(), rank.data(), n, groups, ranks, threads);
        }
        return nb::make_tuple(found.alike, found.opposite);
    }, "group"_a.noconvert(), "rank"_a.noconvert(), "groups"_a, "ranks"_a, "censored"_a, "threads"_a,
       "ordered_pairs of rows that count one each; censored: as the earlier one only those of even groups do.");
    m.def("middle_ranks", [](const In<double>& value, std::size_t threads) -> nb::object {
        const std::size_t n = value.shape(0);
        check_total(static_cast<const std::int64_t*>(nullptr), n);
        Block<std::int64_t> rank(n);
        MiddleRanks found;
        {
            nb::gil_scoped_release release;
            found = middle_ranks(value.data(), n, rank.get(), threads);
        }
        if (!found.finite) return nb::none();
        return nb::make_tuple(to_numpy(std::move(rank)), number(found.squares));
    }, "value"_a, "threads"_a, "Twice each row's average rank from the middle, and the sum of squares; None when a value is not finite.");
    m.def("product_sum", [](const In<std::int64_t>& a, const In<std::int64_t>& b) -> nb::object {
        same_length(a.shape(0), b.shape(0));
        SplitSum sum;
        {
            nb::gil_scoped_release release;
            sum = product_sum(a.data(), b.data(), a.shape(0));
        }
        return (nb::int_(sum.high) << nb::int_(32)) + nb::int_(sum.low);
    }, "a"_a.noconvert(), "b"_a.noconvert(), "The exact sum of products of two columns of middle_ranks.");
}

}  // namespace gnomon
