// Ids as pieces of one long text, and a hash table that finds them. Equal means equal bytes; the hash only says where to look.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace gnomon {

// Row i's id is the `lengths[i]` bytes of the text from `offsets[i]` on.
struct Ids {
    const char* text;
    const std::int64_t* offsets;
    const std::int32_t* lengths;

    std::string_view operator()(std::size_t row) const { return {text + offsets[row], static_cast<std::size_t>(lengths[row])}; }

    // The ids from a row on, which becomes row 0.
    Ids from(std::size_t row) const { return {text, offsets + row, lengths + row}; }
};

template <class Word>
std::uint64_t word_at(const char* p) {
    Word word;
    std::memcpy(&word, p, sizeof word);
    return word;
}

inline std::uint64_t stirred(std::uint64_t h) {
    h = (h ^ (h >> 32)) * 0x9E3779B97F4A7C15u;
    h = (h ^ (h >> 29)) * 0xD6E8FEB86659FD93u;
    return h ^ (h >> 32);
}

// Eight bytes at a time; the last word may overlap the one before, so that no byte is read beyond the id.
inline std::uint64_t hash_of(std::string_view id) {
    const char* p = id.data();
    const std::size_t n = id.size();
    std::uint64_t h = n;
    if (n >= 8) {
        for (std::size_t i = 0; i + 8 < n; i += 8) h = stirred(h ^ word_at<std::uint64_t>(p + i));
        return stirred(h ^ word_at<std::uint64_t>(p + n - 8));
    }
    std::uint64_t word = 0;
    if (n >= 4)
        word = word_at<std::uint32_t>(p) | word_at<std::uint32_t>(p + n - 4) << 32;
    else
        for (std::size_t i = 0; i < n; ++i) word = word << 8 | static_cast<unsigned char>(p[i]);
    return stirred(h * 0x9E3779B97F4A7C15u ^ word);
}

// Rows by their id, open-addressed. A slot holds half of the hash, which settles most comparisons without a look at the text,
// and the row plus one; zero is free.
class IdTable {
  public:
    static constexpr std::size_t nowhere = ~std::size_t{0};

    // Empties the table and makes room for `most` rows, at most half of the slots taken.
    void clear(std::size_t most) {
        if (most >= 0xFFFFFFFFu) throw std::length_error("more than four thousand million ids in one table");
        std::size_t capacity = 8;
        while (capacity < 2 * most) capacity *= 2;
        slots_.resize(std::max(slots_.size(), capacity));
        std::fill_n(slots_.begin(), capacity, std::uint64_t{0});
        mask_ = capacity - 1;
    }

    // The row that is there under this id, or `row` itself after entering it. id_at(r) is the id of row r.
    template <class IdAt>
    std::size_t enter(std::size_t row, const IdAt& id_at) {
        const std::string_view id = id_at(row);
        const std::uint64_t hash = hash_of(id);
        const std::size_t slot = slot_of(id, hash, id_at);
        if (slots_[slot]) return row_in(slot);
        slots_[slot] = (hash & high_half) | (row + 1);
        return row;
    }

    // The row that is there under this id, or `nowhere`.
    template <class IdAt>
    std::size_t find(std::string_view id, const IdAt& id_at) const {
        const std::size_t slot = slot_of(id, hash_of(id), id_at);
        return slots_[slot] ? row_in(slot) : nowhere;
    }

  private:
    static constexpr std::uint64_t high_half = 0xFFFFFFFF00000000u;

    std::size_t row_in(std::size_t slot) const { return static_cast<std::size_t>(slots_[slot] & ~high_half) - 1; }

    template <class IdAt>
    std::size_t slot_of(std::string_view id, std::uint64_t hash, const IdAt& id_at) const {
        std::size_t slot = static_cast<std::size_t>(hash) & mask_;
        while (slots_[slot] && !((slots_[slot] ^ hash) <= ~high_half && id_at(row_in(slot)) == id)) slot = (slot + 1) & mask_;
        return slot;
    }

    std::vector<std::uint64_t> slots_;
    std::size_t mask_ = 0;
};

}  // namespace gnomon
