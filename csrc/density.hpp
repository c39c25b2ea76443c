// Density: rows of two numbers counted in squares whose side is a power of two, the finest at which no more than so many are occupied.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gnomon {

// Squares by their places, in a table that is rebuilt at twice the side when there are too many of them.
class Squares {
  public:
    static constexpr int digits = 30;  // places go from -2^30 to 2^30
    static constexpr int lowest = -1074 - digits;

    Squares(std::size_t most, int level) : most_(most) {
        std::size_t slots = 64;
        while (slots < 4 * (most + 1)) slots *= 2;
        slots_.assign(slots, Slot{});
        set_level(level);
    }

    int level() const { return level_; }
    std::size_t size() const { return size_; }

    void add(double x, double y, double weight) {
        put(pack(place(x), place(y)), weight);
        while (size_ > most_) coarsen();
    }

    // The squares in the order of their places.
    std::vector<std::pair<std::uint64_t, double>> sorted() const {
        std::vector<std::pair<std::uint64_t, double>> out;
        for (const Slot& slot : slots_)
            if (slot.key) out.emplace_back(slot.key, slot.weight);
        std::sort(out.begin(), out.end());
        return out;
    }

    static std::int64_t x_of(std::uint64_t key) { return static_cast<std::int64_t>(key >> 32) - middle; }
    static std::int64_t y_of(std::uint64_t key) { return static_cast<std::int64_t>(key & 0xFFFFFFFF) - middle; }

  private:
    static constexpr std::int64_t middle = std::int64_t{1} << 31;

    struct Slot {
        std::uint64_t key = 0;  // 0 is no place: places lie far from both ends
        double weight = 0;
    };

    static std::uint64_t pack(std::int64_t x, std::int64_t y) {
        return static_cast<std::uint64_t>(x + middle) << 32 | static_cast<std::uint64_t>(y + middle);
    }

    void set_level(int level) {
        level_ = level;
        // In two steps, each of which is a float; what is lost on the way is less than a square.
        first_ = std::ldexp(1.0, -(level / 2));
        second_ = std::ldexp(1.0, -(level - level / 2));
    }

    std::int64_t place(double x) const {
        const double at = std::floor(x * first_ * second_);
        constexpr double end = static_cast<double>(std::int64_t{1} << digits);
        if (!(at >= -end && at <= end)) return at > 0 ? std::int64_t{1} << digits : -(std::int64_t{1} << digits);  // numbers that changed meanwhile
        return at == 0 && x < 0 ? -1 : static_cast<std::int64_t>(at);
    }

    void put(std::uint64_t key, double weight) {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = static_cast<std::size_t>((key * 0x9E3779B97F4A7C15u) >> 32) & mask;
        while (slots_[at].key && slots_[at].key != key) at = (at + 1) & mask;
        size_ += !slots_[at].key;
        slots_[at].key = key;
        slots_[at].weight += weight;
    }

    void coarsen() {
        const auto old = sorted();
        std::fill(slots_.begin(), slots_.end(), Slot{});
        size_ = 0;
        set_level(level_ + 1);
        for (const auto& [key, weight] : old) put(pack(halved(x_of(key)), halved(y_of(key))), weight);
    }

    static std::int64_t halved(std::int64_t place) { return (place - (place & 1)) / 2; }

    std::size_t most_, size_ = 0;
    std::vector<Slot> slots_;
    int level_ = 0;
    double first_ = 1, second_ = 1;
};

// Rows without weight are absent.
inline Squares density(const double* x, const double* y, const double* weight, std::size_t n, std::size_t most) {
    double largest = 0;
    for (std::size_t i = 0; i < n; ++i)
        if (!weight || weight[i] > 0) largest = std::max(largest, std::max(std::abs(x[i]), std::abs(y[i])));
    int exponent = -1074;
    if (largest > 0 && std::isfinite(largest)) std::frexp(largest, &exponent);
    Squares squares(most, exponent - Squares::digits);
    for (std::size_t i = 0; i < n; ++i)
        if (!weight || weight[i] > 0) squares.add(x[i], y[i], weight ? weight[i] : 1.0);
    return squares;
}

}  // namespace gnomon
