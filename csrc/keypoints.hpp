// Object keypoint similarity: the mean over the marked points of exp(-d^2 / (8 s^2 area)), d how far a point is from where it should be and s
// how far people themselves put it apart. An object without marked points is measured by how far points lie outside its box, doubled.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "image_pairs.hpp"

namespace gnomon {

// Points are x, y and whether they are marked, for each object `points` of them; boxes are x, y, width, height.
struct KeypointColumns {
    const double *truth, *prediction, *box, *area, *sigma;
    std::size_t points;
};

class KeypointMeasure {
  public:
    explicit KeypointMeasure(const KeypointColumns& columns) : of_(columns), variance_(columns.points) {
        for (std::size_t k = 0; k < of_.points; ++k) variance_[k] = (2 * of_.sigma[k]) * (2 * of_.sigma[k]);
    }

    void show(const std::size_t* truth, std::size_t truths, const std::size_t* prediction, std::size_t) {
        truth_rows_ = truth, prediction_rows_ = prediction;
        marked_.assign(truths, 0);
        for (std::size_t t = 0; t < truths; ++t)
            for (std::size_t k = 0; k < of_.points; ++k) marked_[t] += of_.truth[3 * (truth[t] * of_.points + k) + 2] > 0;
    }

    double operator()(std::size_t p, std::size_t t) const {
        const std::size_t row = truth_rows_[t];
        const double* there = of_.truth + 3 * row * of_.points;
        const double* said = of_.prediction + 3 * prediction_rows_[p] * of_.points;
        const double* box = of_.box + 4 * row;
        const double area = of_.area[row] + std::numeric_limits<double>::epsilon();
        double sum = 0;
        for (std::size_t k = 0; k < of_.points; ++k, there += 3, said += 3) {
            if (marked_[t] && !(there[2] > 0)) continue;
            const double x = marked_[t] ? said[0] - there[0] : outside(said[0], box[0], box[2]);
            const double y = marked_[t] ? said[1] - there[1] : outside(said[1], box[1], box[3]);
            sum += std::exp(-((x * x + y * y) / variance_[k] / area / 2));
        }
        return sum / static_cast<double>(marked_[t] ? marked_[t] : of_.points);
    }

  private:
    // How far a place lies outside the box after it has grown by its size on either side.
    static double outside(double at, double start, double size) {
        return std::max(0.0, start - size - at) + std::max(0.0, at - (start + size * 2));
    }
    KeypointColumns of_;
    std::vector<double> variance_;
    const std::size_t *truth_rows_ = nullptr, *prediction_rows_ = nullptr;
    std::vector<std::size_t> marked_;
};

}  // namespace gnomon
