// A run's documents met with their judgments, query by query.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>
#include <vector>

#include "ids.hpp"
#include "memory.hpp"
#include "parallel.hpp"

namespace gnomon {

// Documents by query, each with its grade or its score: those of query q are the rows [starts[q], starts[q + 1]).
struct Documents {
    const std::int64_t* starts;
    std::size_t queries;
    Ids ids;
    const double* values;

    std::size_t first(std::size_t q) const { return static_cast<std::size_t>(starts[q]); }
    std::size_t count(std::size_t q) const { return static_cast<std::size_t>(starts[q + 1] - starts[q]); }
    std::size_t rows() const { return static_cast<std::size_t>(starts[queries] - starts[0]); }
};

// Two rows of one query with the same document; equal rows stand for none.
struct Repeat {
    std::size_t first = 0, second = 0;
};

inline Repeat first_repeat(const Documents& documents, std::size_t begin, std::size_t end) {
    IdTable seen;
    for (std::size_t q = begin; q < end; ++q) {
        const std::size_t first = documents.first(q), n = documents.count(q);
        const Ids ids = documents.ids.from(first);
        seen.clear(n);
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t earlier = seen.enter(i, ids);
            if (earlier != i) return {first + earlier, first + i};
        }
    }
    return {};
}

// The first query's first document that stands there twice.
inline Repeat find_repeat(const Documents& documents, std::size_t most_threads) {
    const std::size_t chunks = fixed_chunks(documents.rows());
    std::vector<Repeat> repeats(chunks);
    on_chunks(chunks, threads_for(documents.rows(), most_threads), [&](std::size_t c) {
        const auto [begin, end] = chunk(documents.queries, c, chunks);
        repeats[c] = first_repeat(documents, begin, end);
    });
    for (const Repeat& repeat : repeats)
        if (repeat.first != repeat.second) return repeat;
    return {};
}

// An integer that is the smaller the larger the score is as a single-precision float, in which trec_eval keeps scores.
inline std::uint64_t descending(double score) {
    static_assert(std::numeric_limits<float>::is_iec559, "beyond the largest float is infinity");
    const float single = static_cast<float>(score) + 0.0f;  // minus zero becomes zero, to which it is equal
    std::uint32_t bits;
    std::memcpy(&bits, &single, sizeof bits);
    return bits >> 31 ? bits : ~bits & 0x7FFFFFFFu;
}

// What the join fills, by judged query.
struct Joined {
    Joined(std::size_t queries, std::size_t n) : starts(queries + 1), score(n), grade(n), by_id(n), rest_starts(queries + 1), rest(0) {}
    Block<std::int64_t> starts;
    Block<double> score, grade;
    Block<std::uint32_t> by_id;
    Block<std::int64_t> rest_starts;
    Block<double> rest;
};

// Joins one query after the other; holds what is used again for each.
class Join {
  public:
    Join(const Documents& judgments, const Documents& run) : judgments_(judgments), run_(run) {}

    // Takes the query's judgments, which grades() and rest() then look up.
    void take(std::size_t query) {
        const std::size_t first = judgments_.first(query), n = judgments_.count(query);
        judged_ = judgments_.ids.from(first);
        grades_ = judgments_.values + first;
        table_.clear(n);
        retrieved_.assign(n, 0);
        for (std::size_t i = 0; i < n; ++i) table_.enter(i, judged_);
    }

    // The grade of each of a query's retrieved documents, NaN for those without a judgment.
    void grades(std::size_t query, double* out) {
        const Ids ids = run_.ids.from(run_.first(query));
        for (std::size_t i = 0; i < run_.count(query); ++i) {
            const std::size_t found = table_.find(ids(i), judged_);
            const bool judged = found != IdTable::nowhere;
            out[i] = judged ? grades_[found] : std::numeric_limits<double>::quiet_NaN();
            if (judged) retrieved_[found] = 1;
        }
    }

    // The grades of documents that grades() did not meet. Returns how many.
    std::size_t rest(double* out) const {
        std::size_t left = 0;
        for (std::size_t i = 0; i < retrieved_.size(); ++i)
            if (!retrieved_[i]) out[left++] = grades_[i];
        return left;
    }

    // The places of a query's retrieved documents by score from the highest down, ties by id from the last to the first.
    void order(std::size_t query, std::uint32_t* out) {
        const Ids ids = run_.ids.from(run_.first(query));
        const double* const score = run_.values + run_.first(query);
        const std::size_t n = run_.count(query);
        keys_.resize(n);
        for (std::size_t i = 0; i < n; ++i) keys_[i] = descending(score[i]) << 32 | i;
        if (!std::is_sorted(keys_.begin(), keys_.end())) std::sort(keys_.begin(), keys_.end());
        for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<std::uint32_t>(keys_[i]);
        for (std::size_t i = 0, next = 0; i < n; i = next) {
            while (next < n && keys_[next] >> 32 == keys_[i] >> 32) ++next;
            if (next - i == 1) continue;
            std::sort(out + i, out + next, [&](std::uint32_t a, std::uint32_t b) { return ids(a) > ids(b); });
        }
    }

  private:
    const Documents& judgments_;
    const Documents& run_;
    IdTable table_;
    Ids judged_{};
    const double* grades_ = nullptr;
    std::vector<std::uint8_t> retrieved_;
    std::vector<std::uint64_t> keys_;
};

// Joins query judged[i] of the judgments with query retrieved[i] of the run, or with nothing where that is negative.
inline Joined join_run(const Documents& judgments, const Documents& run, const std::int64_t* judged, const std::int64_t* retrieved,
                       std::size_t queries, std::size_t most_threads) {
    std::vector<std::size_t> starts(queries + 1, 0), room(queries + 1, 0);
    for (std::size_t i = 0; i < queries; ++i) {
        starts[i + 1] = starts[i] + (retrieved[i] < 0 ? 0 : run.count(static_cast<std::size_t>(retrieved[i])));
        room[i + 1] = room[i] + judgments.count(static_cast<std::size_t>(judged[i]));
    }
    Joined out(queries, starts[queries]);
    Block<double> rest(room[queries]);
    std::vector<std::size_t> left(queries);
    on_queue(queries, threads_for(starts[queries] + room[queries], most_threads), [&] {
        return [&, join = Join(judgments, run)](std::size_t i) mutable {
            join.take(static_cast<std::size_t>(judged[i]));
            if (retrieved[i] >= 0) {
                const auto query = static_cast<std::size_t>(retrieved[i]);
                std::copy_n(run.values + run.first(query), run.count(query), out.score.get() + starts[i]);
                join.grades(query, out.grade.get() + starts[i]);
                join.order(query, out.by_id.get() + starts[i]);
            }
            left[i] = join.rest(rest.get() + room[i]);
        };
    });
    out.rest_starts[0] = 0;
    for (std::size_t i = 0; i < queries; ++i) out.rest_starts[i + 1] = out.rest_starts[i] + static_cast<std::int64_t>(left[i]);
    out.rest = Block<double>(static_cast<std::size_t>(out.rest_starts[queries]));
    for (std::size_t i = 0; i < queries; ++i) std::copy_n(rest.get() + room[i], left[i], out.rest.get() + out.rest_starts[i]);
    std::copy(starts.begin(), starts.end(), out.starts.get());
    return out;
}

}  // namespace gnomon
