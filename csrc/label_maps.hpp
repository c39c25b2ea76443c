// Label maps: how often each pair of labels meets in an image, and which pixels lie near another label.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "parallel.hpp"

namespace gnomon {

struct LabelRange {
    std::int64_t low;     // the least label that counts
    std::size_t span;     // labels from `low` on that count
    bool ignores;         // whether pixels of one truth are left out,
    std::int64_t ignore;  // and of which

    std::size_t cells() const { return span * span; }
    // Behind the pairs stand how many pixels have a label out of range, and how many were ignored.
    std::size_t size() const { return cells() + 2; }
};

// The cell of any pair of bytes, as the sum of two looked up: what is out of range, or ignored, carries it past all cells.
class ByteCells {
public:
    explicit ByteCells(const LabelRange& range) : outside_(static_cast<std::uint32_t>(range.cells())) {
        for (std::int64_t label = 0; label < 256; ++label) {
            const auto place = static_cast<std::uint64_t>(label) - static_cast<std::uint64_t>(range.low);
            const bool counts = place < range.span;
            rows_[label] = counts ? static_cast<std::uint32_t>(place * range.span) : far;
            columns_[label] = counts ? static_cast<std::uint32_t>(place) : far;
            if (range.ignores && label == range.ignore) rows_[label] = ignored;
        }
    }
    std::uint32_t operator()(std::uint8_t truth, std::uint8_t predicted) const {
        const std::uint32_t sum = rows_[truth] + columns_[predicted];
        return sum < far ? sum : outside_ + (sum >= ignored ? 1 : 0);
    }

private:
    static constexpr std::uint32_t far = 1u << 26, ignored = 1u << 29;  // past 4096 x 4096 cells, and past twice `far`
    std::uint32_t rows_[256], columns_[256], outside_;
};

// Adds pixels [first, last) to `table`, which has `lanes` copies of the cells so that neighbours of one label do not wait for each other.
template <class Truth, class Predicted>
void add_label_pairs(const Truth* truth, const Predicted* predicted, std::size_t first, std::size_t last, const LabelRange& range,
                     std::uint64_t* table, std::size_t lanes) {
    const std::size_t outside = range.cells(), size = range.size();
    if constexpr (sizeof(Truth) == 1 && sizeof(Predicted) == 1) {
        const ByteCells cell(range);
        constexpr std::size_t block = 8;  // neighbours are mostly alike: eight of one pair are one addition
        std::size_t i = first;
        for (; i + block <= last; i += block) {
            std::uint64_t t, p;
            std::memcpy(&t, truth + i, block);
            std::memcpy(&p, predicted + i, block);
            if (t == (t & 0xff) * 0x0101010101010101u && p == (p & 0xff) * 0x0101010101010101u) {
                table[cell(truth[i], predicted[i])] += block;
                continue;
            }
            for (std::size_t j = 0; j < block; ++j) ++table[(j & (lanes - 1)) * size + cell(truth[i + j], predicted[i + j])];
        }
        for (; i < last; ++i) ++table[cell(truth[i], predicted[i])];
        return;
    }
    const auto span = static_cast<std::uint64_t>(range.span), low = static_cast<std::uint64_t>(range.low);
    for (std::size_t i = first; i < last; ++i) {
        const auto t = static_cast<std::int64_t>(truth[i]);
        const auto r = static_cast<std::uint64_t>(t) - low;
        const auto c = static_cast<std::uint64_t>(static_cast<std::int64_t>(predicted[i])) - low;
        std::size_t cell = r < span && c < span ? static_cast<std::size_t>(r * span + c) : outside;
        cell = range.ignores && t == range.ignore ? outside + 1 : cell;
        ++table[(i & (lanes - 1)) * size + cell];
    }
}

// Fills `cells` with range.size() counts for each image. Images are shared out among threads; of one alone, its pixels are.
template <class Truth, class Predicted>
void count_label_pairs(const Truth* truth, const Predicted* predicted, std::size_t images, std::size_t pixels, const LabelRange& range,
                       std::int64_t* cells, std::size_t most_threads) {
    const std::size_t size = range.size(), lanes = size <= 4096 ? 4 : 1;
    const std::size_t threads = threads_for(images * pixels, most_threads);
    const std::size_t chunks = images == 1 && size <= 4096 ? threads : 1;
    std::vector<std::vector<std::uint64_t>> parts(images == 1 ? chunks : 0);
    on_queue(images * chunks, threads, [&] {
        return [&, table = std::vector<std::uint64_t>()](std::size_t task) mutable {
            const std::size_t image = task / chunks;
            const auto [first, last] = chunk(pixels, task % chunks, chunks);
            table.assign(lanes * size, 0);
            add_label_pairs(truth + image * pixels, predicted + image * pixels, first, last, range, table.data(), lanes);
            if (images == 1) {
                parts[task] = table;
                return;
            }
            std::int64_t* out = cells + image * size;
            for (std::size_t i = 0; i < size; ++i)
                for (std::size_t lane = 0; lane < lanes; ++lane) out[i] += static_cast<std::int64_t>(table[lane * size + i]);
        };
    });
    for (const auto& part : parts)
        for (std::size_t i = 0; i < part.size(); ++i) cells[i % size] += static_cast<std::int64_t>(part[i]);
}

// inside[i] = 1 where all pixels up to `reach` steps away, in rows and columns alike, have the pixel's own label; past the edge of the map
// no label goes on. A square is uniform when its rows are, and their labels agree.
template <class Label>
void far_from_borders(const Label* map, std::size_t height, std::size_t width, std::size_t reach, std::uint8_t* inside) {
    std::vector<std::uint8_t> level(height * width, 0);  // whether the row is uniform around the pixel
    for (std::size_t y = 0; y < height; ++y) {
        const Label* row = map + y * width;
        for (std::size_t start = 0; start < width;) {
            std::size_t stop = start + 1;
            while (stop < width && row[stop] == row[start]) ++stop;
            for (std::size_t x = start + reach; x + reach < stop; ++x) level[y * width + x] = 1;
            start = stop;
        }
    }
    std::vector<std::size_t> begun(width, 0);  // where the run of level pixels of one label began that the row belongs to
    std::fill_n(inside, height * width, std::uint8_t{0});
    const auto close = [&](std::size_t x, std::size_t stop) {
        for (std::size_t y = begun[x] + reach; y + reach < stop; ++y) inside[y * width + x] = level[y * width + x];
    };
    for (std::size_t y = 1; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x) {
            const std::size_t here = y * width + x, above = here - width;
            if (level[here] == level[above] && map[here] == map[above]) continue;
            close(x, y);
            begun[x] = y;
        }
    for (std::size_t x = 0; height && x < width; ++x) close(x, height);
}

}  // namespace gnomon
