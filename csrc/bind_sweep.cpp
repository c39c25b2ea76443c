// The kernels that read a sweep's columns, bound once for whole counts and once for weights.
#include <cstdint>
#include <stdexcept>
#include <tuple>

#include "bind.hpp"
#include "cells.hpp"
#include "losses.hpp"
#include "merge.hpp"
#include "scan.hpp"

namespace gnomon {

using namespace nb::literals;

namespace {

void check_shift(unsigned shift) {
    if (shift > most_shift) throw std::invalid_argument("a cell is at most half of all floats");
}

// Counts are never converted: a float column in the overload of whole counts would lose its fractions.
template <class Count>
void bind_scans(nb::module_& m) {
    using Column = In<Count>;
    m.def("sweep_pairs", [](const Column& pos, const Column& neg, std::size_t threads) {
        same_length(pos.shape(0), neg.shape(0));
        nb::gil_scoped_release release;
        const Area a = sweep_pairs(pos.data(), neg.data(), pos.shape(0), threads);
        return std::tuple{a.positives, a.negatives, a.pairs};
    }, "pos"_a.noconvert(), "neg"_a.noconvert(), "threads"_a);
    m.def("largest_gap", [](const Column& pos, const Column& neg, std::size_t threads) {
        same_length(pos.shape(0), neg.shape(0));
        nb::gil_scoped_release release;
        const Gap g = largest_gap(pos.data(), neg.data(), pos.shape(0), threads);
        return std::tuple{g.tpr_over_fpr, g.at_tpr, g.fpr_over_tpr, g.at_fpr};
    }, "pos"_a.noconvert(), "neg"_a.noconvert(), "threads"_a);
    m.def("cumulate", [](const Column& values, std::size_t threads) {
        Block<Count> sums(values.shape(0));
        {
            nb::gil_scoped_release release;
            cumulate(values.data(), values.shape(0), sums.get(), threads);
        }
        return to_numpy(std::move(sums));
    }, "values"_a.noconvert(), "threads"_a);
    m.def("cell_losses", [](const In<double>& score, const Column& pos, const Column& neg, double clip, bool logarithmic, std::size_t threads) {
        same_length(score.shape(0), pos.shape(0));
        same_length(pos.shape(0), neg.shape(0));
        nb::gil_scoped_release release;
        return cell_losses(score.data(), pos.data(), neg.data(), pos.shape(0), clip, logarithmic, threads);
    }, "score"_a, "pos"_a.noconvert(), "neg"_a.noconvert(), "clip"_a, "logarithmic"_a, "threads"_a);
    m.def("precision_sum", [](const Column& pos, const Column& neg, bool trapezoid, std::size_t threads) {
        same_length(pos.shape(0), neg.shape(0));
        nb::gil_scoped_release release;
        return precision_sum(pos.data(), neg.data(), pos.shape(0), trapezoid, threads);
    }, "pos"_a.noconvert(), "neg"_a.noconvert(), "trapezoid"_a, "threads"_a);
    m.def("monotone_precision", [](const Column& pos, const Column& neg, std::size_t steps) {
        same_length(pos.shape(0), neg.shape(0));
        if (steps >= std::size_t{1} << 32) throw std::invalid_argument("there are too many steps");
        Block<double> marks(steps + 1);
        double sum = 0;
        {
            nb::gil_scoped_release release;
            sum = monotone_precision_sum(pos.data(), neg.data(), pos.shape(0), steps, marks.get());
        }
        return std::pair{sum, to_numpy(std::move(marks))};
    }, "pos"_a.noconvert(), "neg"_a.noconvert(), "steps"_a);
    m.def("coarsen", [](const In<double>& score, const Column& pos, const Column& neg, unsigned shift) {
        const std::size_t size = score.shape(0);
        same_length(size, pos.shape(0));
        same_length(size, neg.shape(0));
        check_shift(shift);
        Block<double> to_score(size);
        Block<Count> to_pos(size), to_neg(size);
        std::size_t cells = 0;
        {
            nb::gil_scoped_release release;
            cells = coarsen(score.data(), pos.data(), neg.data(), size, shift, to_score.get(), to_pos.get(), to_neg.get());
        }
        return std::tuple{to_numpy(std::move(to_score), cells), to_numpy(std::move(to_pos), cells), to_numpy(std::move(to_neg), cells)};
    }, "score"_a, "pos"_a.noconvert(), "neg"_a.noconvert(), "shift"_a);
    m.def("bundle", [](const In<double>& score, const Column& pos, const Column& neg, double per_class, std::size_t ends) {
        const std::size_t size = score.shape(0);
        same_length(size, pos.shape(0));
        same_length(size, neg.shape(0));
        if (!(per_class >= 1 && per_class < 1e9) || ends >= std::size_t{1} << 32) throw std::invalid_argument("there are no such bundles");
        // Each bundle raises one of the four numbers that make up its own, so that there are no more than their sum.
        const std::size_t most = std::min(size, 2 * static_cast<std::size_t>(per_class) + 2 * ends + 4);
        Block<double> to_score(most);
        Block<Count> to_pos(most), to_neg(most);
        std::size_t cells = 0;
        {
            nb::gil_scoped_release release;
            cells = bundle(score.data(), pos.data(), neg.data(), size, per_class, ends, most, to_score.get(), to_pos.get(), to_neg.get());
        }
        return std::tuple{to_numpy(std::move(to_score), cells), to_numpy(std::move(to_pos), cells), to_numpy(std::move(to_neg), cells)};
    }, "score"_a, "pos"_a.noconvert(), "neg"_a.noconvert(), "per_class"_a, "ends"_a);
    m.def("merge", [](const In<double>& a, const Column& a_pos, const Column& a_neg, const In<double>& b, const Column& b_pos, const Column& b_neg, std::size_t threads) {
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
            const Cells<Count> left{a.data(), a_pos.data(), a_neg.data(), na}, right{b.data(), b_pos.data(), b_neg.data(), nb_};
            cells = merge(left, right, Merged<Count>{score.get(), pos.get(), neg.get()}, threads);
        }
        return std::tuple{to_numpy(std::move(score), cells), to_numpy(std::move(pos), cells), to_numpy(std::move(neg), cells)};
    }, "a"_a, "a_pos"_a.noconvert(), "a_neg"_a.noconvert(), "b"_a, "b_pos"_a.noconvert(), "b_neg"_a.noconvert(), "threads"_a);
}

template <class Score>
void bind_floors(nb::module_& m) {
    m.def("floor_scores", [](const In<Score>& score, unsigned shift, std::size_t threads) {
        check_shift(shift);
        Block<double> out(score.shape(0));
        {
            nb::gil_scoped_release release;
            floor_scores(score.data(), score.shape(0), shift, out.get(), threads);
        }
        return to_numpy(std::move(out));
    }, "score"_a.noconvert(), "shift"_a, "threads"_a, "The lowest float of each score's cell.");
}

}  // namespace

void bind_sweep_kernels(nb::module_& m) {
    m.def("shift_for", [](const In<double>& score, std::size_t limit, unsigned least) {
        check_shift(least);
        if (limit < 2) throw std::invalid_argument("two cells are the fewest");
        nb::gil_scoped_release release;
        return shift_for(score.data(), score.shape(0), limit, least);
    }, "score"_a, "limit"_a, "least"_a, "The smallest shift at which descending scores fall into at most `limit` cells.");
    m.def("cell_ceilings", [](const In<double>& score, unsigned shift) {
        check_shift(shift);
        Block<double> out(score.shape(0));
        for (std::size_t i = 0; i < score.shape(0); ++i) out[i] = cell_ceiling(score.data()[i], shift);
        return to_numpy(std::move(out));
    }, "score"_a, "shift"_a, "The highest float of each score's cell.");
    bind_floors<double>(m);
    bind_floors<float>(m);
    bind_scans<std::int64_t>(m);
    bind_scans<double>(m);
}

}  // namespace gnomon
