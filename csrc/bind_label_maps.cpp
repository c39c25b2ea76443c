// The kernels of label maps.
#include <cstdint>
#include <stdexcept>

#include "bind.hpp"
#include "label_maps.hpp"
#include "map_digests.hpp"

namespace gnomon {

using namespace nb::literals;

namespace {

using Maps = nb::ndarray<nb::ro, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// Calls f(pointer) with the pointer of the maps' own type; others are widened before they come here.
template <class F>
void with_maps(const Maps& maps, const F& f) {
    const auto type = maps.dtype();
    if (type == nb::dtype<std::uint8_t>()) return f(static_cast<const std::uint8_t*>(maps.data()));
    if (type == nb::dtype<std::uint16_t>()) return f(static_cast<const std::uint16_t*>(maps.data()));
    if (type == nb::dtype<std::int32_t>()) return f(static_cast<const std::int32_t*>(maps.data()));
    if (type == nb::dtype<std::int64_t>()) return f(static_cast<const std::int64_t*>(maps.data()));
    throw std::invalid_argument("maps must be uint8, uint16, int32 or int64");
}

Matrix<std::int64_t> bind_label_pairs(const Maps& truth, const Maps& predicted, std::int64_t low, std::size_t span,
                                      std::optional<std::int64_t> ignore, std::size_t threads) {
    const std::size_t images = truth.shape(0), pixels = truth.shape(1);
    same_length(images, predicted.shape(0));
    same_length(pixels, predicted.shape(1));
    if (span > 4096) throw std::invalid_argument("the labels lie too far apart");
    const LabelRange range{low, span, ignore.has_value(), ignore.value_or(0)};
    check_sizes(images, range.size());
    Block<std::int64_t> cells(images * range.size());
    std::fill_n(cells.get(), images * range.size(), std::int64_t{0});
    with_maps(truth, [&](auto* a) {
        with_maps(predicted, [&](auto* b) {
            nb::gil_scoped_release release;
            if (images && pixels) count_label_pairs(a, b, images, pixels, range, cells.get(), threads);
        });
    });
    return matrix_to_numpy(std::move(cells), images, range.size());
}

Out<std::uint64_t> bind_map_digests(const Maps& maps, std::size_t width, std::optional<std::int64_t> ignore, std::size_t threads) {
    const std::size_t images = maps.shape(0), pixels = maps.shape(1);
    Block<std::uint64_t> digests(images);
    with_maps(maps, [&](auto* labels) {
        nb::gil_scoped_release release;
        map_digests(LabelMap<std::decay_t<decltype(*labels)>>{labels, pixels, width, ignore.has_value(), ignore.value_or(0)}, images, digests.get(),
                    threads);
    });
    return to_numpy(std::move(digests), images);
}

Matrix<std::uint8_t> bind_far_from_borders(const Maps& map, std::size_t reach) {
    const std::size_t height = map.shape(0), width = map.shape(1);
    check_sizes(reach, 1);
    Block<std::uint8_t> inside(height * width);
    with_maps(map, [&](auto* labels) {
        nb::gil_scoped_release release;
        far_from_borders(labels, height, width, reach, inside.get());
    });
    return matrix_to_numpy(std::move(inside), height, width);
}

}  // namespace

void bind_label_maps_kernels(nb::module_& m) {
    m.def("label_pairs", &bind_label_pairs, "truth"_a, "predicted"_a, "low"_a, "span"_a, "ignore"_a.none(), "threads"_a,
          "For each image the span x span pairs of labels from `low` on, then the pixels out of that range and those ignored.");
    m.def("map_digests", &bind_map_digests, "maps"_a, "width"_a, "ignore"_a.none(), "threads"_a,
          "Eight bytes for each map of labels, by which one knows whether two are the same, never 0; where pixels are ignored counts.");
    m.def("far_from_borders", &bind_far_from_borders, "map"_a, "reach"_a,
          "Pixels around which all within `reach` rows and columns have the same label; past the edge none has.");
}

}  // namespace gnomon
