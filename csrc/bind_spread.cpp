// The kernels of errors and amounts.
#include <cstdint>
#include <stdexcept>
#include <tuple>

#include "amounts.hpp"
#include "bind.hpp"
#include "density.hpp"
#include "select.hpp"

namespace gnomon {

using namespace nb::literals;

namespace {

using Column = In<double>;

nb::object bind_amounts(const Column& prediction, const Column& truth, const Weights& weight, std::size_t threads) {
    const std::size_t n = prediction.shape(0);
    same_length(n, truth.shape(0));
    const double* w = data_or_null(weight, n);
    AmountColumns c;
    {
        nb::gil_scoped_release release;
        c = build_amounts(prediction.data(), truth.data(), w, n, threads);
    }
    if (!c.finite) return nb::none();
    return nb::make_tuple(to_numpy(std::move(c.prediction)), to_numpy(std::move(c.weight)), to_numpy(std::move(c.truth)),
                          to_numpy(std::move(c.error)), to_numpy(std::move(c.absolute)), to_numpy(std::move(c.squared)));
}

std::tuple<double, double, bool> bind_select(const Column& truth, const Column& prediction, std::size_t rank, double largest,
                                             std::size_t threads) {
    const std::size_t n = truth.shape(0);
    same_length(n, prediction.shape(0));
    if (rank >= n) throw std::invalid_argument("there is no such rank");
    nb::gil_scoped_release release;
    const Selected s = AbsoluteErrors(truth.data(), prediction.data(), n, largest, threads).select(rank);
    return {s.at, s.next, s.fit};
}

nb::object bind_density(const Column& x, const Column& y, const Weights& weight, std::size_t most) {
    const std::size_t n = x.shape(0);
    same_length(n, y.shape(0));
    const double* w = data_or_null(weight, n);
    if (most < 4 || most > std::size_t{1} << 24) throw std::invalid_argument("there are four squares at the fewest, and no room for so many");
    Squares squares(4, 0);
    {
        nb::gil_scoped_release release;
        squares = density(x.data(), y.data(), w, n, most);
    }
    const auto cells = squares.sorted();
    Block<std::int64_t> at_x(cells.size()), at_y(cells.size());
    Block<double> weights(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        at_x[i] = Squares::x_of(cells[i].first);
        at_y[i] = Squares::y_of(cells[i].first);
        weights[i] = cells[i].second;
    }
    return nb::make_tuple(squares.level(), to_numpy(std::move(at_x)), to_numpy(std::move(at_y)), to_numpy(std::move(weights)));
}

}  // namespace

void bind_spread_kernels(nb::module_& m) {
    m.def("amount_columns", &bind_amounts, "prediction"_a, "truth"_a, "weight"_a.none(), "threads"_a,
          "Distinct predictions from the highest down; what rows weigh, their truths, errors, absolute and squared errors summed; None when a "
          "prediction is not finite.");
    m.def("absolute_error_at", &bind_select, "truth"_a, "prediction"_a, "rank"_a, "largest"_a, "threads"_a,
          "(the absolute error of a rank counted from 0, the one above it, whether no number is past the largest)");
    m.def("density", &bind_density, "x"_a, "y"_a, "weight"_a.none(), "most"_a,
          "(level, places along x, along y, weights) of the finest squares of side 2^level of which at most so many hold rows");
}

}  // namespace gnomon
