// The kernels of groups and of ranked lists.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <tuple>

#include "bind.hpp"
#include "gains.hpp"
#include "group_area.hpp"
#include "groups.hpp"
#include "lists.hpp"
#include "measures.hpp"
#include "ranking.hpp"

namespace gnomon {

using namespace nb::literals;

namespace {

using Codes = In<std::uint32_t>;
using Marks = std::optional<In<std::uint8_t>>;
using Starts = In<std::int64_t>;
using Grades = In<double>;

// The codes as they are now, which the kernels index by: another thread may write to the caller's.
Block<std::uint32_t> own_codes(const Codes& codes, std::size_t groups) {
    if (codes.shape(0) >= std::numeric_limits<std::uint32_t>::max() || groups >= std::size_t{1} << 31)
        throw std::invalid_argument("there are too many rows or groups");
    Block<std::uint32_t> own(codes.shape(0));
    std::copy_n(codes.data(), codes.shape(0), own.get());
    std::uint32_t highest = 0;
    for (std::size_t i = 0; i < own.size(); ++i) highest = std::max(highest, own[i]);
    if (groups == 0 || highest >= groups) throw std::invalid_argument("a code is out of range");
    return own;
}

template <class Key>
void bind_factorize(nb::module_& m) {
    m.def("factorize", [](const In<Key>& keys, std::size_t threads) {
        Factors f;
        {
            nb::gil_scoped_release release;
            f = factorize(keys.data(), keys.shape(0), threads);
        }
        Block<std::int64_t> names(f.names.size());
        std::copy(f.names.begin(), f.names.end(), names.get());
        return std::pair{to_numpy(std::move(f.codes)), to_numpy(std::move(names))};
    }, "keys"_a.noconvert(), "threads"_a, "The place of each key among the distinct ones, and those in ascending order.");
}

template <class Score>
void bind_grouped(nb::module_& m) {
    m.def("group_areas", [](const In<Score>& score, const In<std::uint8_t>& positive, const Codes& group, const Weights& weight,
                            std::size_t groups, std::size_t threads) {
        const std::size_t n = score.shape(0);
        same_length(n, positive.shape(0));
        same_length(n, group.shape(0));
        const double* w = data_or_null(weight, n);
        const Block<std::uint32_t> codes = own_codes(group, groups);
        GroupAreas a(0);
        {
            nb::gil_scoped_release release;
            a = group_areas(score.data(), positive.data(), codes.get(), w, n, groups, threads);
        }
        return std::tuple{to_numpy(std::move(a.rows)), to_numpy(std::move(a.positives)), to_numpy(std::move(a.negatives)),
                          to_numpy(std::move(a.pairs))};
    }, "score"_a.noconvert(), "positive"_a, "group"_a.noconvert(), "weight"_a.none(), "groups"_a, "threads"_a,
       "Of each group: rows, positive and negative weight, twice the pairs in the right order (NaN when a score is not finite).");
    m.def("rank_rows", [](const In<Score>& score, const Grades& grade, const Codes& query, std::size_t queries, bool order,
                          std::size_t threads) {
        const std::size_t n = score.shape(0);
        same_length(n, grade.shape(0));
        same_length(n, query.shape(0));
        const Block<std::uint32_t> codes = own_codes(query, queries);
        Rankings r(0, 0, false);
        {
            nb::gil_scoped_release release;
            r = rank_rows(score.data(), grade.data(), codes.get(), n, queries, order, threads);
        }
        return std::tuple{to_numpy(std::move(r.starts)), to_numpy(std::move(r.grade)), to_numpy(std::move(r.tied)),
                          to_numpy(std::move(r.order))};
    }, "score"_a.noconvert(), "grade"_a, "query"_a.noconvert(), "queries"_a, "order"_a, "threads"_a,
       "Rows by query, the highest score first: where each query starts, the grades, whether a row ties with the one before, which row.");
}

// Whether starts run from 0 to n and never back.
bool in_bounds(const Starts& s, std::size_t n) {
    if (s.shape(0) == 0 || s.data()[0] != 0 || static_cast<std::size_t>(s.data()[s.shape(0) - 1]) != n) return false;
    for (std::size_t i = 1; i < s.shape(0); ++i)
        if (s.data()[i] < s.data()[i - 1]) return false;
    return true;
}

// The lists, after checking what the kernels index by.
Lists lists_of(const Starts& starts, const Grades& grade, const Marks& tied, const Starts& rest_starts, const Grades& rest) {
    same_length(starts.shape(0), rest_starts.shape(0));
    if (tied) same_length(tied->shape(0), grade.shape(0));
    if (!in_bounds(starts, grade.shape(0)) || !in_bounds(rest_starts, rest.shape(0))) throw std::invalid_argument("starts are out of order");
    return {starts.data(), grade.data(), tied ? tied->data() : nullptr, rest_starts.data(), rest.data(), starts.shape(0) - 1};
}

template <class MakeMeasure>
Out<double> measured(const Lists& lists, std::size_t threads, const MakeMeasure& make) {
    Block<double> out(lists.queries);
    {
        nb::gil_scoped_release release;
        each_list(lists, out.get(), threads, make);
    }
    return to_numpy(std::move(out));
}

// A measure of binary relevance within the first k, as a kernel of that name.
template <class Measure>
void bind_cut(nb::module_& m, const char* name, Measure measure, const char* says) {
    m.def(name, [measure](const Starts& starts, const Grades& grade, const Marks& tied, const Starts& rest_starts, const Grades& rest,
                          const In<std::int64_t>& k, double relevant, std::size_t threads) {
        const Lists lists = lists_of(starts, grade, tied, rest_starts, rest);
        same_length(k.shape(0), lists.queries);
        const std::int64_t* cut = k.data();
        return measured(lists, threads, [=] {
            return [=](const List& list, std::size_t q) { return measure(list, static_cast<std::size_t>(cut[q]), relevant); };
        });
    }, "starts"_a, "grade"_a, "tied"_a.none(), "rest_starts"_a, "rest"_a, "k"_a, "relevant"_a, "threads"_a, says);
}

void bind_gains(nb::module_& m) {
    const auto gain_of = [](const std::string& kind, bool negative, double relevant) {
        if (kind == "linear") return Gain{Gain::Kind::linear, negative, relevant};
        if (kind == "exp") return Gain{Gain::Kind::exponential, negative, relevant};
        if (kind == "binary") return Gain{Gain::Kind::binary, negative, relevant};
        throw std::invalid_argument("a gain is linear, exp or binary");
    };
    m.def("ranked_gain", [gain_of](const Starts& starts, const Grades& grade, const Marks& tied, const Starts& rest_starts,
                                   const Grades& rest, const std::string& gain, bool negative, double relevant, const Grades& discount,
                                   std::size_t threads) {
        const Lists lists = lists_of(starts, grade, tied, rest_starts, rest);
        const Gain worth = gain_of(gain, negative, relevant);
        const Discount ranks{discount.data(), discount.shape(0)};
        return measured(lists, threads, [=] {
            return [=](const List& list, std::size_t) { return discounted_gain(list, worth, ranks); };
        });
    }, "starts"_a, "grade"_a, "tied"_a.none(), "rest_starts"_a, "rest"_a, "gain"_a, "negative"_a, "relevant"_a, "discount"_a, "threads"_a,
       "Gains of each query's rows, discounted by rank, of as many ranks as there are discounts.");
    m.def("ranked_share", [gain_of](const Starts& starts, const Grades& grade, const Marks& tied, const Starts& rest_starts,
                                    const Grades& rest, const std::string& gain, bool negative, const Grades& discount, bool shown,
                                    double nothing, std::size_t threads) {
        const Lists lists = lists_of(starts, grade, tied, rest_starts, rest);
        const Gain worth = gain_of(gain, negative, 1);
        const Discount ranks{discount.data(), discount.shape(0)};
        if (shown) return measured(lists, threads, [=] { return NormalizedByShown(worth, ranks, nothing); });
        return measured(lists, threads, [=] { return Normalized(worth, ranks, nothing); });
    }, "starts"_a, "grade"_a, "tied"_a.none(), "rest_starts"_a, "rest"_a, "gain"_a, "negative"_a, "discount"_a, "shown"_a, "nothing"_a,
       "threads"_a, "The same as a share of the best order's: of all that was judged, or of the rows shown (inf: too many ways to cut ties).");
    m.def("ranked_cascade", [](const Starts& starts, const Grades& grade, const Marks& tied, const Starts& rest_starts, const Grades& rest,
                               std::size_t k, double highest, std::size_t threads) {
        return measured(lists_of(starts, grade, tied, rest_starts, rest), threads, [=] { return Cascade(k, highest); });
    }, "starts"_a, "grade"_a, "tied"_a.none(), "rest_starts"_a, "rest"_a, "k"_a, "highest"_a, "threads"_a,
       "Expected reciprocal rank, grades running up to `highest`.");
}

}  // namespace

void bind_ranking_kernels(nb::module_& m) {
    bind_factorize<std::int64_t>(m);
    bind_factorize<std::int32_t>(m);
    bind_factorize<std::uint32_t>(m);
    bind_grouped<double>(m);
    bind_grouped<float>(m);
    bind_gains(m);
    bind_cut(m, "ranked_hits", hits, "Relevant rows among the first k of each query.");
    bind_cut(m, "ranked_success", success, "The chance of a relevant row among the first k.");
    bind_cut(m, "ranked_reciprocal", reciprocal_rank, "One over the rank of the first relevant row among the first k, else 0.");
    bind_cut(m, "ranked_bpref", [](const List& list, std::size_t, double relevant) { return bpref(list, relevant); },
             "The share of judged pairs in the right order, as bpref counts them; NaN where nothing is relevant.");
    bind_cut(m, "ranked_area", [](const List& list, std::size_t, double relevant) { return list_area(list, relevant); },
             "The area under the ROC curve within each query; NaN where a class is absent.");
    bind_cut(m, "ranked_relevant", [](const List& list, std::size_t, double relevant) {
        return static_cast<double>(all_relevant(list, relevant));
    }, "Relevant items of each query, retrieved or not.");
    const auto precision = [&](const char* name, Share share, const char* says) {
        bind_cut(m, name, [share](const List& list, std::size_t k, double relevant) { return average_precision(list, k, relevant, share); }, says);
    };
    precision("ranked_precision", Share::relevant, "Average precision over all relevant items; NaN where there are none.");
    precision("ranked_precision_least", Share::least, "The same over the lesser of k and all relevant items.");
    precision("ranked_precision_retrieved", Share::retrieved, "The same over the relevant rows among the first k; 0 where there are none.");
    m.def("worst_of_ties", [](const Starts& starts, const Grades& grade, const In<std::uint8_t>& tied, std::size_t threads) {
        const std::size_t n = grade.shape(0);
        same_length(n, tied.shape(0));
        if (!in_bounds(starts, n)) throw std::invalid_argument("starts are out of order");
        Block<double> out(n);
        {
            nb::gil_scoped_release release;
            std::copy(grade.data(), grade.data() + n, out.get());
            worst_of_ties(starts.data(), starts.shape(0) - 1, tied.data(), out.get(), threads_for(n, threads));
        }
        return to_numpy(std::move(out));
    }, "starts"_a, "grade"_a, "tied"_a, "threads"_a, "Grades with those of rows that tie in ascending order.");
}

}  // namespace gnomon
