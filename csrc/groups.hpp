// Rows by group: integer keys as codes, and rows brought together by group in buckets that fit a cache.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "labels.hpp"
#include "memory.hpp"
#include "parallel.hpp"

namespace gnomon {

// The distinct keys in ascending order, and the place of each row's key among them.
struct Factors {
    Block<std::uint32_t> codes{0};
    std::vector<std::int64_t> names;
};

// A hash table from keys to the number under which each was first met.
class KeyTable {
  public:
    KeyTable() : places_(std::size_t{1} << 12, none) {}

    std::uint32_t number_of(std::int64_t key) {
        for (std::size_t at = mixed(key) & (places_.size() - 1);; at = (at + 1) & (places_.size() - 1)) {
            if (places_[at] == none) return add(key, at);
            if (keys_[places_[at]] == key) return places_[at];
        }
    }
    const std::vector<std::int64_t>& keys() const { return keys_; }

  private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    static std::size_t mixed(std::int64_t key) {
        std::uint64_t x = static_cast<std::uint64_t>(key) * 0x9E3779B97F4A7C15ULL;
        x ^= x >> 32;
        return static_cast<std::size_t>(x * 0xD6E8FEB86659FD93ULL >> 7);
    }
    std::uint32_t add(std::int64_t key, std::size_t at) {
        const auto number = static_cast<std::uint32_t>(keys_.size());
        keys_.push_back(key);
        places_[at] = number;
        if (keys_.size() * 2 > places_.size()) grow();
        return number;
    }
    void grow() {
        std::vector<std::uint32_t> wider(places_.size() * 4, none);
        for (std::size_t k = 0; k < keys_.size(); ++k) {
            std::size_t at = mixed(keys_[k]) & (wider.size() - 1);
            while (wider[at] != none) at = (at + 1) & (wider.size() - 1);
            wider[at] = static_cast<std::uint32_t>(k);
        }
        places_.swap(wider);
    }

    std::vector<std::uint32_t> places_;
    std::vector<std::int64_t> keys_;
};

// Keys that lie close together: a table by key, no hashing.
template <class T>
void factorize_close(const T* keys, std::size_t n, std::int64_t low, std::size_t span, Factors& out, std::size_t threads) {
    // Keys that change while they are read may lie anywhere; the last place is as wrong as any for them, and safe.
    const auto place = [=](T key) {
        return std::min(static_cast<std::size_t>(static_cast<std::int64_t>(key)) - static_cast<std::size_t>(low), span - 1);
    };
    std::vector<std::vector<std::uint8_t>> seen(threads);  // by each thread, so that none waits for another
    on_threads(threads, [&](std::size_t t) {
        const auto [first, last] = chunk(n, t, threads);
        seen[t].assign(span, 0);
        for (std::size_t i = first; i < last; ++i) seen[t][place(keys[i])] = 1;
    });
    std::vector<std::uint32_t> table(span, 0);
    for (std::size_t k = 0; k < span; ++k) {
        bool here = false;
        for (const auto& marks : seen) here = here || marks[k];
        if (!here) continue;
        table[k] = static_cast<std::uint32_t>(out.names.size());
        out.names.push_back(low + static_cast<std::int64_t>(k));
    }
    on_threads(threads, [&](std::size_t t) {
        const auto [first, last] = chunk(n, t, threads);
        if (out.names.size() == span)  // no gaps: a key's place is its code
            for (std::size_t i = first; i < last; ++i) out.codes[i] = static_cast<std::uint32_t>(place(keys[i]));
        else
            for (std::size_t i = first; i < last; ++i) out.codes[i] = table[place(keys[i])];
    });
}

template <class T>
void factorize_far(const T* keys, std::size_t n, Factors& out) {
    KeyTable table;
    for (std::size_t i = 0; i < n; ++i) out.codes[i] = table.number_of(static_cast<std::int64_t>(keys[i]));
    const auto& met = table.keys();
    std::vector<std::uint32_t> order(met.size()), rank(met.size());
    for (std::size_t k = 0; k < met.size(); ++k) order[k] = static_cast<std::uint32_t>(k);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return met[a] < met[b]; });
    for (std::size_t k = 0; k < met.size(); ++k) {
        rank[order[k]] = static_cast<std::uint32_t>(k);
        out.names.push_back(met[order[k]]);
    }
    for (std::size_t i = 0; i < n; ++i) out.codes[i] = rank[out.codes[i]];
}

template <class T>
Factors factorize(const T* keys, std::size_t n, std::size_t threads) {
    Factors out;
    out.codes = Block<std::uint32_t>(n);
    if (n == 0) return out;
    const auto ends = extent(keys, n, threads);
    const auto first = static_cast<std::int64_t>(ends.low), last = static_cast<std::int64_t>(ends.high);
    const std::size_t span = static_cast<std::size_t>(last) - static_cast<std::size_t>(first);
    if (span < std::max<std::size_t>(2 * n, std::size_t{1} << 16))
        factorize_close(keys, n, first, span + 1, out, threads_for(n, threads));
    else
        factorize_far(keys, n, out);
    return out;
}

// Rows on their way to their group. Rows of a run of neighbouring groups lie together in a bucket, in the order they came in.
template <class Item>
struct GroupedItems {
    Block<Item> items{0};
    std::vector<std::size_t> ends;  // of bucket b: items [ends[b], ends[b + 1])
    unsigned shift = 0;             // group >> shift is the bucket
};

