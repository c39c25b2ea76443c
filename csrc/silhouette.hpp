// Silhouettes: of every point, how far the points of its own cluster are on average, and those of the nearest other one. Only sums are
// kept; no distance is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "parallel.hpp"
#include "point_tiles.hpp"

namespace gnomon {

constexpr std::size_t abreast = 4;
// Points whose distances to a tile are computed together: what of a tile is in registers serves all of them.

// sums[i] += the distances from point i to n points that begin with a tile, lane by lane.
template <Distance kind>
GNOMON_WIDE void add_distances(const double* const* points, const double* tile, std::size_t n, std::size_t d, double* sums) {
    double lanes[abreast * tile_width] = {}, here[abreast * tile_width];
    for (std::size_t at = 0; at < n; at += tile_width) {
        tile_distances<kind, abreast>(points, tile + at * d, d, here);
        if (n - at < tile_width)  // places past the last point add nothing
            for (std::size_t i = 0; i < abreast * tile_width; ++i) here[i] = i % tile_width < n - at ? here[i] : 0.0;
        for (std::size_t i = 0; i < abreast * tile_width; ++i) lanes[i] += here[i];
    }
    for (std::size_t i = 0; i < abreast; ++i) {
        const double* of = lanes + i * tile_width;
        sums[i] += ((of[0] + of[1]) + (of[2] + of[3])) + ((of[4] + of[5]) + (of[6] + of[7]));
    }
}

// The mean distances of one point: to the others of its cluster, and to the nearest other cluster, whose number is kept.
struct Nearness {
    double own, other;
    std::size_t nearest;

    double silhouette() const {
        const double most = std::max(own, other);
        return most > 0 ? (other - own) / most : 0.0;
    }
};

// Takes in the sum of the distances to one cluster.
struct NearnessBuilder {
    std::size_t mine;
    Nearness found{0, std::numeric_limits<double>::infinity(), 0};

    void add(std::size_t cluster, double sum, std::size_t size) {
        if (cluster == mine) {
            found.own = size > 1 ? sum / static_cast<double>(size - 1) : 0.0;
        } else if (const double mean = sum / static_cast<double>(size); mean < found.other) {
            found.other = mean;
            found.nearest = cluster;
        }
    }
};

// Points by row, those of one cluster together: cluster k has [starts[k], starts[k + 1]). A cluster of one point has silhouette 0.
template <Distance kind>
void silhouettes(const double* points, std::size_t n, std::size_t d, const std::int64_t* starts, std::size_t clusters, double* out,
                 std::uint32_t* nearest, std::size_t threads) {
    std::vector<PointTiles> tiles;
    tiles.reserve(clusters);
    for (std::size_t k = 0; k < clusters; ++k) {
        const auto first = static_cast<std::size_t>(starts[k]);
        tiles.emplace_back(points + first * d, static_cast<std::size_t>(starts[k + 1]) - first, d);
    }
    constexpr std::size_t together = 16;  // points that read a cluster one after the other, while it is in the cache
    constexpr std::size_t stretch = 512;  // points of a cluster that they read before they go on
    const std::size_t tasks = (n + together - 1) / together;
    on_queue(tasks, std::max<std::size_t>(1, std::min(threads, tasks)), [&] {
        return [&, asking = InterruptCheck()](std::size_t task) mutable {
            const std::size_t first = task * together, last = std::min(n, first + together);
            std::vector<NearnessBuilder> builders;
            for (std::size_t i = first; i < last; ++i) {
                const auto* after = std::upper_bound(starts, starts + clusters + 1, static_cast<std::int64_t>(i));
                builders.push_back({static_cast<std::size_t>(after - starts) - 1});
            }
            double sums[together];
            for (std::size_t k = 0; k < clusters; ++k) {
                const std::size_t size = tiles[k].size();
                std::fill_n(sums, together, 0.0);
                for (std::size_t at = 0; at < size; at += stretch) {
                    asking(together * std::min(stretch, size - at) * d);
                    for (std::size_t i = 0; i < together; i += abreast) {
                        const double* four[abreast];
                        for (std::size_t j = 0; j < abreast; ++j) four[j] = points + std::min(first + i + j, n - 1) * d;
                        add_distances<kind>(four, tiles[k].tile(at / tile_width), std::min(stretch, size - at), d, sums + i);
                    }
                }
                for (std::size_t i = first; i < last; ++i) builders[i - first].add(k, sums[i - first], size);
            }
            for (std::size_t i = first; i < last; ++i) {
                const NearnessBuilder& one = builders[i - first];
                out[i] = tiles[one.mine].size() > 1 ? one.found.silhouette() : 0.0;
                nearest[i] = static_cast<std::uint32_t>(one.found.nearest);
            }
        };
    });
}

// The same from a matrix of distances, row by row; `cluster` is that of each point.
inline void silhouettes_of_distances(const double* distances, std::size_t n, const std::uint32_t* cluster, const std::int64_t* sizes,
                                     std::size_t clusters, double* out, std::uint32_t* nearest, std::size_t threads) {
    on_chunks(std::max<std::size_t>(1, std::min<std::size_t>(n, 256)), std::max<std::size_t>(1, threads), [&](std::size_t c) {
        std::vector<double> sums(clusters);
        InterruptCheck asking;
        const auto [first, last] = chunk(n, c, std::max<std::size_t>(1, std::min<std::size_t>(n, 256)));
        for (std::size_t i = first; i < last; ++i) {
            asking(n + clusters);
            std::fill(sums.begin(), sums.end(), 0.0);
            for (std::size_t j = 0; j < n; ++j) sums[cluster[j]] += distances[i * n + j];
            NearnessBuilder one{cluster[i]};
            for (std::size_t k = 0; k < clusters; ++k) one.add(k, sums[k], static_cast<std::size_t>(sizes[k]));
            out[i] = sizes[cluster[i]] > 1 ? one.found.silhouette() : 0.0;
            nearest[i] = static_cast<std::uint32_t>(one.found.nearest);
        }
    });
}

}  // namespace gnomon
