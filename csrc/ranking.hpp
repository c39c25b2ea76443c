// Rows of each query in the order of their scores, the highest first; rows that tie keep the order they came in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "groups.hpp"
#include "order.hpp"

namespace gnomon {

// A row of a query on its way to its place; the score is negated, so that ascending order has the highest first.
struct Candidate {
    double score;
    std::uint32_t row, query;
    std::size_t group() const { return query; }
};
inline double score_of(const Candidate& c) { return c.score; }

struct Rankings {
    Rankings(std::size_t n, std::size_t queries, bool rows) : starts(queries + 1), grade(n), tied(n), order(rows ? n : 0) {}
    Block<std::int64_t> starts;   // of the rows of each query
    Block<double> grade;          // in the order of scores
    Block<std::uint8_t> tied;     // whether a row ties with the one before it
    Block<std::uint32_t> order;   // which row stands there, where it is wanted
};

class RankRows {
  public:
    RankRows(const double* grade, Rankings& out) : grade_(grade), out_(out) {}

    void operator()(std::size_t query, std::size_t first, Candidate* rows, std::size_t n) {
        out_.starts[query] = static_cast<std::int64_t>(first);
        sorter_.sort(rows, n);
        for (std::size_t i = 0; i < n; ++i) out_.tied[first + i] = i > 0 && rows[i].score == rows[i - 1].score;
        restore_order_of_ties(out_.tied.get() + first, rows, n);
        for (std::size_t i = 0; i < n; ++i) out_.grade[first + i] = grade_[rows[i].row];
        if (out_.order.size())
            for (std::size_t i = 0; i < n; ++i) out_.order[first + i] = rows[i].row;
    }

  private:
    // The sort promises nothing of ties: those it has moved are put back.
    static void restore_order_of_ties(const std::uint8_t* tied, Candidate* rows, std::size_t n) {
        const auto by_row = [](const Candidate& a, const Candidate& b) { return a.row < b.row; };
        for (std::size_t i = 1; i < n;) {
            if (!tied[i]) {
                ++i;
                continue;
            }
            const std::size_t first = i - 1;
            while (i < n && tied[i]) ++i;
            if (!std::is_sorted(rows + first, rows + i, by_row)) std::sort(rows + first, rows + i, by_row);
        }
    }

    const double* grade_;
    Rankings& out_;
    Sorter<Candidate> sorter_;
};

// -0.0 and 0.0 compare equal and tie, as they should.
template <class Score>
Rankings rank_rows(const Score* score, const double* grade, const std::uint32_t* query, std::size_t n, std::size_t queries, bool rows,
                   std::size_t threads) {
    Rankings out(n, queries, rows);
    out.starts[queries] = static_cast<std::int64_t>(n);
    // A score that became NaN since it was checked comes last: no order holds with it among the others.
    const auto turned = [](double x) { return x == x ? -x : std::numeric_limits<double>::infinity(); };
    const auto make = [=](std::size_t i) { return Candidate{turned(static_cast<double>(score[i])), static_cast<std::uint32_t>(i), query[i]}; };
    by_group<Candidate>(query, n, queries, make, threads, [&] { return RankRows(grade, out); });
    return out;
}

// The order that is worst for whoever is ranked: of rows that tie, the lowest grade first; an unjudged one counts 0.
inline void worst_of_ties(const std::int64_t* starts, std::size_t queries, const std::uint8_t* tied, double* grade, std::size_t threads) {
    const auto worth = [](double g) { return g == g ? g : 0.0; };
    // Of the same worth the unjudged first: what was judged may count as relevant, they never do.
    const auto worse = [=](double a, double b) { return worth(a) != worth(b) ? worth(a) < worth(b) : a != a && b == b; };
    on_chunks(threads, threads, [&](std::size_t t) {
        const auto [first, last] = chunk(queries, t, threads);
        for (std::size_t q = first; q < last; ++q) {
            const auto end = static_cast<std::size_t>(starts[q + 1]);
            for (std::size_t i = static_cast<std::size_t>(starts[q]); i < end;) {
                std::size_t next = i + 1;
                while (next < end && tied[next]) ++next;
                std::sort(grade + i, grade + next, worse);
                i = next;
            }
        }
    });
}

}  // namespace gnomon
