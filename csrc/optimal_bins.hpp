// Bins of the greatest information value under a trend: exact dynamic programming over pre-bins.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "interrupts.hpp"

namespace gnomon {

enum class Trend : int { none, up, down, peak, valley, either, best };

struct BinLimits {
    std::size_t bins;   // at most so many
    double rows;        // each weighs at least so much,
    double events;      // and has as much of either class
    double difference;  // least between the bad rates of neighbours
    double smoothing;   // added to both cells of a bin that lacks a class; below 0 such a bin is not allowed
};

struct OptimalBins {
    std::vector<std::int64_t> cuts;  // the pre-bins at which bins begin, the first left out
    Trend trend = Trend::none;
    bool found = false;
};

// The information value of a bin, of which `bad` and `good` are all there is in the data.
inline double value_of_bin(double g, double b, double good, double bad, double smoothing) {
    if (g == 0 && b == 0) return 0;
    if (g == 0 || b == 0) {
        g += smoothing;
        b += smoothing;
    }
    return (b / bad - g / good) * std::log((b / bad) / (g / good));
}

// A bin is a pair (first, last) of pre-bins. Each table holds, for every bin and number of bins, the most that a row of bins ending in this
// one is worth. Rows of bins that turn once (peak, valley) have a second table: those past the turn.
class BinSearch {
  public:
    BinSearch(const double* good, const double* bad, std::size_t size, double all_good, double all_bad, const BinLimits& limits)
        : size_(size), side_(size + 1), most_(most_bins(good, bad, size, limits)), limits_(limits) {
        value_.assign(side_ * side_, none());
        rate_.assign(side_ * side_, 0);
        for (std::size_t first = 0; first < size; ++first) {
            asking_(16 * (size - first));
            double g = 0, b = 0;
            for (std::size_t last = first + 1; last <= size; ++last) {
                g += good[last - 1];
                b += bad[last - 1];
                if (g + b > 0) rate_[at(first, last)] = b / (g + b);
                const bool pure = g == 0 || b == 0;
                if (g + b < limits.rows || std::min(g, b) < limits.events || (pure && limits.smoothing < 0)) continue;
                value_[at(first, last)] = value_of_bin(g, b, all_good, all_bad, limits.smoothing);
            }
        }
    }

    // Good and bad rows of a period: steps between bins must go its way too.
    void add_period(const double* good, const double* bad) {
        std::vector<double> rate(side_ * side_, std::numeric_limits<double>::quiet_NaN());
        for (std::size_t first = 0; first < size_; ++first) {
            asking_(size_ - first);
            double g = 0, b = 0;
            for (std::size_t last = first + 1; last <= size_; ++last) {
                g += good[last - 1];
                b += bad[last - 1];
                if (g + b > 0) rate[at(first, last)] = b / (g + b);
            }
        }
        periods_.push_back(std::move(rate));
    }

    OptimalBins solve(Trend trend) {
        trend_ = trend;
        const bool up = wants(Trend::up) || wants(Trend::peak), down = wants(Trend::down) || wants(Trend::valley);
        const bool used[] = {up, down, wants(Trend::peak), wants(Trend::valley), trend_ == Trend::none};
        for (std::size_t t = 0; t < 5; ++t) tables_[t].assign(used[t] ? side_ * side_ * most_ : 0, none());
        for (std::size_t last = 1; last <= size_; ++last)
            for (const std::size_t t : {rising, falling, any})
                if (used[t]) cell(t, 0, last)[0] = value_[at(0, last)];
        for (std::size_t middle = 1; middle < size_; ++middle) {
            for (std::size_t before = 0; before < middle; ++before)
                if (allowed(before, middle)) extend(before, middle);
            asking_((size_ - middle) * most_);
            for (std::size_t last = middle + 1; last <= size_; ++last)
                for (std::size_t t = 0; t < 5; ++t)
                    for (std::size_t k = 1; used[t] && k < most_; ++k) cell(t, middle, last)[k] += value_[at(middle, last)];
        }
        return best();
    }

  private:
    // Tables: rising, falling, past a peak, past a valley, any way.
    static constexpr std::size_t rising = 0, falling = 1, past_peak = 2, past_valley = 3, any = 4;

    // No more bins than the rows are enough for.
    static std::size_t most_bins(const double* good, const double* bad, std::size_t size, const BinLimits& limits) {
        double rows = 0;
        for (std::size_t i = 0; i < size; ++i) rows += good[i] + bad[i];
        const std::size_t most = std::max<std::size_t>(1, std::min(limits.bins, size));
        if (!(limits.rows > 0) || rows / limits.rows >= static_cast<double>(most)) return most;
        return std::max<std::size_t>(1, static_cast<std::size_t>(rows / limits.rows * (1 + 1e-9)));
    }

