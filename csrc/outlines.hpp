// Which pixels lie inside polygons, to the pixel as COCO's own tool draws them: corners are rounded to fifths of a pixel, and of every column
// the outline counts where it passes the middle, between the second and the third fifth, stepping by fifths along the longer side of an edge.
// Only these crossings are computed here, not the steps between them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "interrupts.hpp"
#include "run_lengths.hpp"

namespace gnomon {

class OutlineReader {
  public:
    // A polygon of n corners, x and y in turn. Further ones are joined to what is there.
    void add(const double* corners, std::size_t n, std::int64_t height, std::int64_t width) {
        height_ = height, width_ = width;
        crossings_.clear();
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t next = i + 1 < n ? i + 1 : 0;
            edge({fifths(corners[2 * i]), fifths(corners[2 * i + 1])}, {fifths(corners[2 * next]), fifths(corners[2 * next + 1])});
        }
        std::sort(crossings_.begin(), crossings_.end());
        if (crossings_.size() % 2) crossings_.push_back(static_cast<std::uint32_t>(height * width));
        if (joined_.empty())
            joined_.swap(crossings_);
        else
            join();
    }

    // Hands over the runs of all polygons, and begins anew.
    void write(RunWriter& to, std::int64_t pixels) {
        std::int64_t at = 0;
        for (const std::uint32_t crossing : joined_) to.add(crossing - std::exchange(at, crossing));
        to.add(pixels - at);
        joined_.clear();
    }

  private:
    struct Point {
        std::int64_t x, y;
    };

    // Corners further away than any picture reaches, or not numbers at all, are refused before; here they must only do no harm.
    static std::int64_t fifths(double coordinate) {
        return std::abs(coordinate) <= 1e8 ? static_cast<std::int64_t>(5 * coordinate + .5) : 0;
    }
    static std::int64_t along(std::int64_t from, double slope, std::int64_t step) {
        return static_cast<std::int64_t>(static_cast<double>(from) + slope * static_cast<double>(step) + .5);
    }
    static double slope(std::int64_t rise, std::int64_t run) { return static_cast<double>(rise) / static_cast<double>(run); }

    void edge(Point a, Point b) {
        const std::int64_t width = std::abs(b.x - a.x), height = std::abs(b.y - a.y);
        if (width >= height) {
            if (a.x > b.x) std::swap(a, b);
            if (width) flat_edge(a, b, slope(b.y - a.y, width));
        } else {
            if (a.y > b.y) std::swap(a, b);
            if (width) steep_edge(a, height, slope(b.x - a.x, height));
        }
    }

    // The columns whose middle lies between two places: from the second fifth of the first to the third fifth of the last.
    std::pair<std::int64_t, std::int64_t> columns(std::int64_t low, std::int64_t high) const {
        const std::int64_t first = low <= 2 ? 0 : (low + 2) / 5, past = high < 3 ? 0 : (high - 3) / 5 + 1;
        return {first, std::min(past, width_)};
    }

    void flat_edge(Point a, Point b, double slope) {
        const auto [first, past] = columns(a.x, b.x);
        asking_(1 + static_cast<std::size_t>(std::max<std::int64_t>(0, past - first)));
        for (std::int64_t column = first; column < past; ++column) {
            const std::int64_t step = 5 * column + 2 - a.x;
            cross(column, std::min(along(a.y, slope, step), along(a.y, slope, step + 1)));
        }
    }

    void steep_edge(Point a, std::int64_t height, double slope) {
        const bool rightward = slope > 0;
        const std::int64_t begin = along(a.x, slope, 0), end = along(a.x, slope, height);
        const auto [first, past] = columns(std::min(begin, end), std::max(begin, end));
        asking_(1 + static_cast<std::size_t>(std::max<std::int64_t>(0, past - first)));
        for (std::int64_t column = first; column < past; ++column) {
            const std::int64_t middle = 5 * column + 2;
            const auto passed = [&](std::int64_t step) { return (along(a.x, slope, step) > middle) == rightward; };
            const double near = (static_cast<double>(middle - a.x) + .5) / slope;
            auto step = static_cast<std::int64_t>(std::clamp(near, 1.0, static_cast<double>(height)));
            while (step > 1 && passed(step - 1)) --step;
            while (step < height && !passed(step)) ++step;
            cross(column, a.y + step - 1);
        }
    }

    void cross(std::int64_t column, std::int64_t y) {
        const double row = (static_cast<double>(y) + .5) / 5 - .5;
        const auto below = static_cast<std::int64_t>(std::ceil(std::clamp(row, 0.0, static_cast<double>(height_))));
        crossings_.push_back(static_cast<std::uint32_t>(column * height_ + below));
    }

    // The pixels of either: crossings of both in order, of which those count where one begins outside the other.
    void join() {
        asking_(joined_.size() + crossings_.size());
        std::vector<std::uint32_t> both;
        std::size_t i = 0, j = 0;
        while (i < joined_.size() || j < crossings_.size()) {
            const bool inside = i % 2 || j % 2;
            const bool first = j == crossings_.size() || (i < joined_.size() && joined_[i] <= crossings_[j]);
            const std::uint32_t at = first ? joined_[i++] : crossings_[j++];
            if (inside != (i % 2 || j % 2)) both.push_back(at);
        }
        joined_.swap(both);
    }

    InterruptCheck asking_;
    std::int64_t height_ = 0, width_ = 0;
    std::vector<std::uint32_t> crossings_, joined_;
};

}  // namespace gnomon
