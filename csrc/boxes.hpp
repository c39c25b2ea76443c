// How much boxes overlap: intersection over union and what was made of it (GIoU, DIoU, CIoU). Boxes stand in columns, so that a row of the
// table is filled two pairs at a time. Areas and far corners are computed from what was given by the operations of COCO's own tool, w*h and x+w.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "image_pairs.hpp"
#include "parallel.hpp"

// What is written through it is read through nothing else.
#if defined(_MSC_VER)
#define GNOMON_ALONE __restrict
#else
#define GNOMON_ALONE __restrict__
#endif

namespace gnomon {

enum class BoxFormat { corners, corner_and_size, centre_and_size };

struct Box {
    double left, top, right, bottom, area;
    double slant = 0;  // of CIoU: the angle whose tangent is width by height
};

// `pixel` is 1 where the far corner is a pixel that belongs to the box, else 0.
inline Box box_of(const double* given, BoxFormat format, double pixel) {
    const double a = given[0], b = given[1], c = given[2], d = given[3];
    if (format == BoxFormat::corners) return {a, b, c, d, (c - a + pixel) * (d - b + pixel), 0};
    if (format == BoxFormat::corner_and_size) return {a, b, a + c, b + d, (c + pixel) * (d + pixel), 0};
    return {a - c / 2, b - d / 2, a + c / 2, b + d / 2, c * d, 0};
}

inline double smaller(double a, double b) { return a < b ? a : b; }
inline double larger(double a, double b) { return a > b ? a : b; }
// Exact, and without a comparison, which compilers make a branch of that keeps them from taking two pairs at a time.
inline double not_below_zero(double a) { return (a + std::abs(a)) / 2; }

struct Overlap {
    double intersection, all;
    // Boxes without area share nothing. Dividing in any case, by what is no constant, lets two pairs be divided at a time.
    double iou() const { return intersection / larger(all, std::numeric_limits<double>::denorm_min()); }
};

// Of a crowd region only the share of the other box that lies in it counts.
inline Overlap overlap(const Box& a, const Box& b, double pixel, bool crowd) {
    const double width = smaller(a.right, b.right) - larger(a.left, b.left) + pixel;
    const double height = smaller(a.bottom, b.bottom) - larger(a.top, b.top) + pixel;
    const double intersection = not_below_zero(width) * not_below_zero(height);
    return {intersection, crowd ? a.area : a.area + b.area - intersection};
}

// No more than 1: where x + w is rounded, the intersection of a box with itself can come out larger than w * h.
struct Iou {
    double pixel;
    double operator()(const Box& a, const Box& b, bool crowd) const { return smaller(overlap(a, b, pixel, crowd).iou(), 1); }
};

// The smallest box around both.
struct Hull {
    double width, height;
    Hull(const Box& a, const Box& b)
        : width(larger(a.right, b.right) - smaller(a.left, b.left)), height(larger(a.bottom, b.bottom) - smaller(a.top, b.top)) {}
};

struct Giou {
    double operator()(const Box& a, const Box& b, bool) const {
        const Overlap both = overlap(a, b, 0, false);
        const Hull hull(a, b);
        const double area = hull.width * hull.height;
        return smaller(both.iou() - (area - both.all) / area, 1);
    }
};

struct Diou {
    double operator()(const Box& a, const Box& b, bool) const {
        const Hull hull(a, b);
        const double x = ((b.left - a.left) + (b.right - a.right)) / 2, y = ((b.top - a.top) + (b.bottom - a.bottom)) / 2;
        const double apart = (x * x + y * y) / (hull.width * hull.width + hull.height * hull.height);
        return Iou{0}(a, b, false) - apart;
    }
};

// Beside the distance, how far the ratios of the sides differ.
struct Ciou {
    double operator()(const Box& a, const Box& b, bool) const {
        constexpr double per_right_angle = 0.6366197723675814;  // 2 / pi
        const double turn = per_right_angle * (a.slant - b.slant), ratios = turn * turn;
        const double iou = Iou{0}(a, b, false);
        return Diou{}(a, b, false) - (ratios > 0 ? ratios * ratios / (1 - iou + ratios) : 0);
    }
};

struct BoxColumns {
    std::vector<double> left, top, right, bottom, area, slant;

