// The kernels of bins.
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "assign.hpp"
#include "bind.hpp"
#include "chi_merge.hpp"
#include "optimal_bins.hpp"
#include "quantile_cuts.hpp"
#include "tree_cuts.hpp"

namespace gnomon {

using namespace nb::literals;

namespace {

using BinColumn = In<double>;

BinEdges edges_of(const BinColumn& edges, bool left, const BinColumn& codes) {
    return {edges.data(), edges.shape(0), left, codes.data(), codes.shape(0)};
}

Out<std::int64_t> bind_bin_places(const BinColumn& x, const BinColumn& edges, bool left, const BinColumn& codes, std::size_t threads) {
    const std::size_t n = x.shape(0);
    Block<std::int64_t> places(n);
    {
        nb::gil_scoped_release release;
        assign_bins(x.data(), n, edges_of(edges, left, codes), threads,
                    [&](std::size_t i, std::size_t bin) { places[i] = static_cast<std::int64_t>(bin); });
    }
    return to_numpy(std::move(places));
}

void bind_bin_values(const BinColumn& x, const BinColumn& edges, bool left, const BinColumn& codes, const BinColumn& table,
                     nb::ndarray<double, nb::ndim<1>, nb::c_contig, nb::device::cpu> out, std::size_t threads) {
    const std::size_t n = x.shape(0);
    same_length(n, out.shape(0));
    const BinEdges bins = edges_of(edges, left, codes);
    if (table.shape(0) <= bins.missing()) throw std::invalid_argument("the table has fewer values than there are bins");
    nb::gil_scoped_release release;
    double* to = out.data();
    const double* values = table.data();
    assign_bins(x.data(), n, bins, threads, [=](std::size_t i, std::size_t bin) { to[i] = values[bin]; });
}

Out<double> bind_quantile_cuts(const BinColumn& x, std::size_t bins, bool left) {
    std::vector<double> cuts;
    {
        nb::gil_scoped_release release;
        cuts = quantile_cuts(x.data(), x.shape(0), bins, left);
    }
    Block<double> out(cuts.size());
    std::copy(cuts.begin(), cuts.end(), out.get());
    return to_numpy(std::move(out));
}

Out<std::int64_t> bind_bin_counts(const BinColumn& x, const BinColumn& edges, bool left, const BinColumn& codes) {
    const BinEdges bins = edges_of(edges, left, codes);
    Block<std::int64_t> counts(bins.missing() + 1);
    {
        nb::gil_scoped_release release;
        count_bins(x.data(), x.shape(0), bins, counts.get());
    }
    return to_numpy(std::move(counts));
}

Out<std::int64_t> cuts_to_numpy(const std::vector<std::int64_t>& cuts) {
    Block<std::int64_t> out(cuts.size());
    std::copy(cuts.begin(), cuts.end(), out.get());
    return to_numpy(std::move(out));
}

Out<std::int64_t> bind_chi_merge(const BinColumn& good, const BinColumn& bad, std::size_t bins, double threshold, double rows, double events) {
    same_length(good.shape(0), bad.shape(0));
    std::vector<std::int64_t> cuts;
    {
        nb::gil_scoped_release release;
        cuts = chi_merged(good.data(), bad.data(), good.shape(0), bins, threshold, rows, events);
    }
    return cuts_to_numpy(cuts);
}

Out<std::int64_t> bind_tree_cuts(const BinColumn& good, const BinColumn& bad, std::size_t leaves, bool gini, double rows, double events) {
    same_length(good.shape(0), bad.shape(0));
    std::vector<std::int64_t> cuts;
    {
        nb::gil_scoped_release release;
        cuts = TreeCuts(good.data(), bad.data(), good.shape(0), gini, rows, events).grow(leaves);
    }
    return cuts_to_numpy(cuts);
}

nb::object bind_optimal_bins(const BinColumn& good, const BinColumn& bad, const BinColumn& period_good, const BinColumn& period_bad, double all_good,
                             double all_bad, std::size_t bins, double rows, double events, double difference, double smoothing, int trend) {
    const std::size_t n = good.shape(0);
    same_length(n, bad.shape(0));
    same_length(period_good.shape(0), period_bad.shape(0));
    if (n == 0 || n > 600 || bins == 0 || bins > 60) throw std::invalid_argument("there are 1 to 600 pre-bins and 1 to 60 bins");
    if (period_good.shape(0) % n) throw std::invalid_argument("periods have as many pre-bins as the whole");
    if (trend < 0 || trend > static_cast<int>(Trend::best)) throw std::invalid_argument("there is no such trend");
    OptimalBins found;
    {
        nb::gil_scoped_release release;
        BinSearch search(good.data(), bad.data(), n, all_good, all_bad, {bins, rows, events, difference, smoothing});
        for (std::size_t p = 0; p < period_good.shape(0); p += n) search.add_period(period_good.data() + p, period_bad.data() + p);
        found = search.solve(static_cast<Trend>(trend));
    }
    if (!found.found) return nb::none();
    return nb::make_tuple(cuts_to_numpy(found.cuts), static_cast<int>(found.trend));
}

}  // namespace

void bind_bins_kernels(nb::module_& m) {
    m.def("bin_places", &bind_bin_places, "x"_a, "edges"_a, "left"_a, "codes"_a, "threads"_a,
          "The bin of each number: between edges, then a bin for each code, then the missing ones.");
    m.def("bin_values", &bind_bin_values, "x"_a, "edges"_a, "left"_a, "codes"_a, "table"_a, "out"_a.noconvert(), "threads"_a,
          "Write what a table has for the bin of each number.");
    m.def("bin_counts", &bind_bin_counts, "x"_a, "edges"_a, "left"_a, "codes"_a,
          "How many numbers lie between edges, then how many are each code, then how many are missing.");
    m.def("quantile_cuts", &bind_quantile_cuts, "x"_a, "bins"_a, "left"_a,
          "Edges between bins that hold like shares of finite numbers.");
    m.def("chi_merge", &bind_chi_merge, "good"_a, "bad"_a, "bins"_a, "threshold"_a, "rows"_a, "events"_a,
          "Where bins begin once neighbours that a chi-square test does not tell apart, and bins too small, are merged.");
    m.def("tree_cuts", &bind_tree_cuts, "good"_a, "bad"_a, "leaves"_a, "gini"_a, "rows"_a, "events"_a,
          "Where leaves begin of a tree that splits next what gains most, by Gini's impurity or by entropy.");
    m.def("optimal_bins", &bind_optimal_bins, "good"_a, "bad"_a, "period_good"_a, "period_bad"_a, "all_good"_a, "all_bad"_a, "bins"_a,
          "rows"_a, "events"_a, "difference"_a, "smoothing"_a, "trend"_a,
          "(where bins begin, the trend) of the greatest information value; None when no bin is allowed.");
}

}  // namespace gnomon
