// Sums of floats, and of products of two or three floats, without any rounding: the same whatever the order and the threads.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace gnomon {

// The largest key of a float, which infinities and NaN have.
constexpr std::uint32_t last_key = 2047;

// A float as mantissa · 2^(key - 1075); a key is 1 or more.
struct Digits {
    std::uint64_t mantissa;
    std::uint32_t key;
    std::uint32_t negative;
};

inline Digits digits_of(double x) {
    std::uint64_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    const auto exponent = static_cast<std::uint32_t>(bits >> 52) & last_key;
    if (exponent == 0) return {bits & 0xFFFFFFFFFFFFF, 1, static_cast<std::uint32_t>(bits >> 63)};
    return {(bits & 0xFFFFFFFFFFFFF) | std::uint64_t{1} << 52, exponent, static_cast<std::uint32_t>(bits >> 63)};
}

// A whole number below 2^128.
struct Cell {
    std::uint64_t low = 0, high = 0;

    void add(Cell other) {
        low += other.low;
        high += other.high + (low < other.low);
    }

#if defined(__SIZEOF_INT128__)
    __extension__ typedef unsigned __int128 Whole;

    static Cell product(std::uint64_t a, std::uint64_t b) {
        const Whole whole = static_cast<Whole>(a) * b;
        return {static_cast<std::uint64_t>(whole), static_cast<std::uint64_t>(whole >> 64)};
    }
#else
    static Cell product(std::uint64_t a, std::uint64_t b) {
        const std::uint64_t a0 = a & 0xFFFFFFFF, a1 = a >> 32, b0 = b & 0xFFFFFFFF, b1 = b >> 32;
        const std::uint64_t middle = a1 * b0 + (a0 * b0 >> 32), cross = a0 * b1 + (middle & 0xFFFFFFFF);
        return {a * b, a1 * b1 + (middle >> 32) + (cross >> 32)};
    }
#endif
};

// A signed whole number of 2^-3225, in two's complement: room for any product of three floats, and for 2^60 of them.
struct Wide {
    static constexpr std::size_t limbs = 102;
    std::array<std::uint64_t, limbs> limb{};

    void add(Cell cell, std::size_t shift, bool negative) {
        const std::size_t at = shift / 64, bits = shift % 64;
        if (at + 3 > limbs) throw std::invalid_argument("a product is past what an exact sum holds");
        const std::uint64_t carried = bits ? cell.high >> (64 - bits) : 0;
        const std::uint64_t middle = bits ? cell.high << bits | cell.low >> (64 - bits) : cell.high;
        const std::uint64_t parts[3] = {cell.low << bits, middle, carried};
        std::uint64_t carry = 0;
        for (std::size_t i = at; i < limbs && (i < at + 3 || carry); ++i) {
            const std::uint64_t part = i < at + 3 ? parts[i - at] : 0, old = limb[i];
            if (negative) {
                limb[i] = old - part - carry;
                carry = old < part || (old == part && carry);
            } else {
                limb[i] = old + part + carry;
                carry = limb[i] < old || (limb[i] == old && carry);
            }
        }
    }

    void add(const Wide& other) {
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < limbs; ++i) {
            const std::uint64_t old = limb[i];
            limb[i] = old + other.limb[i] + carry;
            carry = limb[i] < old || (limb[i] == old && carry);
        }
    }
};

// Keys between which numbers lie.
struct KeyRange {
    std::uint32_t low = 1, high = last_key;

    KeyRange operator+(KeyRange other) const { return {low + other.low, high + other.high}; }
};

// So many products of two mantissas, of 106 bits each, fit into a cell and leave room.
constexpr std::size_t rows_per_cell = std::size_t{1} << 20;

// Cells stand in rows, one for each key: the sum of what was added with that key.
inline void clear_cells(Cell* cells, KeyRange keys) { std::fill(cells + keys.low, cells + keys.high + 1, Cell{}); }

// Moves what cells hold into a sum, and its size into `magnitude` where that is asked for. `factors`: how many floats, each with its key,
// were multiplied.
inline void move_cells(Cell* cells, KeyRange keys, std::size_t factors, bool negative, Wide& total, Wide* magnitude = nullptr) {
    for (std::size_t key = keys.low; key <= keys.high; ++key) {
        if (!(cells[key].low | cells[key].high)) continue;
        total.add(cells[key], key + (3 - factors) * 1075, negative);
        if (magnitude) magnitude->add(cells[key], key + (3 - factors) * 1075, false);
        cells[key] = {};
    }
}

}  // namespace gnomon