constexpr std::size_t bucket_rows = std::size_t{1} << 15, most_buckets = 1024;

inline unsigned bucket_shift(std::size_t n, std::size_t groups) {
    const std::size_t buckets = std::max<std::size_t>(1, std::min(most_buckets, n / bucket_rows));
    unsigned shift = 0;
    while ((groups - 1) >> shift >= buckets) ++shift;
    return shift;
}

// Brings rows together by group; make(i) is row i as an item, which knows its group.
template <class Item, class Make>
GroupedItems<Item> distribute(std::size_t n, std::size_t groups, const Make& make, std::size_t threads) {
    GroupedItems<Item> out;
    out.shift = bucket_shift(n, groups);
    const std::size_t buckets = ((groups - 1) >> out.shift) + 1, used = threads_for(n, threads);
    std::vector<std::size_t> at(used * buckets, 0);
    on_threads(used, [&](std::size_t t) {
        const auto [first, last] = chunk(n, t, used);
        std::vector<std::size_t> count(buckets, 0);
        for (std::size_t i = first; i < last; ++i) ++count[make(i).group() >> out.shift];
        std::copy(count.begin(), count.end(), at.begin() + static_cast<std::ptrdiff_t>(t * buckets));
    });
    out.ends.assign(1, 0);
    std::size_t total = 0;
    for (std::size_t b = 0; b < buckets; ++b) {
        for (std::size_t t = 0; t < used; ++t) {
            const std::size_t here = at[t * buckets + b];
            at[t * buckets + b] = total;
            total += here;
        }
        out.ends.push_back(total);
    }
    out.items = Block<Item>(n);
    on_threads(used, [&](std::size_t t) {
        const auto [first, last] = chunk(n, t, used);
        std::size_t* place = &at[t * buckets];
        for (std::size_t i = first; i < last; ++i) {
            const Item item = make(i);
            out.items[place[item.group() >> out.shift]++] = item;
        }
    });
    return out;
}

// Whether the rows of each group stand together already, the groups ascending.
inline bool in_order(const std::uint32_t* group, std::size_t n) {
    bool ascending = true;
    for (std::size_t i = 1; i < n; ++i) ascending &= group[i - 1] <= group[i];
    return ascending;
}

// Visits every group, as below, where the rows are in order: nothing need be moved.
template <class Item, class Make, class MakeVisitor>
void each_group_in_order(const std::uint32_t* group, std::size_t n, std::size_t groups, const Make& make, std::size_t threads,
                         const MakeVisitor& make_visitor) {
    std::vector<std::size_t> start(groups + 1, n);
    for (std::size_t i = 0, g = 0; i < n; ++i)
        for (; g <= group[i]; ++g) start[g] = i;
    const std::size_t used = threads_for(n, threads), chunks = std::min(groups, used * 16);
    on_queue(chunks, used, [&] {
        return [&, visitor = make_visitor(), scratch = std::vector<Item>()](std::size_t c) mutable {
            const auto [first, last] = chunk(groups, c, chunks);
            for (std::size_t g = first; g < last; ++g) {
                const std::size_t size = start[g + 1] - start[g];
                if (scratch.size() < size) scratch.resize(size);
                for (std::size_t i = 0; i < size; ++i) scratch[i] = make(start[g] + i);
                visitor(g, start[g], scratch.data(), size);
            }
        };
    });
}

// Visits every group with its rows: visitor(group, first row of the group among all rows by group, rows, how many). A group without
// rows is visited too. `make_visitor` makes one a thread.
template <class Item, class MakeVisitor>
void each_group(const GroupedItems<Item>& rows, std::size_t groups, std::size_t threads, const MakeVisitor& make_visitor) {
    const std::size_t buckets = rows.ends.size() - 1, width = std::size_t{1} << rows.shift;
    on_queue(buckets, threads_for(rows.items.size(), threads), [&] {
        return [&, visitor = make_visitor(), scratch = std::vector<Item>(), end = std::vector<std::size_t>()](std::size_t b) mutable {
            const std::size_t begin = rows.ends[b], n = rows.ends[b + 1] - begin, low = b << rows.shift;
            const std::size_t here = std::min(width, groups - low);
            end.assign(here + 1, 0);
            if (scratch.size() < n) scratch.resize(n);
            for (std::size_t i = 0; i < n; ++i) ++end[rows.items[begin + i].group() - low + 1];
            for (std::size_t g = 0; g < here; ++g) end[g + 1] += end[g];
            for (std::size_t i = 0; i < n; ++i) scratch[end[rows.items[begin + i].group() - low]++] = rows.items[begin + i];
            std::size_t first = 0;
            for (std::size_t g = 0; g < here; ++g) {
                visitor(low + g, begin + first, scratch.data() + first, end[g] - first);
                first = end[g];
            }
        };
    });
}

// The same from rows in any order; make(i) is row i as an item.
template <class Item, class Make, class MakeVisitor>
void by_group(const std::uint32_t* group, std::size_t n, std::size_t groups, const Make& make, std::size_t threads,
              const MakeVisitor& make_visitor) {
    if (in_order(group, n)) return each_group_in_order<Item>(group, n, groups, make, threads, make_visitor);
    each_group(distribute<Item>(n, groups, make, threads), groups, threads, make_visitor);
}

}  // namespace gnomon
