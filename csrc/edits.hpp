// The shortest way from one sequence of tokens to another: what was kept, replaced, left out and added.
//
// Where several ways are equally short, the one is taken that is found from the end backwards, once what both begin and end with is set aside:
// a token is left out if that can be last, else added if leaving out one fewer was cheaper, else kept or replaced. It is what rapidfuzz takes.
#pragma once

#include <algorithm>
#include <bitset>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "parallel.hpp"

namespace gnomon {

enum Step : std::uint8_t { kept = 0, replaced = 1, left_out = 2, added = 3 };

// What is counted of one pair; `first` and `last` are tokens left out before and behind all that was said.
struct EditCounts {
    std::int64_t kept = 0, replaced = 0, left_out = 0, added = 0, first = 0, last = 0;
};

// Texts in one piece: text i has the code points [ends[i - 1], ends[i]).
struct Texts {
    const std::uint32_t* codes;
    const std::int64_t* ends;

    std::pair<const std::uint32_t*, const std::uint32_t*> operator[](std::size_t i) const {
        return {codes + (i ? ends[i - 1] : 0), codes + ends[i]};
    }
};

enum class Unit { words, characters, code_points };

// White space as Python's str.split has it.
inline bool is_space(std::uint32_t c) {
    if (c <= 0x20) return (c >= 0x09 && c <= 0x0d) || c >= 0x1c;
    if (c < 0x85) return false;
    return c == 0x85 || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f ||
           c == 0x3000;
}

// Numbers for tokens, the same for equal ones: 0, 1, 2, … in the order in which they are met. Tokens are compared whole, never by their hash.
class Interner {
  public:
    void clear(std::size_t tokens) {
        std::size_t size = 16;
        while (size < 2 * tokens) size *= 2;
        slots_.assign(size, 0);
        known_.clear();
    }

    std::uint32_t operator()(const std::uint32_t* token, std::size_t length) {
        std::uint64_t hash = 0xcbf29ce484222325u;
        for (std::size_t i = 0; i < length; ++i) hash = (hash ^ token[i]) * 0x100000001b3u;
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t at = (hash ^ (hash >> 29)) & mask;; at = (at + 1) & mask) {
            if (slots_[at] == 0) {
                known_.push_back({token, length});
                slots_[at] = static_cast<std::uint32_t>(known_.size());
                return slots_[at] - 1;
            }
            const auto& other = known_[slots_[at] - 1];
            if (other.second == length && std::equal(token, token + length, other.first)) return slots_[at] - 1;
        }
    }

    std::size_t size() const { return known_.size(); }

  private:
    std::vector<std::uint32_t> slots_;  // one more than the number; 0 is free
    std::vector<std::pair<const std::uint32_t*, std::size_t>> known_;
};

// One pair after another; what it needs is kept from one to the next.
class Aligner {
  public:
    // Calls each(step) for every step of the shortest way, the last first.
    template <class Each>
    void align(std::pair<const std::uint32_t*, const std::uint32_t*> truth, std::pair<const std::uint32_t*, const std::uint32_t*> said, Unit unit,
               const Each& each) {
        const auto points = static_cast<std::size_t>((truth.second - truth.first) + (said.second - said.first));
        asking_(points);
        interner_.clear(points);
        tokens(truth, unit, truth_);
        tokens(said, unit, said_);
        const std::uint32_t *a = truth_.data(), *b = said_.data();
        std::size_t m = truth_.size(), n = said_.size(), same = 0;
        for (; same < std::min(m, n) && a[same] == b[same]; ++same) {}
        a += same, b += same, m -= same, n -= same;
        for (; m && n && a[m - 1] == b[n - 1]; --m, --n) each(kept);
        if (m && n)
            between(a, m, b, n, each);
        else
            rest(m, n, each);
        for (; same; --same) each(kept);
    }

  private:
    void tokens(std::pair<const std::uint32_t*, const std::uint32_t*> text, Unit unit, std::vector<std::uint32_t>& into) {
        static constexpr std::uint32_t blank = 0x20;
        into.clear();
        const auto [begin, end] = text;
        for (const std::uint32_t* at = begin; at != end;) {
            if (unit == Unit::code_points || !is_space(*at)) {
                const std::uint32_t* from = at++;
                if (unit == Unit::words)
                    while (at != end && !is_space(*at)) ++at;
                into.push_back(interner_(from, static_cast<std::size_t>(at - from)));
                continue;
            }
            while (at != end && is_space(*at)) ++at;
            if (unit == Unit::characters && !into.empty() && at != end) into.push_back(interner_(&blank, 1));
        }
    }

    template <class Each>
    static void rest(std::size_t m, std::size_t n, const Each& each) {
        for (; m; --m) each(left_out);
        for (; n; --n) each(added);
    }

