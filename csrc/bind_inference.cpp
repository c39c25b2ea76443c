// The kernels of uncertainty: placements of rows, and stacks of resampled sweeps.
#include <cstdint>
#include <stdexcept>
#include <tuple>

#include "bind.hpp"
#include "grid_curves.hpp"
#include "placements.hpp"
#include "replicates.hpp"
#include "segment_sums.hpp"

namespace gnomon {

using namespace nb::literals;

namespace {

using Stack = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <class Score>
void bind_rows(nb::module_& m) {
    m.def("placements", [](const In<Score>& score, const In<std::uint8_t>& positive, const Weights& weight, std::size_t threads) -> nb::object {
        const std::size_t n = score.shape(0);
        same_length(n, positive.shape(0));
        const double* w = data_or_null(weight, n);
        Block<double> out(n);
        bool finite = false;
        {
            nb::gil_scoped_release release;
            finite = placements(score.data(), positive.data(), w, n, out.get(), threads);
        }
        return finite ? nb::cast(to_numpy(std::move(out))) : nb::none();
    }, "score"_a, "positive"_a, "weight"_a.none(), "threads"_a,
       "For each positive the share of negatives below it, for each negative the share of positives above it; None when a score is not finite.");
    m.def("deal", [](const In<Score>& score, const In<std::uint8_t>& positive, const Weights& weight, const In<std::uint32_t>& block, const In<double>& edges, std::size_t blocks, std::size_t threads) {
        const std::size_t n = score.shape(0), cells = edges.shape(0);
        same_length(n, positive.shape(0));
        same_length(n, block.shape(0));
        if (cells == 0) throw std::invalid_argument("there are no edges");
        check_sizes(blocks, cells);
        for (std::size_t i = 0; i < n; ++i)
            if (block.data()[i] >= blocks || positive.data()[i] > 1) throw std::invalid_argument("a block or a class is out of range");
        const double* w = data_or_null(weight, n);
        Block<double> table(blocks * cells * 2);
        {
            nb::gil_scoped_release release;
            deal_rows(score.data(), positive.data(), w, block.data(), n, edges.data(), cells, blocks, table, threads);
        }
        return matrix_to_numpy(std::move(table), blocks, cells * 2);
    }, "score"_a, "positive"_a, "weight"_a.none(), "block"_a, "edges"_a, "blocks"_a, "threads"_a = 1,
       "Rows added up by block, by cell between descending edges, and by class.");
}

template <class Measure>
void bind_measure(nb::module_& m, const char* name, Measure measure, const char* says) {
    m.def(name, [measure](const Stack& pos, const Stack& neg, std::size_t threads) {
        const std::size_t rows = pos.shape(0), cells = pos.shape(1);
        same_length(rows, neg.shape(0));
        same_length(cells, neg.shape(1));
        Block<double> out(rows);
        {
            nb::gil_scoped_release release;
            each_sweep(pos.data(), neg.data(), rows, cells, out.get(), threads,
                       [=](const double* p, const double* n) { return measure(p, n, cells); });
        }
        return to_numpy(std::move(out));
    }, "pos"_a, "neg"_a, "threads"_a, says);
}

void check_starts(const In<std::int64_t>& starts, std::size_t n) {
    std::int64_t before = -1;
    for (std::size_t s = 0; s < starts.shape(0); ++s) {
        const std::int64_t start = starts.data()[s];
        if (start <= before || static_cast<std::size_t>(start) >= n) throw std::invalid_argument("segments are not in order");
        before = start;
    }
}

Matrix<double> bind_grid_curves(const Stack& pos, const Stack& neg, const In<double>& x, int curve, std::size_t threads) {
    const std::size_t rows = pos.shape(0), cells = pos.shape(1), places = x.shape(0);
    same_length(rows, neg.shape(0));
    same_length(cells, neg.shape(1));
    if (curve < 0 || curve > static_cast<int>(GridCurve::gain)) throw std::invalid_argument("there is no such curve");
    check_sizes(rows, places);
    Block<double> out(rows * places);
    {
        nb::gil_scoped_release release;
        curves_on_grid(static_cast<GridCurve>(curve), pos.data(), neg.data(), rows, cells, x.data(), places, out.get(), threads);
    }
    return matrix_to_numpy(std::move(out), rows, places);
}

Matrix<double> bind_segment_sums(const Stack& values, const In<std::int64_t>& starts, std::size_t threads) {
    const std::size_t rows = values.shape(0), cells = values.shape(1), segments = starts.shape(0);
    check_starts(starts, cells);
    Block<double> out(rows * segments);
    {
        nb::gil_scoped_release release;
        stack_segment_sums(values.data(), rows, cells, starts.data(), segments, out.get(), threads);
    }
    return matrix_to_numpy(std::move(out), rows, segments);
}

Matrix<double> bind_weighted_entries(const Stack& weights, const In<std::int64_t>& block, const In<std::int64_t>& column, const Weights& values,
                                     const In<std::int64_t>& starts, std::size_t columns, std::size_t threads) {
    const std::size_t rows = weights.shape(0), blocks = weights.shape(1), n = block.shape(0), segments = starts.shape(0);
    same_length(n, column.shape(0));
    const double* value = data_or_null(values, n);
    check_starts(starts, n);
    check_sizes(rows, columns);
    for (std::size_t i = 0; i < n; ++i)
        if (static_cast<std::size_t>(block.data()[i]) >= blocks || static_cast<std::size_t>(column.data()[i]) >= columns)
            throw std::invalid_argument("a block or a column is out of range");
    Block<double> out(rows * columns);
    {
        nb::gil_scoped_release release;
        const Entries table{block.data(), column.data(), value, n, starts.data(), segments};
        weigh_entries(weights.data(), rows, blocks, table, columns, out.get(), threads);
    }
    return matrix_to_numpy(std::move(out), rows, columns);
}

}  // namespace

void bind_inference_kernels(nb::module_& m) {
    bind_rows<double>(m);
    bind_rows<float>(m);
    m.def("class_spread", [](const In<double>& values, const In<std::uint8_t>& positive, const Weights& weight, std::size_t threads) {
        const std::size_t n = values.shape(0);
        same_length(n, positive.shape(0));
        for (std::size_t i = 0; i < n; ++i)
            if (positive.data()[i] > 1) throw std::invalid_argument("a class is out of range");
        const double* w = data_or_null(weight, n);
        nb::gil_scoped_release release;
        const ClassSpread s = class_spread(values.data(), positive.data(), w, n, threads);
        return std::tuple{s.mean[1], s.variance[1], s.mean[0], s.variance[0]};
    }, "values"_a, "positive"_a, "weight"_a.none(), "threads"_a,
       "(mean over positives, its variance, mean over negatives, its variance), rows being independent.");
    m.def("resample", [](const In<double>& counts, std::size_t replicates, std::uint64_t seed, std::uint64_t first, std::size_t threads) {
        const std::size_t cells = counts.shape(0);
        check_sizes(replicates, cells);
        Block<double> out(replicates * cells);
        {
            nb::gil_scoped_release release;
            resample(counts.data(), cells, replicates, seed, first, out.get(), threads);
        }
        return matrix_to_numpy(std::move(out), replicates, cells);
    }, "counts"_a, "replicates"_a, "seed"_a, "first"_a, "threads"_a, "Poisson draws with the counts as means, a row a replicate.");
    m.def("grid_curves", &bind_grid_curves, "pos"_a, "neg"_a, "x"_a, "curve"_a, "threads"_a,
          "The curve of each sweep of a stack at ascending places: 0 ROC, 1 precision over recall, 2 gain.");
    m.def("segment_sums", &bind_segment_sums, "values"_a, "starts"_a, "threads"_a,
          "Sums of each row's numbers from each start to the next.");
    m.def("weighted_entries", &bind_weighted_entries, "weights"_a, "block"_a, "column"_a, "values"_a.none(), "starts"_a, "columns"_a,
          "threads"_a, "Weights times a table of few entries that are not 0, in the order of their columns, of which each begins at a start.");
    bind_measure(m, "stack_area", area_of, "The area under the ROC curve of each sweep of a stack.");
    bind_measure(m, "stack_gap", gap_of, "The largest distance between TPR and FPR of each sweep of a stack.");
    bind_measure(m, "stack_precision", precision_of, "The average precision of each sweep of a stack.");
}

}  // namespace gnomon
