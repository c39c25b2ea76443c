// How much oriented boxes overlap: each is four corners that turn one way, and one is cut along the four edges of the other. Corners are
// kept relative to a place of the box itself, so that boxes far from the origin lose no digits.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "image_pairs.hpp"
#include "parallel.hpp"

namespace gnomon {

struct Corner {
    double x, y;
};

inline double cross(const Corner& a, const Corner& b, const Corner& c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

// The area of a convex polygon whose corners turn left, as triangles from its first corner.
inline double area_of(const Corner* corners, std::size_t n) {
    double twice = 0;
    for (std::size_t i = 2; i < n; ++i) twice += cross(corners[0], corners[i - 1], corners[i]);
    return twice / 2;
}

struct Quad {
    Corner place{0, 0};
    std::array<Corner, 4> corners{};
    double area = 0;
    double left = 0, top = 0, right = 0, bottom = 0;  // relative to the place too

    // Makes the corners turn left and measures them.
    void settle() {
        area = area_of(corners.data(), 4);
        if (area < 0) {
            std::swap(corners[1], corners[3]);
            area = -area;
        }
        left = right = corners[0].x, top = bottom = corners[0].y;
        for (const Corner& c : corners) {
            left = std::min(left, c.x), right = std::max(right, c.x);
            top = std::min(top, c.y), bottom = std::max(bottom, c.y);
        }
    }
};

// Centre, width, height, and the angle in radians. A sine or cosine that is 0 but for the rounding of the angle is 0.
inline Quad turned_box(const double* given) {
    constexpr double rounding = 1e-15;
    const auto exact = [](double value) { return std::abs(value) < rounding ? 0.0 : value; };
    const double c = exact(std::cos(given[4])), s = exact(std::sin(given[4])), x = given[2] / 2, y = given[3] / 2;
    Quad quad;
    quad.place = {given[0], given[1]};
    const Corner signs[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (std::size_t i = 0; i < 4; ++i) {
        const double across = signs[i].x * x, down = signs[i].y * y;
        quad.corners[i] = {across * c - down * s, across * s + down * c};
    }
    quad.settle();
    return quad;
}

// Four corners, x and y in turn, which the caller has found to be those of a convex polygon.
inline Quad cornered_box(const double* given) {
    Quad quad;
    quad.place = {given[0], given[1]};
    for (std::size_t i = 0; i < 4; ++i) quad.corners[i] = {given[2 * i] - given[0], given[2 * i + 1] - given[1]};
    quad.settle();
    return quad;
}

// What of a convex polygon lies to the left of the line from a to b. There is room for what rounding can make of it: no cut more than
// doubles the corners, and there are four.
using Cut = std::array<Corner, 64>;

inline std::size_t cut(const Cut& from, std::size_t n, const Corner& a, const Corner& b, Cut& to) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const Corner &p = from[i], &q = from[i + 1 < n ? i + 1 : 0];
        const double at_p = cross(a, b, p), at_q = cross(a, b, q);
        if (at_p >= 0) to[kept++] = p;
        if ((at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0)) {
            const double share = at_p / (at_p - at_q);
            to[kept++] = {p.x + share * (q.x - p.x), p.y + share * (q.y - p.y)};
        }
    }
    return kept;
}

inline double common_area(const Quad& a, const Quad& b) {
    const double x = b.place.x - a.place.x, y = b.place.y - a.place.y;
    if (!(a.left < b.right + x && b.left + x < a.right && a.top < b.bottom + y && b.top + y < a.bottom)) return 0;
    Cut room[2];
    std::copy(a.corners.begin(), a.corners.end(), room[0].begin());
    std::size_t n = 4, from = 0;
    for (std::size_t i = 0; i < 4 && n > 2; ++i) {
        const Corner &p = b.corners[i], &q = b.corners[(i + 1) % 4];
        n = cut(room[from], n, {p.x + x, p.y + y}, {q.x + x, q.y + y}, room[1 - from]);
        from = 1 - from;
    }
    return std::clamp(area_of(room[from].data(), n), 0.0, std::min(a.area, b.area));
}

inline double quad_iou(const Quad& a, const Quad& b, bool crowd) {
    const double both = common_area(a, b);
    return both > 0 ? both / (crowd ? a.area : a.area + b.area - both) : 0;
}

// Rows of oriented boxes: five columns are centre, size and angle, eight are corners.
struct QuadColumns {
    const double* data;
    std::size_t columns;

    Quad operator[](std::size_t row) const {
        const double* given = data + columns * row;
        return columns == 5 ? turned_box(given) : cornered_box(given);
    }
};

inline std::vector<Quad> quads_of(QuadColumns given, std::size_t n) {
    std::vector<Quad> quads(n);
    for (std::size_t i = 0; i < n; ++i) quads[i] = given[i];
    return quads;
}

inline void quad_table(const std::vector<Quad>& a, const std::vector<Quad>& b, const std::uint8_t* crowd, double* out, std::size_t most) {
    const std::size_t m = b.size(), threads = threads_for(16 * a.size() * m, most);
    on_threads(threads, [&](std::size_t t) {
        const auto [first, last] = chunk(a.size(), t, threads);
        InterruptCheck asking;
        for (std::size_t i = first; i < last; ++i)
            for (std::size_t j = 0; j < m; ++j) {
                asking(256);
                out[i * m + j] = quad_iou(a[i], b[j], crowd && crowd[j]);
            }
    });
}

// Oriented boxes of images.
class QuadMeasure {
  public:
    QuadMeasure(QuadColumns truth, QuadColumns prediction, const std::uint8_t* crowd)
        : truth_(truth), prediction_(prediction), crowd_(crowd) {}

    void show(const std::size_t* truth, std::size_t truths, const std::size_t* prediction, std::size_t predictions) {
        truths_.clear(), predictions_.clear(), crowds_.clear();
        for (std::size_t t = 0; t < truths; ++t) {
            truths_.push_back(truth_[truth[t]]);
            crowds_.push_back(crowd_[truth[t]]);
        }
        for (std::size_t p = 0; p < predictions; ++p) predictions_.push_back(prediction_[prediction[p]]);
    }
    double operator()(std::size_t p, std::size_t t) const { return quad_iou(predictions_[p], truths_[t], crowds_[t]); }

  private:
    const QuadColumns truth_, prediction_;
    const std::uint8_t* crowd_;
    std::vector<Quad> truths_, predictions_;
    std::vector<std::uint8_t> crowds_;
};

}  // namespace gnomon
