// Entities in tags: runs of tokens that a scheme reads as one, from where they start to where they have ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gnomon {

constexpr std::size_t tag_letters = 5;
// A table of a scheme: the letter before, the letter itself, and whether both are of one type.
constexpr std::size_t tag_table = tag_letters * tag_letters * 2;

struct Entities {
    std::vector<std::int64_t> sentence, kind, start, end;

    void add(std::size_t s, std::int32_t k, std::size_t first, std::size_t last) {
        sentence.push_back(static_cast<std::int64_t>(s));
        kind.push_back(k);
        start.push_back(static_cast<std::int64_t>(first));
        end.push_back(static_cast<std::int64_t>(last));
    }
};

// Tags are codes, of which each has a letter, 0 (O) to 4, and a kind, -1 where there is no type. Before and behind every sentence stands an O.
// A run goes on while `inside` says so; it is an entity from its first start on, if `end` holds where it breaks off.
inline Entities tag_entities(const std::int32_t* code, const std::int8_t* letter, const std::int32_t* kind, const std::int64_t* starts,
                             std::size_t sentences, const std::uint8_t* start, const std::uint8_t* inside, const std::uint8_t* end) {
    Entities found;
    for (std::size_t s = 0; s < sentences; ++s) {
        const auto base = static_cast<std::size_t>(starts[s]);
        const std::size_t length = static_cast<std::size_t>(starts[s + 1]) - base;
        std::size_t before = 0, open = length;
        std::int32_t type_before = -1;
        for (std::size_t i = 0; i <= length; ++i) {
            const std::size_t tag = i < length ? static_cast<std::size_t>(code[base + i]) : 0;
            const std::size_t now = i < length ? static_cast<std::size_t>(letter[tag]) : 0;
            const std::int32_t type = i < length ? kind[tag] : -1;
            const std::size_t at = (before * tag_letters + now) * 2 + (type == type_before ? 1 : 0);
            if (!inside[at]) {
                if (open < length && end[at]) found.add(s, type_before, open, i);
                open = length;
            }
            if (open == length && start[at]) open = i;
            before = now;
            type_before = type;
        }
    }
    return found;
}

}  // namespace gnomon
