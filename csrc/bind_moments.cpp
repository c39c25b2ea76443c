// The kernels of exact sums: of pairs of a truth and a prediction, and of any numbers.
#include <cstdint>
#include <stdexcept>

#include "bind.hpp"
#include "exact.hpp"
#include "moments.hpp"

namespace gnomon {

using namespace nb::literals;

namespace {

using NumberColumn = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

FloatColumn numbers(const NumberColumn& column) {
    if (column.dtype() == nb::dtype<double>()) return {static_cast<const double*>(column.data()), nullptr};
    if (column.dtype() == nb::dtype<float>()) return {nullptr, static_cast<const float*>(column.data())};
    throw std::invalid_argument("numbers must be float32 or float64");
}

// A sum as the bytes of a signed whole number, the lowest first.
nb::bytes bytes_of(const Wide& sum) {
    std::uint8_t out[Wide::limbs * 8];
    for (std::size_t i = 0; i < sizeof out; ++i) out[i] = static_cast<std::uint8_t>(sum.limb[i / 8] >> (i % 8 * 8));
    return nb::bytes(out, sizeof out);
}

template <bool weighted>
PairTotals sum_terms(const FloatColumn& y, const FloatColumn& p, const double* w, std::size_t n, bool relative, bool symmetric, std::size_t threads) {
    if (relative && symmetric) return sum_pairs<weighted, true, true>(y, p, w, n, threads);
    if (relative) return sum_pairs<weighted, true, false>(y, p, w, n, threads);
    if (symmetric) return sum_pairs<weighted, false, true>(y, p, w, n, threads);
    return sum_pairs<weighted, false, false>(y, p, w, n, threads);
}

nb::object bind_moments(const NumberColumn& y, const NumberColumn& p, const Weights& weight, bool relative, bool symmetric,
                        std::size_t threads) {
    const std::size_t n = y.shape(0);
    same_length(n, p.shape(0));
    const double* w = data_or_null(weight, n);
    const FloatColumn ys = numbers(y), ps = numbers(p);
    PairTotals t;
    {
        nb::gil_scoped_release release;
        t = w ? sum_terms<true>(ys, ps, w, n, relative, symmetric, threads) : sum_terms<false>(ys, ps, w, n, relative, symmetric, threads);
    }
    if (!t.fine) return nb::none();
    nb::list sums;
    for (const Wide& sum : t.sums) sums.append(bytes_of(sum));
    return nb::make_tuple(t.rows, sums, nb::make_tuple(t.y.low, t.y.high, t.p.low, t.p.high, t.e.low, t.e.high));
}

}  // namespace

void bind_moments_kernels(nb::module_& m) {
    m.attr("UNIT") = 3 * 1075;
    m.def("moments", &bind_moments, "y"_a, "p"_a, "weight"_a.none(), "relative"_a, "symmetric"_a, "threads"_a,
          "(rows, exact sums as whole numbers of 2^-UNIT, extremes); None when a number is not finite or past 1e150.");
    m.def("exact_sum", [](const In<double>& values, const Weights& weight) {
        const std::size_t n = values.shape(0);
        const double* w = data_or_null(weight, n);
        Wide sum;
        {
            nb::gil_scoped_release release;
            sum = sum_exactly(values.data(), w, n);
        }
        return bytes_of(sum);
    }, "values"_a, "weight"_a.none(), "The sum of finite numbers, each as often as it weighs, as a whole number of 2^-UNIT.");
}

}  // namespace gnomon