    // Where a token stands in the truth, 64 places a word: a table of all tokens, or, where that would be large, filled for one at a time.
    void place(const std::uint32_t* a, std::size_t m) {
        words_ = (m + 63) / 64;
        const std::size_t distinct = interner_.size();
        dense_ = distinct <= (std::size_t{1} << 20) / words_;
        if (dense_) {
            table_.assign(distinct * words_, 0);
            for (std::size_t i = 0; i < m; ++i) table_[a[i] * words_ + i / 64] |= std::uint64_t{1} << (i % 64);
            return;
        }
        table_.assign(words_, 0);
        starts_.assign(distinct + 1, 0);
        for (std::size_t i = 0; i < m; ++i) ++starts_[a[i] + 1];
        for (std::size_t k = 0; k < distinct; ++k) starts_[k + 1] += starts_[k];
        places_.resize(m);
        std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
        for (std::size_t i = 0; i < m; ++i) places_[next[a[i]]++] = i;
        filled_ = static_cast<std::uint32_t>(distinct);
    }

    const std::uint64_t* places_of(std::uint32_t token) {
        if (dense_) return table_.data() + token * words_;
        const auto each = [&](std::uint32_t one, const auto& change) {
            for (std::size_t k = starts_[one]; k < starts_[one + 1]; ++k) change(table_[places_[k] / 64], std::uint64_t{1} << (places_[k] % 64));
        };
        if (filled_ + 1 < starts_.size()) each(filled_, [](std::uint64_t& word, std::uint64_t bit) { word &= ~bit; });
        each(token, [](std::uint64_t& word, std::uint64_t bit) { word |= bit; });
        filled_ = token;
        return table_.data();
    }

    // A row has words [low, high): the places that are at most `band_` tokens off the diagonal, which is all of them where the band is wide.
    std::size_t low(std::size_t j) const { return (j > band_ ? j - band_ : 0) / 64; }
    std::size_t high(std::size_t j) const { return std::min(words_, (j + band_) / 64 + 1); }

    // From row j - 1, row j of the differences down the table of distances, up to word `end`: where they rise by one, and where they fall. After
    // Myers (1999) in the form of Hyyrö (2003). Past the edges of the band every step is taken to cost one, which is never too little.
    void next_row(std::uint32_t token, std::size_t j, const std::uint64_t* from, std::uint64_t* to, std::size_t end) {
        const std::size_t first = low(j), last = std::max(first, std::min(high(j), end)), many = last - first;
        const std::uint64_t *at = places_of(token) + first, *rise = from + (first - low(j - 1)), *fall = rise + width_;
        std::uint64_t up = 1, down = 0, *rise_next = to, *fall_next = to + width_;
        asking_(many);
        for (std::size_t w = 0; w < many; ++w) {
            const std::uint64_t matched = at[w] | down;
            const std::uint64_t level = (((matched & rise[w]) + rise[w]) ^ rise[w]) | matched | fall[w];
            std::uint64_t higher = fall[w] | ~(level | rise[w]), lower = level & rise[w];
            const std::uint64_t up_next = higher >> 63, down_next = lower >> 63;
            higher = (higher << 1) | up;
            lower = (lower << 1) | down;
            rise_next[w] = lower | ~(level | higher);
            fall_next[w] = higher & level;
            up = up_next;
            down = down_next;
        }
        enter(to, many);
    }

    // The word that enters the band in the next row.
    void enter(std::uint64_t* row, std::size_t at) const {
        row[at] = ~std::uint64_t{0};
        row[width_ + at] = 0;
    }

    static std::size_t ones(std::uint64_t word) { return std::bitset<64>(word).count(); }

    // Rows from a mark on, of which the first is known, to the next mark, which is kept. Returns what the distance at the band's first word is
    // in the last of them, if it was `from` in the first.
    std::size_t fill(std::size_t mark, const std::uint32_t* b, std::size_t n, std::size_t end, std::size_t from) {
        const std::size_t row = 2 * width_, last = std::min(stride_, n - mark * stride_);
        std::copy_n(marks_.begin() + static_cast<std::ptrdiff_t>(mark * row), row, rows_.begin());
        for (std::size_t k = 0; k < last; ++k) {
            const std::size_t j = mark * stride_ + k + 1;
            const std::uint64_t* above = rows_.data() + k * row;
            next_row(b[j - 1], j, above, rows_.data() + (k + 1) * row, end);
            if (low(j) > low(j - 1)) from += ones(above[0]) - ones(above[width_]);
            ++from;
        }
        if ((mark + 1) * row < marks_.size())
            std::copy_n(rows_.begin() + static_cast<std::ptrdiff_t>(last * row), row, marks_.begin() + static_cast<std::ptrdiff_t>((mark + 1) * row));
        return from;
    }

