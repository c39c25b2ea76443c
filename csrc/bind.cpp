// The module, and the kernels that read rows. Arrays arrive validated in shape and contiguity by gnomon.inputs; here they are
// matched to the kernel of their type, and the GIL is released while it runs.

#include <cstdint>
#include <stdexcept>
#include <tuple>

#include "bind.hpp"
#include "columns.hpp"
#include "interrupts.hpp"
#include "labels.hpp"
#include "losses.hpp"
#include "memory.hpp"
#include "pairs.hpp"
#include "precision_recall.hpp"
#include "row_gap.hpp"
#include "rows.hpp"
#include "sweep.hpp"

using namespace gnomon;
using namespace nb::literals;

namespace {

using Any = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
const T* typed(const Any& array) {
    return static_cast<const T*>(array.data());
}

// Calls f(pointer) with the pointer of the array's own type.
template <class F>
auto with_scores(const Any& score, const F& f) {
    if (score.dtype() == nb::dtype<double>()) return f(typed<double>(score));
    if (score.dtype() == nb::dtype<float>()) return f(typed<float>(score));
    throw std::invalid_argument("scores must be float32 or float64");
}

template <class F>
auto with_integers(const Any& y, const F& f) {
    const auto type = y.dtype();
    if (type == nb::dtype<std::int64_t>()) return f(typed<std::int64_t>(y));
    if (type == nb::dtype<std::int32_t>()) return f(typed<std::int32_t>(y));
    if (type == nb::dtype<std::uint8_t>() || type == nb::dtype<bool>()) return f(typed<std::uint8_t>(y));
    if (type == nb::dtype<std::int8_t>()) return f(typed<std::int8_t>(y));
    if (type == nb::dtype<std::int16_t>()) return f(typed<std::int16_t>(y));
    if (type == nb::dtype<std::uint16_t>()) return f(typed<std::uint16_t>(y));
    if (type == nb::dtype<std::uint32_t>()) return f(typed<std::uint32_t>(y));
    if (type == nb::dtype<std::uint64_t>()) return f(typed<std::uint64_t>(y));
    throw std::invalid_argument("labels must be integers or booleans");
}

template <class F>
auto with_labels(const Any& y, const F& f) {
    if (y.dtype() == nb::dtype<double>()) return f(typed<double>(y));
    if (y.dtype() == nb::dtype<float>()) return f(typed<float>(y));
    return with_integers(y, f);
}

template <class P>
using Pointee = std::remove_const_t<std::remove_pointer_t<P>>;

using Mask = In<std::uint8_t>;

std::tuple<Out<std::uint8_t>, std::size_t, std::size_t, bool> bind_binarize(const Any& y, std::int64_t positive, std::size_t threads) {
    const std::size_t n = y.shape(0);
    Block<std::uint8_t> mask(n);
    const Binarized r = with_labels(y, [&](auto* labels) {
        nb::gil_scoped_release release;
        return binarize(labels, n, static_cast<Pointee<decltype(labels)>>(positive), mask.get(), threads);
    });
    return {to_numpy(std::move(mask)), r.positives, r.other, r.clean};
}

std::pair<std::int64_t, std::int64_t> bind_extent(const Any& y, std::size_t threads) {
    const std::size_t n = y.shape(0);
    if (n == 0) throw std::invalid_argument("extent of an empty array");
    return with_integers(y, [&](auto* labels) {
        nb::gil_scoped_release release;
        const auto e = extent(labels, n, threads);
        return std::pair{static_cast<std::int64_t>(e.low), static_cast<std::int64_t>(e.high)};
    });
}

template <class Count>
Matrix<Count> count_pairs(const Any& truth, const Any& prediction, const double* weight, std::int64_t low, std::size_t k,
                          std::size_t threads) {
    Block<Count> cells(k * k);
    std::fill_n(cells.get(), k * k, Count{0});
    with_integers(truth, [&](auto* labels) {
        using Label = Pointee<decltype(labels)>;
        nb::gil_scoped_release release;
        confusion<Label>(labels, typed<Label>(prediction), weight, truth.shape(0), static_cast<Label>(low), k, cells.get(), threads);
    });
    return matrix_to_numpy(std::move(cells), k, k);
}

nb::object bind_confusion(const Any& truth, const Any& prediction, const Weights& weight, std::int64_t low, std::size_t k,
                          std::size_t threads) {
    same_length(truth.shape(0), prediction.shape(0));
    if (truth.dtype() != prediction.dtype()) throw std::invalid_argument("labels differ in type");
    check_sizes(k, k);
    const double* w = data_or_null(weight, truth.shape(0));
    if (w) return nb::cast(count_pairs<double>(truth, prediction, w, low, k, threads));
    return nb::cast(count_pairs<std::int64_t>(truth, prediction, w, low, k, threads));
}

// Runs f on the rows in their buckets, of the kind that the weights ask for.
template <class F>
auto with_rows(const Any& score, const Mask& positive, const Weights& weight, std::size_t threads, const F& f) {
    const std::size_t n = score.shape(0);
    same_length(n, positive.shape(0));
    const double* w = data_or_null(weight, n);
    const std::uint8_t* mask = positive.data();
    return with_scores(score, [&](auto* scores) {
        nb::gil_scoped_release release;
        if (w) return f(distribute_rows<Weighted>(scores, mask, w, n, threads));
        return f(distribute_rows<double>(scores, mask, w, n, threads));
    });
}

std::tuple<double, double, double, bool> bind_rank_pairs(const Any& score, const Mask& positive, const Weights& weight,
                                                         std::size_t threads) {
    const std::size_t used = threads_for(score.shape(0), threads);
    const Area a = with_rows(score, positive, weight, threads, [=](auto&& rows) { return rank_pairs(rows, used); });
    return {a.positives, a.negatives, a.pairs, a.finite};
}

template <class Count>
nb::object columns_to_python(Columns<Count>&& c) {
    if (!c.finite) return nb::none();
    return nb::make_tuple(to_numpy(std::move(c.threshold)), to_numpy(std::move(c.pos)), to_numpy(std::move(c.neg)));
}

nb::object bind_sweep_columns(const Any& score, const Mask& positive, const Weights& weight, std::size_t threads) {
    const std::size_t used = threads_for(score.shape(0), threads);
    if (weight) {
        Columns<double> c;
        with_rows(score, positive, weight, threads, [&](auto&& rows) {
            rows.sort(used);
            c = build_sweep<double>(rows, used);
        });
        return columns_to_python(std::move(c));
    }
    Columns<std::int64_t> c;
    with_rows(score, positive, weight, threads, [&](auto&& rows) {
        rows.sort(used);
        c = build_sweep<std::int64_t>(rows, used);
    });
    return columns_to_python(std::move(c));
}

std::tuple<double, double, double, double, double, double, bool, bool> bind_row_gap(const Any& score, const Mask& positive, std::size_t threads) {
    const std::size_t n = score.shape(0), used = threads_for(n, threads);
    same_length(n, positive.shape(0));
    const RowGap g = with_scores(score, [&](auto* scores) {
        nb::gil_scoped_release release;
        auto rows = distribute_rows<double>(scores, positive.data(), nullptr, n, threads);
        return row_gap(rows, used);
    });
    return {g.positives, g.negatives, g.above, g.at_above, g.below, g.at_below, g.finite, g.fits};
}

nb::object bind_precision_recall(const Any& score, const Mask& positive, std::size_t threads) {
    const std::size_t n = score.shape(0), used = threads_for(n, threads);
    same_length(n, positive.shape(0));
    PrecisionRecall c = with_scores(score, [&](auto* scores) {
        nb::gil_scoped_release release;
        auto rows = distribute_rows<double>(scores, positive.data(), nullptr, n, threads);
        return precision_recall(rows, n, used);
    });
    if (!c.finite) return nb::none();
    return nb::make_tuple(to_numpy(std::move(c.precision), c.size + 1), to_numpy(std::move(c.recall), c.size + 1),
                          to_numpy(std::move(c.threshold), c.size));
}

std::tuple<double, double, double, double, bool> bind_losses(const Any& score, const Mask& positive, const Weights& weight, double clip,
                                                             bool logarithmic, std::size_t threads) {
    const std::size_t n = score.shape(0);
    same_length(n, positive.shape(0));
    const double* w = data_or_null(weight, n);
    const Losses l = with_scores(score, [&](auto* scores) {
        nb::gil_scoped_release release;
        return probability_losses(scores, positive.data(), w, n, clip, logarithmic, threads);
    });
    return {l.weight, l.positives, l.squared, l.logarithmic, l.valid};
}

// A matrix of scores by row as its columns, each in one piece.
nb::object bind_columns(const nb::ndarray<nb::ro, nb::ndim<2>, nb::c_contig, nb::device::cpu>& matrix, std::size_t threads) {
    const std::size_t n = matrix.shape(0), k = matrix.shape(1);
    const auto turned = [&](auto zero) {
        using T = decltype(zero);
        Block<T> out(n * k);
        {
            nb::gil_scoped_release release;
            to_columns(static_cast<const T*>(matrix.data()), n, k, out.get(), threads);
        }
        return nb::cast(matrix_to_numpy(std::move(out), k, n));
    };
    if (matrix.dtype() == nb::dtype<double>()) return turned(double{});
    if (matrix.dtype() == nb::dtype<float>()) return turned(float{});
    throw std::invalid_argument("scores must be float32 or float64");
}

// Called while the GIL is released. Only Python's main thread runs handlers of signals; on others it finds nothing.
void ask_python() {
    nb::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

}  // namespace

NB_MODULE(_core, m) {
    ask_interrupts_with(&ask_python);
    m.doc() = "Kernels of gnomon. Arguments are checked for length and type only; gnomon.inputs checks what they hold.";
    m.def("binarize", &bind_binarize, "y"_a, "positive"_a, "threads"_a,
          "(mask of rows equal to `positive`, how many, position of the first other row, whether all others equal that one)");
    m.def("extent", &bind_extent, "y"_a, "threads"_a, "The smallest and the largest of integer labels.");
    m.def("confusion", &bind_confusion, "truth"_a, "prediction"_a, "weight"_a.none(), "low"_a, "k"_a, "threads"_a,
          "The k x k matrix of pairs of labels counted from `low`.");
    m.def("rank_pairs", &bind_rank_pairs, "score"_a, "positive"_a, "weight"_a.none(), "threads"_a,
          "(positives, negatives, twice the pairs in the right order with a tie counting one, whether all scores are finite)");
    m.def("sweep_columns", &bind_sweep_columns, "score"_a, "positive"_a, "weight"_a.none(), "threads"_a,
          "Distinct scores from the highest down with their positives and negatives; None when a score is not finite.");
    m.def("precision_recall", &bind_precision_recall, "score"_a, "positive"_a, "threads"_a,
          "Precision and recall at each distinct score from the lowest up, then 1 and 0, and these scores; None when one is not finite.");
    m.def("row_gap", &bind_row_gap, "score"_a, "positive"_a, "threads"_a,
          "(positives, negatives, how far the negatives' distribution function rises above the positives' and at which lowest score, how far "
          "it falls below and where, whether all scores are finite, whether products of counts fit)");
    m.def("losses", &bind_losses, "score"_a, "positive"_a, "weight"_a.none(), "clip"_a, "logarithmic"_a, "threads"_a,
          "(weight, positive weight, summed squared loss, summed log loss, whether all lie in [0, 1])");
    m.def("columns", &bind_columns, "matrix"_a, "threads"_a, "The columns of a matrix of scores, each in one piece.");
    m.def("interrupt_after", [](std::int64_t questions) {
        return trip_interrupt(questions, [] {
            nb::gil_scoped_acquire held;
            PyErr_SetInterrupt();
        });
    }, "questions"_a,
       "For tests: press Ctrl-C when kernels ask for interrupts the n-th time from now on (0: never); how many were still to come before.");
    bind_sweep_kernels(m);
    bind_inference_kernels(m);
    bind_ranking_kernels(m);
    bind_trec_kernels(m);
    bind_spread_kernels(m);
    bind_moments_kernels(m);
    bind_joint_kernels(m);
    bind_bins_kernels(m);
    bind_clustering_kernels(m);
    bind_detection_kernels(m);
    bind_coco_kernels(m);
    bind_tag_kernels(m);
    bind_geometry_kernels(m);
    bind_label_maps_kernels(m);
    bind_edits_kernels(m);
    bind_ngrams_kernels(m);
}
