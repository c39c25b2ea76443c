// Clusters by density: core distances, the tree of least mutual reachability within a cluster, and how near two clusters come.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "parallel.hpp"
#include "point_tiles.hpp"

namespace gnomon {

// The distances from a point to all of a cluster, one after the other.
template <Distance kind>
GNOMON_WIDE void distances_to(const double* point, const double* tile, std::size_t n, std::size_t d, double* out) {
    for (std::size_t t = 0; t * tile_width < n; ++t) {
        double here[tile_width];
        tile_distances<kind, 1>(&point, tile + t * d * tile_width, d, here);
        for (std::size_t lane = 0; lane < std::min(tile_width, n - t * tile_width); ++lane) out[t * tile_width + lane] = here[lane];
    }
}

// (Σ (1/d)^dimensions / (n − 1))^(−1/dimensions) over the distances to the others; 0 where one of them is at the same place. By the least
// distance, so that no power leaves the range of floats.
inline double core_distance(const double* distances, std::size_t n, std::size_t self, std::size_t dimensions) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < n; ++j)
        if (j != self) least = std::min(least, distances[j]);
    if (!(least > 0)) return 0.0;
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j)
        if (j != self) sum += std::pow(least / distances[j], static_cast<double>(dimensions));
    return least * std::pow(sum / static_cast<double>(n - 1), -1.0 / static_cast<double>(dimensions));
}

// What a cluster of at least two points is made of: core distances, which points are inside its tree (have two edges or more), and the
// longest edge between two of these; of all edges where there is none.
struct DensityCluster {
    std::vector<double> core;
    std::vector<std::size_t> inside;
    double sparseness = 0;
};

template <Distance kind>
DensityCluster density_cluster(const double* points, std::size_t n, std::size_t d) {
    DensityCluster out;
    const PointTiles tiles(points, n, d);
    std::vector<double> distance(n), reach(n, std::numeric_limits<double>::infinity()), apart(reach);
    out.core.resize(n);
    InterruptCheck asking;
    for (std::size_t i = 0; i < n; ++i) {
        asking(n * (d + 8));  // a power costs more than a coordinate
        distances_to<kind>(points + i * d, tiles.tile(0), n, d, distance.data());
        out.core[i] = core_distance(distance.data(), n, i, d);
    }
    // Prim's tree, a point at a time; each point that is not in it knows the nearest that is. Many reach each other at the core distance of
    // one of them: of such the nearer are taken, so that the tree depends on the points and not on their order.
    std::vector<std::size_t> from(n, 0), degree(n, 0);
    std::vector<char> taken(n, 0);
    std::vector<std::pair<std::size_t, std::size_t>> edges;
    std::vector<double> lengths;
    for (std::size_t now = 0, count = 1; count < n; ++count) {
        asking(n * d);
        taken[now] = 1;
        distances_to<kind>(points + now * d, tiles.tile(0), n, d, distance.data());
        std::size_t next = n;
        for (std::size_t j = 0; j < n; ++j) {
            if (taken[j]) continue;
            const double through = std::max({distance[j], out.core[j], out.core[now]});
            if (std::pair(through, distance[j]) < std::pair(reach[j], apart[j])) {
                reach[j] = through;
                apart[j] = distance[j];
                from[j] = now;
            }
            if (next == n || std::pair(reach[j], apart[j]) < std::pair(reach[next], apart[next])) next = j;
        }
        edges.emplace_back(from[next], next);
        lengths.push_back(reach[next]);
        ++degree[from[next]];
        ++degree[next];
        now = next;
    }
    bool any = false;
    for (std::size_t e = 0; e < edges.size(); ++e)
        if (degree[edges[e].first] > 1 && degree[edges[e].second] > 1) {
            out.sparseness = std::max(out.sparseness, lengths[e]);
            any = true;
        }
    if (!any)
        for (const double length : lengths) out.sparseness = std::max(out.sparseness, length);
    for (std::size_t i = 0; i < n; ++i)
        if (degree[i] > 1) out.inside.push_back(i);
    if (out.inside.empty())
        for (std::size_t i = 0; i < n; ++i) out.inside.push_back(i);
    return out;
}

// The points inside a cluster by row, with their core distances.
struct Inside {
    std::vector<double> points, core;
};

// The least mutual reachability between the insides of two clusters.
template <Distance kind>
double separation(const Inside& a, const Inside& b, std::size_t d) {
    const std::size_t n = b.core.size();
    const PointTiles tiles(b.points.data(), n, d);
    std::vector<double> distance(n);
    double least = std::numeric_limits<double>::infinity();
    InterruptCheck asking;
    for (std::size_t i = 0; i < a.core.size(); ++i) {
        asking(n * d);
        if (a.core[i] >= least) continue;
        distances_to<kind>(a.points.data() + i * d, tiles.tile(0), n, d, distance.data());
        for (std::size_t j = 0; j < n; ++j) least = std::min(least, std::max({distance[j], a.core[i], b.core[j]}));
    }
    return least;
}

// Of each cluster of points that stand together, [starts[k], starts[k + 1]), its density sparseness and its least separation from another.
template <Distance kind>
void density_validity(const double* points, std::size_t d, const std::int64_t* starts, std::size_t clusters, double* sparseness,
                      double* apart, std::size_t threads) {
    std::vector<Inside> inside(clusters);
    const std::size_t used = std::max<std::size_t>(1, std::min(threads, clusters));
    on_queue(clusters, used, [&] {
        return [&](std::size_t k) {
            const auto first = static_cast<std::size_t>(starts[k]), n = static_cast<std::size_t>(starts[k + 1]) - first;
            const DensityCluster one = density_cluster<kind>(points + first * d, n, d);
            sparseness[k] = one.sparseness;
            for (const std::size_t i : one.inside) {
                inside[k].core.push_back(one.core[i]);
                inside[k].points.insert(inside[k].points.end(), points + (first + i) * d, points + (first + i + 1) * d);
            }
        };
    });
    std::vector<double> between(clusters * clusters, std::numeric_limits<double>::infinity());
    on_queue(clusters * clusters, std::max<std::size_t>(1, threads), [&] {
        return [&](std::size_t pair) {
            const std::size_t a = pair / clusters, b = pair % clusters;
            if (a < b) between[pair] = between[b * clusters + a] = separation<kind>(inside[a], inside[b], d);
        };
    });
    for (std::size_t k = 0; k < clusters; ++k)
        apart[k] = *std::min_element(between.begin() + static_cast<std::ptrdiff_t>(k * clusters),
                                     between.begin() + static_cast<std::ptrdiff_t>((k + 1) * clusters));
}

}  // namespace gnomon
