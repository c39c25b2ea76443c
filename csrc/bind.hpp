// What the binding files share: array types, and blocks handed to NumPy. Only these files know Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>

#include "memory.hpp"

namespace gnomon {

namespace nb = nanobind;

template <class T>
using In = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Out = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
template <class T>
using Matrix = nb::ndarray<nb::numpy, T, nb::ndim<2>>;
using Weights = std::optional<In<double>>;

// What frees a block once NumPy lets go of it. An empty block is null, which no capsule may hold.
template <class T>
nb::capsule owner_of(T*& data) {
    if (!data) data = static_cast<T*>(std::malloc(sizeof(T)));
    if (!data) throw std::bad_alloc();
    return nb::capsule(data, [](void* p) noexcept { std::free(p); });
}

// Hands a block to NumPy, which frees it.
template <class T>
Out<T> to_numpy(Block<T>&& block, std::size_t size) {
    T* data = block.release();
    const nb::capsule owner = owner_of(data);
    return Out<T>(data, {size}, owner);
}

template <class T>
Out<T> to_numpy(Block<T>&& block) {
    const std::size_t size = block.size();
    return to_numpy(std::move(block), size);
}

inline void same_length(std::size_t a, std::size_t b) {
    if (a != b) throw std::invalid_argument("arrays differ in length");
}

// Refuses a table whose number of cells would wrap around.
inline void check_sizes(std::size_t rows, std::size_t columns) {
    constexpr std::size_t most = std::size_t{1} << 30;
    if (rows > most || columns > most) throw std::invalid_argument("the table is too large");
}

inline const double* data_or_null(const Weights& weight, std::size_t n) {
    if (!weight) return nullptr;
    same_length(weight->shape(0), n);
    return weight->data();
}

template <class T>
Matrix<T> matrix_to_numpy(Block<T>&& block, std::size_t rows, std::size_t columns) {
    T* data = block.release();
    const nb::capsule owner = owner_of(data);
    return Matrix<T>(data, {rows, columns}, owner);
}

// Adds the kernels that read a sweep's columns (bind_sweep.cpp).
void bind_sweep_kernels(nb::module_& m);

// Adds the kernels of uncertainty (bind_inference.cpp).
void bind_inference_kernels(nb::module_& m);

// Adds the kernels of groups and ranked lists (bind_ranking.cpp).
void bind_ranking_kernels(nb::module_& m);

// Adds the kernels of errors and amounts (bind_spread.cpp).
void bind_spread_kernels(nb::module_& m);

// Adds the kernels that read judgments and runs (bind_trec.cpp).
void bind_trec_kernels(nb::module_& m);

// Adds the kernels of exact sums (bind_moments.cpp).
void bind_moments_kernels(nb::module_& m);
// Adds the kernels of joint distributions (bind_joint.cpp).
void bind_joint_kernels(nb::module_& m);

// Adds the kernels of bins (bind_bins.cpp).
void bind_bins_kernels(nb::module_& m);

// Adds the kernels of clustering (bind_clustering.cpp).
void bind_clustering_kernels(nb::module_& m);

// Adds the kernels of detection (bind_detection.cpp).
void bind_detection_kernels(nb::module_& m);
// Adds the kernels that read COCO's records (bind_coco.cpp).
void bind_coco_kernels(nb::module_& m);

// Adds the kernels of tags (bind_tags.cpp).
void bind_tag_kernels(nb::module_& m);

// Adds the kernels of what overlaps in images (bind_geometry.cpp).
void bind_geometry_kernels(nb::module_& m);
// Adds the kernels of edits between texts (bind_edits.cpp).
void bind_edits_kernels(nb::module_& m);
// Adds the kernels of n-grams that texts share (bind_ngrams.cpp).
void bind_ngrams_kernels(nb::module_& m);
// Adds the kernels of label maps (bind_label_maps.cpp).
void bind_label_maps_kernels(nb::module_& m);

}  // namespace gnomon