    static double none() { return -std::numeric_limits<double>::infinity(); }
    std::size_t at(std::size_t first, std::size_t last) const { return first * side_ + last; }
    double* cell(std::size_t table, std::size_t first, std::size_t last) { return &tables_[table][at(first, last) * most_]; }
    bool allowed(std::size_t first, std::size_t last) const { return value_[at(first, last)] > none(); }
    bool wants(Trend t) const {
        return trend_ == t || trend_ == Trend::best || (trend_ == Trend::either && (t == Trend::up || t == Trend::down));
    }

    bool rises(std::size_t before, std::size_t middle, std::size_t last) const {
        const double step = rate_[at(middle, last)] - rate_[at(before, middle)];
        if (!(step >= limits_.difference)) return false;
        return std::none_of(periods_.begin(), periods_.end(),
                            [&](const auto& rate) { return rate[at(middle, last)] < rate[at(before, middle)]; });
    }

    bool falls(std::size_t before, std::size_t middle, std::size_t last) const {
        const double step = rate_[at(before, middle)] - rate_[at(middle, last)];
        if (!(step >= limits_.difference)) return false;
        return std::none_of(periods_.begin(), periods_.end(),
                            [&](const auto& rate) { return rate[at(middle, last)] > rate[at(before, middle)]; });
    }

    void extend(std::size_t before, std::size_t middle) {
        asking_((size_ - middle) * (most_ + periods_.size()));
        const bool peak = wants(Trend::peak), valley = wants(Trend::valley);
        for (std::size_t last = middle + 1; last <= size_; ++last) {
            if (!allowed(middle, last)) continue;
            const bool up = rises(before, middle, last), down = falls(before, middle, last);
            if (up || down) {
                if (trend_ == Trend::none) raise(any, any, before, middle, last);
                if (up && (wants(Trend::up) || peak)) raise(rising, rising, before, middle, last);
                if (down && (wants(Trend::down) || valley)) raise(falling, falling, before, middle, last);
            }
            if (down && peak) {
                raise(past_peak, rising, before, middle, last);
                raise(past_peak, past_peak, before, middle, last);
            }
            if (up && valley) {
                raise(past_valley, falling, before, middle, last);
                raise(past_valley, past_valley, before, middle, last);
            }
        }
    }

    void raise(std::size_t to, std::size_t from, std::size_t before, std::size_t middle, std::size_t last) {
        double* target = cell(to, middle, last);
        const double* source = cell(from, before, middle);
        for (std::size_t k = 1; k < most_; ++k) target[k] = std::max(target[k], source[k - 1]);
    }

    // Fewer bins, and the plainer trend, unless more of either gain more than rounding does.
    OptimalBins best() {
        OptimalBins out;
        double most = none();
        std::size_t table = 0, first = 0, bins = 0;
        const std::pair<Trend, std::size_t> ways[] = {
            {Trend::none, any}, {Trend::up, rising}, {Trend::down, falling}, {Trend::peak, past_peak}, {Trend::valley, past_valley}};
        for (const auto& [trend, t] : ways) {
            if (!(wants(trend) || (trend_ == Trend::peak && trend == Trend::up) || (trend_ == Trend::valley && trend == Trend::down)) ||
                (trend == Trend::none && trend_ != Trend::none))
                continue;
            for (std::size_t k = 0; k < most_; ++k)
                for (std::size_t i = 0; i < size_; ++i) {
                    const double v = cell(t, i, size_)[k];
                    if (v == none() || (out.found && !(v > most + 1e-12 * std::abs(most) + 1e-15))) continue;
                    out.found = true;
                    out.trend = trend;
                    most = v;
                    table = t;
                    first = i;
                    bins = k;
                }
        }
        if (out.found) trace(out, table, first, bins);
        return out;
    }

    void trace(OptimalBins& out, std::size_t table, std::size_t first, std::size_t bins) {
        std::size_t last = size_;
        while (bins > 0) {
            out.cuts.push_back(static_cast<std::int64_t>(first));
            const double meant = cell(table, first, last)[bins], own = value_[at(first, last)];
            const auto [before, from] = previous(table, first, last, bins, meant, own);
            table = from;
            last = first;
            first = before;
            --bins;
        }
        std::reverse(out.cuts.begin(), out.cuts.end());
    }

    std::pair<std::size_t, std::size_t> previous(std::size_t table, std::size_t first, std::size_t last, std::size_t bins, double meant,
                                                 double own) {
        const std::size_t other = table == past_peak ? rising : table == past_valley ? falling : table;
        for (std::size_t before = 0; before < first; ++before) {
            if (!allowed(before, first)) continue;
            const bool up = rises(before, first, last), down = falls(before, first, last);
            const bool fits = table == any                                  ? up || down
                              : table == rising || table == past_valley ? up
                                                                        : down;
            if (!fits) continue;
            for (const std::size_t from : {other, table})
                if (cell(from, before, first)[bins - 1] + own == meant) return {before, from};
        }
        return {0, other};
    }

    InterruptCheck asking_;
    std::size_t size_, side_, most_;
    BinLimits limits_;
    Trend trend_ = Trend::none;
    std::vector<double> value_, rate_;
    std::vector<std::vector<double>> periods_;
    std::vector<double> tables_[5];
};

}  // namespace gnomon
