// The only file that knows Python. Arrays arrive validated in shape and contiguity by gnomon.inputs; here they are matched to
// the kernel of their type, and the GIL is released while it runs.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "cells.hpp"
#include "labels.hpp"
#include "losses.hpp"
#include "memory.hpp"
#include "pairs.hpp"
#include "rows.hpp"
#include "scan.hpp"
#include "sweep.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace gnomon;

namespace {

using Any = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using In = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Out = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
template <class T>
using Square = nb::ndarray<nb::numpy, T, nb::ndim<2>>;
using Weights = std::optional<In<double>>;

// Hands a block to NumPy, which frees it.
template <class T>
Out<T> to_numpy(Block<T>&& block, std::size_t size) {
    T* data = block.release();
    nb::capsule owner(data, [](void* p) noexcept { std::free(p); });
    return Out<T>(data, {size}, owner);
}

template <class T>
Out<T> to_numpy(Block<T>&& block) {
    const std::size_t size = block.size();
    return to_numpy(std::move(block), size);
}

void same_length(std::size_t a, std::size_t b) {
    if (a != b) throw std::invalid_argument("arrays differ in length");
}

const double* data_or_null(const Weights& weight, std::size_t n) {
    if (!weight) return nullptr;
    same_length(weight->shape(0), n);
    return weight->data();
}

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
Square<Count> count_pairs(const Any& truth, const Any& prediction, const double* weight, std::int64_t low, std::size_t k,
                          std::size_t threads) {
    Block<Count> cells(k * k);
    std::fill_n(cells.get(), k * k, Count{0});
    with_integers(truth, [&](auto* labels) {
        using Label = Pointee<decltype(labels)>;
        nb::gil_scoped_release release;
        confusion<Label>(labels, typed<Label>(prediction), weight, truth.shape(0), static_cast<Label>(low), k, cells.get(), threads);
    });
    Count* data = cells.release();
    nb::capsule owner(data, [](void* p) noexcept { std::free(p); });
    return Square<Count>(data, {k, k}, owner);
}

nb::object bind_confusion(const Any& truth, const Any& prediction, const Weights& weight, std::int64_t low, std::size_t k,
                          std::size_t threads) {
    same_length(truth.shape(0), prediction.shape(0));
    if (truth.dtype() != prediction.dtype()) throw std::invalid_argument("labels differ in type");
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

// Defines the kernels that read a sweep's columns, once for whole counts and once for weights.
template <class Count>
void bind_scans(nb::module_& m) {
    using Column = In<Count>;
    m.def("sweep_pairs", [](const Column& pos, const Column& neg, std::size_t threads) {
        same_length(pos.shape(0), neg.shape(0));
        nb::gil_scoped_release release;
        const Area a = sweep_pairs(pos.data(), neg.data(), pos.shape(0), threads);
        return std::tuple{a.positives, a.negatives, a.pairs};
    }, "pos"_a, "neg"_a, "threads"_a);
    m.def("largest_gap", [](const Column& pos, const Column& neg, std::size_t threads) {
        same_length(pos.shape(0), neg.shape(0));
        nb::gil_scoped_release release;
        const Gap g = largest_gap(pos.data(), neg.data(), pos.shape(0), threads);
        return std::tuple{g.tpr_over_fpr, g.at_tpr, g.fpr_over_tpr, g.at_fpr};
    }, "pos"_a, "neg"_a, "threads"_a);
    m.def("precision_sum", [](const Column& pos, const Column& neg, bool trapezoid, std::size_t threads) {
        same_length(pos.shape(0), neg.shape(0));
        nb::gil_scoped_release release;
        return precision_sum(pos.data(), neg.data(), pos.shape(0), trapezoid, threads);
    }, "pos"_a, "neg"_a, "trapezoid"_a, "threads"_a);
    m.def("monotone_precision", [](const Column& pos, const Column& neg, std::size_t steps) {
        same_length(pos.shape(0), neg.shape(0));
        Block<double> marks(steps + 1);
        double sum = 0;
        {
            nb::gil_scoped_release release;
            sum = monotone_precision_sum(pos.data(), neg.data(), pos.shape(0), steps, marks.get());
        }
        return std::pair{sum, to_numpy(std::move(marks))};
    }, "pos"_a, "neg"_a, "steps"_a);
    m.def("coarsen", [](const In<double>& score, const Column& pos, const Column& neg, unsigned shift) {
        const std::size_t size = score.shape(0);
        same_length(size, pos.shape(0));
        same_length(size, neg.shape(0));
        Block<double> to_score(size);
        Block<Count> to_pos(size), to_neg(size);
        std::size_t cells = 0;
        {
            nb::gil_scoped_release release;
            cells = coarsen(score.data(), pos.data(), neg.data(), size, shift, to_score.get(), to_pos.get(), to_neg.get());
        }
        return std::tuple{to_numpy(std::move(to_score), cells), to_numpy(std::move(to_pos), cells), to_numpy(std::move(to_neg), cells)};
    }, "score"_a, "pos"_a, "neg"_a, "shift"_a);
    m.def("merge", [](const In<double>& a, const Column& a_pos, const Column& a_neg, const In<double>& b, const Column& b_pos, const Column& b_neg) {
        const std::size_t na = a.shape(0), nb_ = b.shape(0);
        same_length(na, a_pos.shape(0));
        same_length(na, a_neg.shape(0));
        same_length(nb_, b_pos.shape(0));
        same_length(nb_, b_neg.shape(0));
        Block<double> score(na + nb_);
        Block<Count> pos(na + nb_), neg(na + nb_);
        std::size_t cells = 0;
        {
            nb::gil_scoped_release release;
            cells = merge(a.data(), a_pos.data(), a_neg.data(), na, b.data(), b_pos.data(), b_neg.data(), nb_, score.get(), pos.get(), neg.get());
        }
        return std::tuple{to_numpy(std::move(score), cells), to_numpy(std::move(pos), cells), to_numpy(std::move(neg), cells)};
    }, "a"_a, "a_pos"_a, "a_neg"_a, "b"_a, "b_pos"_a, "b_neg"_a);
}

}  // namespace

NB_MODULE(_core, m) {
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
    m.def("losses", &bind_losses, "score"_a, "positive"_a, "weight"_a.none(), "clip"_a, "logarithmic"_a, "threads"_a,
          "(weight, positive weight, summed squared loss, summed log loss, whether all lie in [0, 1])");
    m.def("shift_for", [](const In<double>& score, std::size_t limit, unsigned least) {
        nb::gil_scoped_release release;
        return shift_for(score.data(), score.shape(0), limit, least);
    }, "score"_a, "limit"_a, "least"_a, "The smallest shift at which descending scores fall into at most `limit` cells.");
    m.def("cell_ceilings", [](const In<double>& score, unsigned shift) {
        Block<double> out(score.shape(0));
        for (std::size_t i = 0; i < score.shape(0); ++i) out[i] = cell_ceiling(score.data()[i], shift);
        return to_numpy(std::move(out));
    }, "score"_a, "shift"_a, "The highest float of each score's cell.");
    bind_scans<std::int64_t>(m);
    bind_scans<double>(m);
}
