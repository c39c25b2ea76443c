// Labels to codes: which rows are positive, and how often each pair of labels meets.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "parallel.hpp"

namespace gnomon {

struct Binarized {
    std::size_t positives = 0;
    std::size_t other = 0;  // position of the first row that is not positive; n when there is none
    bool clean = true;      // every row is either positive or equal to that one
};

// mask[i] = (y[i] == positive). NaN equals nothing, so it leaves `clean` false.
template <class Label>
Binarized binarize(const Label* y, std::size_t n, Label positive, std::uint8_t* mask, std::size_t most_threads) {
    Binarized result;
    result.other = static_cast<std::size_t>(std::find_if(y, y + n, [=](Label v) { return !(v == positive); }) - y);
    const Label other = result.other < n ? y[result.other] : positive;
    const std::size_t threads = threads_for(n, most_threads);
    std::vector<std::size_t> positives(threads, 0);
    std::vector<std::uint8_t> dirty(threads, 0);
    on_threads(threads, [&](std::size_t t) {
        const auto [first, last] = chunk(n, t, threads);
        constexpr std::size_t block = 4096;  // three plain loops over a block that stays in cache, each of which vectorises
        std::size_t count = 0;
        std::uint8_t strange = 0;
        for (std::size_t start = first; start < last; start += block) {
            const std::size_t stop = std::min(last, start + block);
            for (std::size_t i = start; i < stop; ++i) mask[i] = static_cast<std::uint8_t>(y[i] == positive);
            int differs = 0;  // a block's count at the most, so it cannot overflow
            for (std::size_t i = start; i < stop; ++i) differs += (y[i] != positive) & (y[i] != other);
            strange |= static_cast<std::uint8_t>(differs != 0);
            for (std::size_t i = start; i < stop; ++i) count += mask[i];
        }
        positives[t] = count;
        dirty[t] = strange;
    });
    for (std::size_t t = 0; t < threads; ++t) {
        result.positives += positives[t];
        result.clean &= !dirty[t];
    }
    return result;
}

template <class Label>
struct Extent {
    Label low, high;
};

// The smallest and the largest label of a non-empty array.
template <class Label>
Extent<Label> extent(const Label* y, std::size_t n, std::size_t most_threads) {
    const std::size_t threads = threads_for(n, most_threads);
    std::vector<Extent<Label>> parts(threads);
    on_threads(threads, [&](std::size_t t) {
        const auto [first, last] = chunk(n, t, threads);
        Label low = y[first], high = y[first];
        for (std::size_t i = first; i < last; ++i) {
            low = std::min(low, y[i]);
            high = std::max(high, y[i]);
        }
        parts[t] = {low, high};
    });
    for (const auto& part : parts) parts[0] = {std::min(parts[0].low, part.low), std::max(parts[0].high, part.high)};
    return parts[0];
}

// cells[(truth - low) * k + (prediction - low)] += weight, for labels within [low, low + k). Rows outside are left out; the
// caller has measured the extent, so there are none unless the array changes underneath.
template <class Label, class Count>
void confusion(const Label* truth, const Label* prediction, const double* weight, std::size_t n, Label low, std::size_t k,
               Count* cells, std::size_t most_threads) {
    constexpr std::size_t lanes = 4;  // neighbouring rows often hit one cell: separate lanes keep their additions apart
    const std::size_t size = k * k;
    const std::size_t chunks = size <= 4096 ? fixed_chunks(n) : 1;  // a large matrix costs more to add up than to fill
    const std::size_t tables = size <= 4096 ? lanes : 1;
    std::vector<std::vector<Count>> partial(chunks);
    on_chunks(chunks, threads_for(n, most_threads), [&](std::size_t t) {
        auto& table = partial[t];
        table.assign(tables * size, Count{0});
        const auto [first, last] = chunk(n, t, chunks);
        for (std::size_t i = first; i < last; ++i) {
            const auto r = static_cast<std::size_t>(truth[i]) - static_cast<std::size_t>(low);
            const auto c = static_cast<std::size_t>(prediction[i]) - static_cast<std::size_t>(low);
            if (r < k && c < k) {
                const std::size_t lane = (i & (tables - 1)) * size;
                if constexpr (std::is_same_v<Count, double>)
                    table[lane + r * k + c] += weight[i];
                else
                    ++table[lane + r * k + c];
            }
        }
    });
    for (const auto& table : partial)
        for (std::size_t i = 0; i < table.size(); ++i) cells[i % size] += table[i];
}

}  // namespace gnomon
