// The kernels of clustering.
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>

#include "bind.hpp"
#include "contingency.hpp"
#include "density_clusters.hpp"
#include "silhouette.hpp"

namespace gnomon {

using namespace nb::literals;

namespace {

using Coordinates = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <class Count>
nb::object counted(const In<std::uint32_t>& a, const In<std::uint32_t>& b, const double* weight, std::size_t rows, std::size_t columns,
                   std::size_t threads) {
    Block<Count> cells(rows * columns);
    {
        nb::gil_scoped_release release;
        if (rows != 0 && columns != 0) count_cells(a.data(), b.data(), weight, a.shape(0), rows, columns, cells.get(), threads);
    }
    return nb::cast(matrix_to_numpy(std::move(cells), rows, columns));
}

nb::object bind_contingency(const In<std::uint32_t>& a, const In<std::uint32_t>& b, const Weights& weight, std::size_t rows,
                            std::size_t columns, std::size_t threads) {
    same_length(a.shape(0), b.shape(0));
    check_sizes(rows, columns);
    const double* w = data_or_null(weight, a.shape(0));
    return w ? counted<double>(a, b, w, rows, columns, threads) : counted<std::int64_t>(a, b, w, rows, columns, threads);
}

double bind_expected_information(const In<double>& a, const In<double>& a_times, const In<double>& b, const In<double>& b_times, double n,
                                 std::size_t threads) {
    same_length(a.shape(0), a_times.shape(0));
    same_length(b.shape(0), b_times.shape(0));
    nb::gil_scoped_release release;
    return expected_information({a.data(), a_times.data(), a.shape(0)}, {b.data(), b_times.data(), b.shape(0)}, n, threads);
}

// Calls f(tag) with the kind of distance of a name.
template <class F>
auto with_distance(const std::string& name, const F& f) {
    if (name == "euclidean") return f(std::integral_constant<Distance, Distance::euclidean>());
    if (name == "sqeuclidean") return f(std::integral_constant<Distance, Distance::squared>());
    if (name == "manhattan") return f(std::integral_constant<Distance, Distance::manhattan>());
    if (name == "chebyshev") return f(std::integral_constant<Distance, Distance::chebyshev>());
    throw std::invalid_argument("no such distance");
}

// Where clusters start among n points: from 0 to n, each with one point at least.
void check_starts(const In<std::int64_t>& starts, std::size_t n) {
    const std::size_t k = starts.shape(0);
    if (k < 2 || starts.data()[0] != 0 || starts.data()[k - 1] != static_cast<std::int64_t>(n)) throw std::invalid_argument("starts do not fit");
    for (std::size_t i = 1; i < k; ++i)
        if (starts.data()[i] <= starts.data()[i - 1]) throw std::invalid_argument("a cluster has no points");
}

std::tuple<Out<double>, Out<std::uint32_t>> bind_silhouettes(const Coordinates& points, const In<std::int64_t>& starts,
                                                             const std::string& distance, std::size_t threads) {
    const std::size_t n = points.shape(0), d = points.shape(1);
    check_starts(starts, n);
    Block<double> out(n);
    Block<std::uint32_t> nearest(n);
    with_distance(distance, [&](auto kind) {
        nb::gil_scoped_release release;
        silhouettes<kind.value>(points.data(), n, d, starts.data(), starts.shape(0) - 1, out.get(), nearest.get(), threads);
    });
    return {to_numpy(std::move(out)), to_numpy(std::move(nearest))};
}

std::tuple<Out<double>, Out<std::uint32_t>> bind_silhouettes_of_distances(const Coordinates& distances, const In<std::uint32_t>& cluster,
                                                                          const In<std::int64_t>& sizes, std::size_t threads) {
    const std::size_t n = cluster.shape(0);
    same_length(distances.shape(0), n);
    same_length(distances.shape(1), n);
    for (std::size_t i = 0; i < n; ++i)
        if (cluster.data()[i] >= sizes.shape(0)) throw std::invalid_argument("a cluster is past the last");
    Block<double> out(n);
    Block<std::uint32_t> nearest(n);
    {
        nb::gil_scoped_release release;
        silhouettes_of_distances(distances.data(), n, cluster.data(), sizes.data(), sizes.shape(0), out.get(), nearest.get(), threads);
    }
    return {to_numpy(std::move(out)), to_numpy(std::move(nearest))};
}

std::tuple<Out<double>, Out<double>> bind_density_validity(const Coordinates& points, const In<std::int64_t>& starts, const std::string& distance,
                                                           std::size_t threads) {
    check_starts(starts, points.shape(0));
    const std::size_t k = starts.shape(0) - 1;
    check_sizes(k * k, 1);
    Block<double> sparseness(k), apart(k);
    with_distance(distance, [&](auto kind) {
        nb::gil_scoped_release release;
        density_validity<kind.value>(points.data(), points.shape(1), starts.data(), k, sparseness.get(), apart.get(), threads);
    });
    return {to_numpy(std::move(sparseness)), to_numpy(std::move(apart))};
}

}  // namespace

void bind_clustering_kernels(nb::module_& m) {
    m.def("contingency", &bind_contingency, "a"_a, "b"_a, "weight"_a.none(), "rows"_a, "columns"_a, "threads"_a,
          "The table of pairs of codes, counted or weighed.");
    m.def("expected_information", &bind_expected_information, "a"_a, "a_times"_a, "b"_a, "b_times"_a, "n"_a, "threads"_a,
          "The expected mutual information of partitions of n points whose parts have these sizes, each so many times.");
    m.def("silhouettes", &bind_silhouettes, "points"_a, "starts"_a, "distance"_a, "threads"_a,
          "The silhouette of each point and its nearest other cluster; points of a cluster stand together, from starts[k] on.");
    m.def("silhouettes_of_distances", &bind_silhouettes_of_distances, "distances"_a, "cluster"_a, "sizes"_a, "threads"_a,
          "The same from a matrix of distances and the cluster of each point.");
    m.def("density_validity", &bind_density_validity, "points"_a, "starts"_a, "distance"_a, "threads"_a,
          "The density sparseness of each cluster of two points or more, and its least density separation from another.");
}

}  // namespace gnomon
