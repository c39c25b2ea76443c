// The absolute error of a rank, neither sorted nor kept: a sample says between which two errors it lies, one pass counts what is smaller
// and gathers what lies between.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "memory.hpp"
#include "parallel.hpp"

namespace gnomon {

struct Selected {
    double at = 0, next = 0;  // the value of the rank, and of the one above it (the same for the last)
    bool fit = true;          // false: a number is not finite or past the largest, and nothing else here means anything
};

class AbsoluteErrors {
  public:
    AbsoluteErrors(const double* truth, const double* prediction, std::size_t n, double largest, std::size_t most)
        : truth_(truth), prediction_(prediction), n_(n), largest_(largest), threads_(threads_for(n, most)) {}

    // The errors number `rank` and `rank + 1`, counted from 0 and from the smallest.
    Selected select(std::size_t rank) const {
        Bracket bracket = sampled(rank);
        Scan found = scan(bracket);
        const std::size_t past = std::min(rank + 1, n_ - 1);
        if (found.fit && (rank < found.below || past >= found.below + found.inside())) {  // a sample unlike the rest
            bracket = {-1, std::numeric_limits<double>::infinity()};
            found = scan(bracket);
        }
        if (!found.fit) return {0, 0, false};
        const double at = found.value(rank, bracket);
        return {at, past == rank ? at : found.value(past, bracket), true};
    }

  private:
    static constexpr std::size_t samples = std::size_t{1} << 14;
    static constexpr std::size_t block = 512;

    struct Bracket {
        double low, high;
    };

    struct Scan {
        std::size_t below = 0, at_low = 0, at_high = 0;
        std::vector<double> between;
        bool fit = true;

        std::size_t inside() const { return at_low + between.size() + at_high; }
        double value(std::size_t rank, const Bracket& bracket) {
            if (rank < below + at_low) return bracket.low;
            const std::size_t place = rank - below - at_low;
            if (place >= between.size()) return bracket.high;
            const auto where = between.begin() + static_cast<std::ptrdiff_t>(place);
            std::nth_element(between.begin(), where, between.end());
            return *where;
        }
    };

    double error(std::size_t i) const { return std::abs(prediction_[i] - truth_[i]); }

    // Two errors of a sample between which the rank lies but once in many thousand times.
    Bracket sampled(std::size_t rank) const {
        const std::size_t m = std::min(n_, samples);
        std::vector<double> sample(m);
        for (std::size_t i = 0; i < m; ++i) sample[i] = error(n_ / m * i + i * (n_ % m) / m);
        for (double& x : sample)
            if (!std::isfinite(x)) x = 0;  // refused in a moment; nothing may be ordered by a NaN
        const double middle = static_cast<double>(rank) / static_cast<double>(n_) * static_cast<double>(m);
        const double slack = n_ == m ? 1 : 5 * std::sqrt(static_cast<double>(m)) / 2 + 2;
        const auto place = [&](double at) {
            const auto where = sample.begin() + static_cast<std::ptrdiff_t>(std::min(std::max(at, 0.0), static_cast<double>(m - 1)));
            std::nth_element(sample.begin(), where, sample.end());
            return *where;
        };
        const double low = middle - slack < 0 ? -1 : place(middle - slack);
        const double high = middle + slack > static_cast<double>(m - 1) ? std::numeric_limits<double>::infinity() : place(middle + slack);
        return {low, high};
    }

    Scan scan(const Bracket& bracket) const {
        std::vector<Scan> parts(threads_);
        on_threads(threads_, [&](std::size_t t) {
            const auto [first, last] = chunk(n_, t, threads_);
            Scan part;
            double errors[block], kept[block];
            for (std::size_t start = first; start < last; start += block) {
                const std::size_t count = std::min(block, last - start);
                const double *y = truth_ + start, *p = prediction_ + start;
                bool fit = true;
                std::size_t below = 0, at_low = 0, at_high = 0, size = 0;
                for (std::size_t i = 0; i < count; ++i) {
                    errors[i] = std::abs(p[i] - y[i]);
                    fit &= std::abs(y[i]) <= largest_;
                    fit &= std::abs(p[i]) <= largest_;
                }
                for (std::size_t i = 0; i < count; ++i) {
                    below += errors[i] < bracket.low;
                    at_low += errors[i] == bracket.low;
                    at_high += errors[i] == bracket.high;
                }
                for (std::size_t i = 0; i < count; ++i) {
                    kept[size] = errors[i];
                    size += static_cast<std::size_t>(errors[i] > bracket.low) & static_cast<std::size_t>(errors[i] < bracket.high);
                }
                part.fit &= fit;
                part.below += below;
                part.at_low += at_low;
                part.at_high += at_high;
                part.between.insert(part.between.end(), kept, kept + size);
            }
            parts[t] = std::move(part);
        });
        Scan whole = std::move(parts[0]);
        for (std::size_t t = 1; t < threads_; ++t) {
            const Scan& part = parts[t];
            whole.fit &= part.fit;
            whole.below += part.below;
            whole.at_low += part.at_low;
            whole.at_high += part.at_high;
            whole.between.insert(whole.between.end(), part.between.begin(), part.between.end());
        }
        return whole;
    }

    const double* truth_;
    const double* prediction_;
    std::size_t n_;
    double largest_;
    std::size_t threads_;
};

}  // namespace gnomon