    // The distance, as it is within a band: right where it is less than the band is wide. All rows are kept where they are few; else every k-th,
    // from which those between are made again on the way back.
    std::size_t distance(std::size_t m, const std::uint32_t* b, std::size_t n, std::size_t band) {
        band_ = band;
        width_ = std::min(words_, 2 * band_ / 64 + 2) + 1;
        const std::size_t row = 2 * width_;
        stride_ = n * row <= (std::size_t{1} << 22) ? n + 1 : static_cast<std::size_t>(std::sqrt(static_cast<double>(n))) + 1;
        const std::size_t marks = n / stride_ + 1;
        marks_.resize(marks * row);
        rows_.resize((stride_ + 1) * row);
        std::fill_n(marks_.begin(), width_, ~std::uint64_t{0});
        std::fill_n(marks_.begin() + static_cast<std::ptrdiff_t>(width_), width_, 0);
        std::size_t sum = 0;
        for (std::size_t mark = 0; mark < marks; ++mark) sum = fill(mark, b, n, words_, sum);
        const std::uint64_t* rise = rows_.data() + (n - (marks - 1) * stride_) * row;
        for (std::size_t w = low(n); w < words_; ++w, ++rise) {
            const std::uint64_t in = m - 64 * w < 64 ? (std::uint64_t{1} << (m - 64 * w)) - 1 : ~std::uint64_t{0};
            sum += ones(rise[0] & in) - ones(rise[width_] & in);
        }
        return sum;
    }

    // Bands are tried from a narrow one on while they cost little (Ukkonen, 1985). Every place that the way back looks at is at most one
    // further than the whole distance, so that a band which is wider than that leads the same way as the whole table.
    template <class Each>
    void between(const std::uint32_t* a, std::size_t m, const std::uint32_t* b, std::size_t n, const Each& each) {
        place(a, m);
        std::size_t band = std::max<std::size_t>(narrow, (m > n ? m - n : n - m) + 1);
        while (band <= m / 8 && distance(m, b, n, band) >= band) band *= 4;
        if (band > m / 8) distance(m, b, n, m + n);
        std::size_t at = n / stride_;
        const auto bit = [&](std::size_t j, std::size_t i, std::size_t side) {
            if (j / stride_ != at) fill(at = j / stride_, b, n, i / 64 + 1, 0);
            return (rows_[(j - at * stride_) * 2 * width_ + side * width_ + i / 64 - low(j)] >> (i % 64)) & 1;
        };
        std::size_t i = m, j = n;
        while (i && j) {
            if (bit(j, i - 1, 0)) {
                each(left_out), --i;
            } else if (--j; j && bit(j, i - 1, 1)) {
                each(added);
            } else {
                --i;
                each(a[i] == b[j] ? kept : replaced);
            }
        }
        rest(i, j, each);
    }

    static constexpr std::size_t narrow = 256;
    Interner interner_;
    std::vector<std::uint32_t> truth_, said_;
    std::vector<std::uint64_t> table_, marks_, rows_;
    std::vector<std::size_t> starts_, places_;
    InterruptCheck asking_;
    std::size_t words_ = 0, band_ = 0, width_ = 0, stride_ = 1;
    std::uint32_t filled_ = 0;
    bool dense_ = true;
};

// The counts of each pair, six a row.
inline void count_edits(const Texts& truth, const Texts& said, std::size_t pairs, Unit unit, std::int64_t* counts, std::size_t threads) {
    constexpr std::size_t some = 256;
    const std::size_t tasks = (pairs + some - 1) / some;
    on_queue(tasks, std::max<std::size_t>(1, std::min(threads, tasks / 2)), [&] {
        return [&, aligner = Aligner()](std::size_t task) mutable {
            for (std::size_t p = task * some; p < std::min(pairs, (task + 1) * some); ++p) {
                EditCounts found;
                bool spoken = false;
                std::int64_t since = 0;
                aligner.align(truth[p], said[p], unit, [&](Step step) {
                    found.kept += step == kept, found.replaced += step == replaced, found.left_out += step == left_out, found.added += step == added;
                    if (step == left_out) {
                        ++since;
                        return;
                    }
                    if (!spoken) found.last = since;
                    spoken = true;
                    since = 0;
                });
                if (spoken) found.first = since;
                const std::int64_t line[] = {found.kept, found.replaced, found.left_out, found.added, found.first, found.last};
                std::copy_n(line, 6, counts + 6 * p);
            }
        };
    });
}

// The steps of each pair from the first on, and where those of each end.
inline std::vector<std::uint8_t> edit_steps(const Texts& truth, const Texts& said, std::size_t pairs, Unit unit, std::int64_t* ends) {
    std::vector<std::uint8_t> steps;
    Aligner aligner;
    for (std::size_t p = 0; p < pairs; ++p) {
        const auto before = static_cast<std::ptrdiff_t>(steps.size());
        aligner.align(truth[p], said[p], unit, [&](Step step) { steps.push_back(step); });
        std::reverse(steps.begin() + before, steps.end());
        ends[p] = static_cast<std::int64_t>(steps.size());
    }
    return steps;
}

}  // namespace gnomon
