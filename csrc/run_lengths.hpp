// Run lengths of masks read from COCO's strings, from lists of counts and from pixels. They come from elsewhere: every number is held
// against the size of the image before it is believed. Runs of no pixels are left out but for the first, so that a mask has one form only.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "memory.hpp"
#include "parallel.hpp"

namespace gnomon {

enum class RunFault { none, character, cut_off, negative, too_long, too_short };

// Appends the runs of one mask.
class RunWriter {
  public:
    RunWriter(std::vector<std::uint32_t>& to, std::uint64_t pixels) : to_(to), first_(to.size()), pixels_(pixels) {}

    RunFault add(std::int64_t run) {
        if (run < 0) return RunFault::negative;
        total_ += static_cast<std::uint64_t>(run);  // both below 2^62: no sum wraps around before it is refused
        if (total_ > pixels_) return RunFault::too_long;
        const auto length = static_cast<std::uint32_t>(run);
        if (joins_) {
            to_.back() += length;
            joins_ = false;
        } else if (length == 0 && to_.size() > first_) {
            joins_ = true;
        } else {
            to_.push_back(length);
        }
        return RunFault::none;
    }
    RunFault end() const { return total_ == pixels_ ? RunFault::none : RunFault::too_short; }
    std::uint64_t total() const { return total_; }

  private:
    std::vector<std::uint32_t>& to_;
    std::size_t first_;
    std::uint64_t pixels_, total_ = 0;
    bool joins_ = false;
};

// COCO's strings: digits of five bits from the lowest up, a sixth says that more follow, and from the fourth run on it is the difference
// from the run before the last that is written.
inline RunFault read_string(const std::uint8_t* text, std::size_t length, RunWriter& to) {
    constexpr unsigned most_bits = 40;
    std::int64_t earlier = 0, last = 0;
    for (std::size_t at = 0, k = 0; at < length; ++k) {
        std::int64_t run = 0;
        unsigned bits = 0;
        std::uint8_t digit = 0;
        do {
            if (at == length) return RunFault::cut_off;
            digit = static_cast<std::uint8_t>(text[at++] - 48);
            if (digit > 63) return RunFault::character;
            if (bits == most_bits) return RunFault::too_long;
            run |= static_cast<std::int64_t>(digit & 31) << bits;
            bits += 5;
        } while (digit & 32);
        if (digit & 16) run -= std::int64_t{1} << bits;
        if (k > 2) run += earlier;
        earlier = std::exchange(last, run);
        if (const RunFault fault = to.add(run); fault != RunFault::none) return fault;
    }
    return to.end();
}

// The same the other way: appends the characters of one mask's runs.
inline void write_string(const std::uint32_t* runs, std::size_t n, std::vector<std::uint8_t>& to) {
    for (std::size_t k = 0; k < n; ++k) {
        std::int64_t left = runs[k];
        if (k > 2) left -= runs[k - 2];
        for (bool more = true; more;) {
            const auto digit = static_cast<std::uint8_t>(left & 31);
            left = (left - digit) / 32;
            more = left != (digit & 16 ? -1 : 0);
            to.push_back(static_cast<std::uint8_t>(48 + digit + (more ? 32 : 0)));
        }
    }
}

inline RunFault read_counts(const std::int64_t* counts, std::size_t n, RunWriter& to) {
    constexpr std::int64_t most = std::int64_t{1} << 40;
    for (std::size_t i = 0; i < n; ++i) {
        const std::int64_t run = std::min(counts[i], most);
        if (const RunFault fault = to.add(run); fault != RunFault::none) return fault;
    }
    return to.end();
}

// Pixels row by row, turned a few columns at a time so that neither side of the turn leaves the cache.
class PixelReader {
  public:
    void read(const std::uint8_t* pixels, std::size_t height, std::size_t width, RunWriter& to) {
        constexpr std::size_t strip = 64;
        turned_.resize(strip * height);
        bool object = false;
        std::int64_t run = 0;
        for (std::size_t first = 0; first < width; first += strip) {
            const std::size_t some = std::min(strip, width - first);
            for (std::size_t y = 0; y < height; ++y)
                for (std::size_t x = 0; x < some; ++x) turned_[x * height + y] = pixels[y * width + first + x];
            for (std::size_t i = 0; i < some * height; ++i) {
                if ((turned_[i] != 0) != object) {
                    to.add(std::exchange(run, 0));
                    object = !object;
                }
                ++run;
            }
        }
        to.add(run);
    }

  private:
    std::vector<std::uint8_t> turned_;
};

// The runs of many masks, or the first mask that is not to be read, why, and how many pixels its runs had come to.
struct ReadMasks {
    Block<std::uint32_t> runs{0};
    Block<std::int64_t> starts{0};
    std::size_t bad = 0;
    RunFault fault = RunFault::none;
    std::uint64_t total = 0;
};

// read(i, runs) appends the runs of mask i and says what was wrong with it and how far it came; `make` gives each thread its own.
template <class Make>
ReadMasks read_masks(std::size_t n, std::size_t threads, const Make& make) {
    const std::size_t chunks = std::max<std::size_t>(1, std::min<std::size_t>(n / 16, 64));
    std::vector<std::vector<std::uint32_t>> runs(chunks);
    ReadMasks all;
    all.starts = Block<std::int64_t>(n + 1);
    std::vector<ReadMasks> faults(chunks);
    on_queue(chunks, std::min(threads, chunks), [&] {
        return [&, read = make()](std::size_t c) mutable {
            const auto [first, last] = chunk(n, c, chunks);
            for (std::size_t i = first; i < last && faults[c].fault == RunFault::none; ++i) {
                check_interrupts();
                const std::size_t before = runs[c].size();
                const auto [fault, total] = read(i, runs[c]);
                if (fault != RunFault::none) faults[c].bad = i, faults[c].fault = fault, faults[c].total = total;
                all.starts[i + 1] = static_cast<std::int64_t>(runs[c].size() - before);
            }
        };
    });
    for (auto& found : faults)
        if (found.fault != RunFault::none) return std::move(found);
    all.starts[0] = 0;
    for (std::size_t i = 0; i < n; ++i) all.starts[i + 1] += all.starts[i];
    all.runs = Block<std::uint32_t>(static_cast<std::size_t>(all.starts[n]));
    std::size_t at = 0;
    for (const auto& some : runs) {
        std::copy(some.begin(), some.end(), all.runs.get() + at);
        at += some.size();
    }
    return all;
}

}  // namespace gnomon
