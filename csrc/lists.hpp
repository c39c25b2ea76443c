// Ranked lists as measures read them: the grades of a query's rows in order, which of them tie, and what was judged but not retrieved.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "parallel.hpp"

namespace gnomon {

// One query's list. A grade that is NaN was never judged.
struct List {
    const double* grade;
    std::size_t size;
    const std::uint8_t* tied;  // whether a row ties with the one before it; null where the order is total
    const double* rest;
    std::size_t unseen;
};

struct Lists {
    const std::int64_t* starts;
    const double* grade;
    const std::uint8_t* tied;
    const std::int64_t* rest_starts;
    const double* rest;
    std::size_t queries;

    List operator[](std::size_t q) const {
        const auto first = static_cast<std::size_t>(starts[q]), other = static_cast<std::size_t>(rest_starts[q]);
        return {grade + first, static_cast<std::size_t>(starts[q + 1]) - first, tied ? tied + first : nullptr, rest + other,
                static_cast<std::size_t>(rest_starts[q + 1]) - other};
    }
};

// Calls visit(first, end) for each run of rows that tie, from the top, while the run begins before `limit` and visit returns true.
template <class Visit>
void each_run(const List& list, std::size_t limit, const Visit& visit) {
    const std::size_t stop = std::min(limit, list.size);
    for (std::size_t first = 0; first < stop;) {
        std::size_t end = first + 1;
        while (list.tied && end < list.size && list.tied[end]) ++end;
        if (!visit(first, end)) return;
        first = end;
    }
}

inline std::size_t count_relevant(const double* grade, std::size_t n, double relevant) {
    std::size_t found = 0;
    for (std::size_t i = 0; i < n; ++i) found += grade[i] >= relevant;
    return found;
}

inline std::size_t count_judged(const double* grade, std::size_t n) {
    std::size_t found = 0;
    for (std::size_t i = 0; i < n; ++i) found += grade[i] == grade[i];
    return found;
}

inline std::size_t all_relevant(const List& list, double relevant) {
    return count_relevant(list.grade, list.size, relevant) + count_relevant(list.rest, list.unseen, relevant);
}

// out[q] = measure(list, q) for every query; `make_measure` makes one a thread, which may keep what it needs.
template <class MakeMeasure>
void each_list(const Lists& lists, double* out, std::size_t threads, const MakeMeasure& make_measure) {
    const auto rows = static_cast<std::size_t>(lists.starts[lists.queries]);
    const std::size_t used = threads_for(rows + 16 * lists.queries, threads), chunks = std::min(lists.queries, used * 8);
    on_queue(chunks, used, [&] {
        return [&, measure = make_measure()](std::size_t c) mutable {
            const auto [first, last] = chunk(lists.queries, c, chunks);
            for (std::size_t q = first; q < last; ++q) out[q] = measure(lists[q], q);
        };
    });
}

}  // namespace gnomon
