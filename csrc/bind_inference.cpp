// The kernels of uncertainty: placements of rows, and stacks of resampled sweeps.
#include <cstdint>
#include <stdexcept>
#include <tuple>

#include "bind.hpp"
#include "placements.hpp"
#include "replicates.hpp"

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
    bind_measure(m, "stack_area", area_of, "The area under the ROC curve of each sweep of a stack.");
    bind_measure(m, "stack_gap", gap_of, "The largest distance between TPR and FPR of each sweep of a stack.");
    bind_measure(m, "stack_precision", precision_of, "The average precision of each sweep of a stack.");
}

}  // namespace gnomon
