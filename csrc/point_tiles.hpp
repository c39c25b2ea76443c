// Points in tiles of eight, coordinate by coordinate, so that the distances of one point to eight others are computed side by side.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>

#include "memory.hpp"

// Wider registers where the processor has them. Each lane adds its own coordinates in the same order, and nothing is multiplied and added in
// one step, so that no digit depends on the width.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_UNDEFINED__)
#define GNOMON_WIDE __attribute__((target_clones("default", "avx2", "avx512f")))
#else
#define GNOMON_WIDE
#endif

namespace gnomon {

enum class Distance { euclidean, squared, manhattan, chebyshev };

constexpr std::size_t tile_width = 8;

// n points of d coordinates by row, as tiles: coordinate c of point i is at [(i / 8 * d + c) * 8 + i % 8]. Places past the last point hold
// copies of it.
class PointTiles {
  public:
    PointTiles(const double* points, std::size_t n, std::size_t d) : n_(n), d_(d), data_((n + tile_width - 1) / tile_width * tile_width * d) {
        for (std::size_t t = 0; t < tiles(); ++t)
            for (std::size_t lane = 0; lane < tile_width; ++lane) {
                const double* point = points + std::min(t * tile_width + lane, n - 1) * d;
                for (std::size_t c = 0; c < d; ++c) data_[(t * d + c) * tile_width + lane] = point[c];
            }
    }
    std::size_t size() const { return n_; }
    std::size_t dimensions() const { return d_; }
    std::size_t tiles() const { return (n_ + tile_width - 1) / tile_width; }
    const double* tile(std::size_t t) const { return data_.get() + t * d_ * tile_width; }
    // How many points of a tile are real.
    std::size_t filled(std::size_t t) const { return std::min(tile_width, n_ - t * tile_width); }

  private:
    std::size_t n_, d_;
    Block<double> data_;
};

// Vectors of the compiler keep eight sums in registers; others find their own way through plain loops, to the same digits.
#if defined(__GNUC__) && !defined(__clang__)
#define GNOMON_INLINE __attribute__((always_inline)) inline
typedef double Lanes __attribute__((vector_size(tile_width * sizeof(double))));

template <Distance kind>
GNOMON_INLINE void add_apart(Lanes& sum, const Lanes& apart) {
    if constexpr (kind == Distance::manhattan) {
        sum += apart < 0 ? -apart : apart;
    } else if constexpr (kind == Distance::chebyshev) {
        const Lanes size = apart < 0 ? -apart : apart;
        sum = sum < size ? size : sum;
    } else {
        sum += apart * apart;
    }
}
#else
#define GNOMON_INLINE inline
struct Lanes {
    double lane[tile_width];
    Lanes operator-(double x) const {
        Lanes out = *this;
        for (double& one : out.lane) one -= x;
        return out;
    }
};

template <Distance kind>
void add_apart(Lanes& sum, const Lanes& apart) {
    for (std::size_t i = 0; i < tile_width; ++i) {
        const double x = apart.lane[i];
        if constexpr (kind == Distance::manhattan)
            sum.lane[i] += std::fabs(x);
        else if constexpr (kind == Distance::chebyshev)
            sum.lane[i] = std::max(sum.lane[i], std::fabs(x));
        else
            sum.lane[i] += x * x;
    }
}
#endif

// The distances of some points to the eight of a tile. Always inlined: what calls it may be built for wider registers.
template <Distance kind, std::size_t count>
GNOMON_INLINE void tile_distances(const double* const* points, const double* tile, std::size_t d, double* out) {
    Lanes sum[count] = {};
    for (std::size_t c = 0; c < d; ++c) {
        Lanes others;
        std::memcpy(&others, tile + c * tile_width, sizeof others);
        for (std::size_t i = 0; i < count; ++i) add_apart<kind>(sum[i], others - points[i][c]);
    }
    std::memcpy(out, sum, sizeof sum);
    if constexpr (kind == Distance::euclidean)
        for (std::size_t i = 0; i < count * tile_width; ++i) out[i] = std::sqrt(out[i]);
}

}  // namespace gnomon
