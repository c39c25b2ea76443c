// Eight bytes for a label map, by which one knows whether two maps are the same: whatever the type of its numbers, and never 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "parallel.hpp"

namespace gnomon {

// The hash of SplitMix64.
inline std::uint64_t mixed_word(std::uint64_t word) {
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9u;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBu;
    return word ^ (word >> 31);
}

// A label map in one piece; of pixels of `ignore`, only where they are counts.
template <class Label>
struct LabelMap {
    const Label* labels;
    std::size_t pixels, width;
    bool ignores;
    std::int64_t ignore;

    // A word for the run of one label that begins at a pixel.
    std::uint64_t word(std::size_t at) const {
        const auto label = static_cast<std::int64_t>(labels[at]);
        const std::uint64_t key = ignores && label == ignore ? 0xD1B54A32D192ED03u : static_cast<std::uint64_t>(label) * 0xA24BAED4963EE407u;
        return mixed_word(key + (static_cast<std::uint64_t>(at) + 1) * 0x9E3779B97F4A7C15u);
    }

    // Words are summed, past 2^64 from 0 again.
    std::uint64_t digest() const {
        std::uint64_t sum = pixels ? word(0) : 0;
        std::size_t i = 1;
        if constexpr (sizeof(Label) == 1)
            for (std::uint64_t here, before; i + 8 <= pixels; i += 8) {  // neighbours are mostly alike
                std::memcpy(&here, labels + i, 8);
                std::memcpy(&before, labels + i - 1, 8);
                if (here == before) continue;
                for (std::size_t j = i; j < i + 8; ++j)
                    if (labels[j] != labels[j - 1]) sum += word(j);
            }
        for (; i < pixels; ++i)
            if (labels[i] != labels[i - 1]) sum += word(i);
        const std::uint64_t shaped = mixed_word(mixed_word(sum + width) ^ pixels);
        return shaped ? shaped : 1;
    }
};

template <class Label>
void map_digests(const LabelMap<Label>& first, std::size_t images, std::uint64_t* out, std::size_t most_threads) {
    on_chunks(images, threads_for(images * first.pixels, most_threads), [&](std::size_t image) {
        LabelMap<Label> map = first;
        map.labels += image * map.pixels;
        out[image] = map.digest();
    });
}

}  // namespace gnomon