    BoxColumns(const double* given, std::size_t n, BoxFormat format, double pixel)
        : left(n), top(n), right(n), bottom(n), area(n), slant(n) {
        for (std::size_t i = 0; i < n; ++i) {
            const Box box = box_of(given + 4 * i, format, pixel);
            left[i] = box.left, top[i] = box.top, right[i] = box.right, bottom[i] = box.bottom, area[i] = box.area;
            slant[i] = std::atan2(box.right - box.left, box.bottom - box.top);
        }
    }
    std::size_t size() const { return area.size(); }
    Box operator[](std::size_t i) const { return {left[i], top[i], right[i], bottom[i], area[i], slant[i]}; }
};

// One box with all of b. The columns are named one by one, and the measure is a copy, so that nothing is read again for every pair.
template <class Measure>
void box_row(const Box box, const BoxColumns& b, const std::uint8_t* crowd, const Measure measure, double* GNOMON_ALONE out) {
    const double *left = b.left.data(), *top = b.top.data(), *right = b.right.data(), *bottom = b.bottom.data();
    const double *area = b.area.data(), *slant = b.slant.data();
    const std::size_t m = b.size();
    if (crowd)
        for (std::size_t j = 0; j < m; ++j) out[j] = measure(box, {left[j], top[j], right[j], bottom[j], area[j], slant[j]}, crowd[j]);
    else
        for (std::size_t j = 0; j < m; ++j) out[j] = measure(box, {left[j], top[j], right[j], bottom[j], area[j], slant[j]}, false);
}

// The table of every box of a with every box of b.
template <class Measure>
void box_table(const BoxColumns& a, const BoxColumns& b, const std::uint8_t* crowd, const Measure& measure, double* out, std::size_t most) {
    const std::size_t n = a.size(), m = b.size(), threads = threads_for(n * m, most);
    on_threads(threads, [&](std::size_t t) {
        const auto [first, last] = chunk(n, t, threads);
        InterruptCheck asking;
        for (std::size_t i = first; i < last; ++i) {
            asking(m);
            box_row(a[i], b, crowd, measure, out + i * m);
        }
    });
}

// Each box of a with the one of b at its place; both are equally many.
template <class Measure>
void box_pairs(const BoxColumns& a, const BoxColumns& b, const std::uint8_t* crowd, const Measure& measure, double* out) {
    for (std::size_t i = 0; i < a.size(); ++i) out[i] = measure(a[i], b[i], crowd && crowd[i]);
}

// Boxes of images, given by corner and size, to the last bit as COCO's own tool has it, above 1 too: matching compares these.
class BoxMeasure {
  public:
    BoxMeasure(const double* truth, const double* prediction, const std::uint8_t* crowd, double pixel)
        : truth_(truth), prediction_(prediction), crowd_(crowd), pixel_(pixel) {}

    void show(const std::size_t* truth, std::size_t truths, const std::size_t* prediction, std::size_t predictions) {
        truths_.clear(), predictions_.clear(), crowds_.clear();
        for (std::size_t t = 0; t < truths; ++t) {
            truths_.push_back(box_of(truth_ + 4 * truth[t], BoxFormat::corner_and_size, pixel_));
            crowds_.push_back(crowd_[truth[t]]);
        }
        for (std::size_t p = 0; p < predictions; ++p)
            predictions_.push_back(box_of(prediction_ + 4 * prediction[p], BoxFormat::corner_and_size, pixel_));
    }
    double operator()(std::size_t p, std::size_t t) const { return overlap(predictions_[p], truths_[t], pixel_, crowds_[t]).iou(); }

  private:
    const double *truth_, *prediction_;
    const std::uint8_t* crowd_;
    double pixel_;
    std::vector<Box> truths_, predictions_;
    std::vector<std::uint8_t> crowds_;
};

}  // namespace gnomon
