// Measures of a ranked list by the grades of its items: discounted gain, against the best order, and as a cascade. Where rows tie, each is
// its expectation over all orders of the tied rows, exactly.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <vector>

#include "lists.hpp"

namespace gnomon {

// What an item of a grade is worth.
struct Gain {
    enum class Kind { linear, exponential, binary } kind;
    bool negative;    // whether a grade below 0 counts as it is, rather than nothing
    double relevant;  // for the binary kind

    double operator()(double grade) const {
        if (grade != grade) return 0;
        if (kind == Kind::binary) return grade >= relevant;
        if (grade <= 0 && !negative) return 0;
        if (kind == Kind::linear) return grade;
        return std::exp2(grade) - 1;
    }
};

// The discount of each rank, and the ranks that count.
struct Discount {
    const double* at;
    std::size_t k;
    double sum(std::size_t first, std::size_t end) const {
        double total = 0;
        for (std::size_t i = first; i < end; ++i) total += at[i];
        return total;
    }
};

inline double discounted_gain(const List& list, const Gain& gain, const Discount& discount) {
    double total = 0;
    each_run(list, discount.k, [&](std::size_t first, std::size_t end) {
        double here = 0;
        for (std::size_t i = first; i < end; ++i) here += gain(list.grade[i]);
        // Place by place, as the best order is summed: a list in its best order is then exactly as good.
        const double mean = here / static_cast<double>(end - first);
        for (std::size_t i = first; i < std::min(end, discount.k); ++i) total += mean * discount.at[i];
        return true;
    });
    return total;
}

// The most that items of these gains can have together; puts them in their best order.
inline double best_gain(std::vector<double>& gains, const Discount& discount) {
    const std::size_t last = std::min(discount.k, gains.size());
    std::partial_sort(gains.begin(), gains.begin() + static_cast<std::ptrdiff_t>(last), gains.end(), std::greater<>());
    double total = 0;
    for (std::size_t i = 0; i < last; ++i) total += gains[i] * discount.at[i];
    return total;
}

// Nothing gains more than the best order; means over orders round, and a share stays a share.
inline double share_of(double part, double whole, double nothing, bool negative) {
    return whole <= 0 ? nothing : negative ? part / whole : std::min(part / whole, 1.0);
}

// Discounted gain against that of everything judged in its best order.
class Normalized {
  public:
    Normalized(Gain gain, Discount discount, double nothing) : gain_(gain), discount_(discount), nothing_(nothing) {}

    double operator()(const List& list, std::size_t) {
        gains_.clear();
        for (std::size_t i = 0; i < list.size; ++i) add(gain_(list.grade[i]));
        for (std::size_t i = 0; i < list.unseen; ++i) add(gain_(list.rest[i]));
        return share_of(discounted_gain(list, gain_, discount_), best_gain(gains_, discount_), nothing_, gain_.negative);
    }

  private:
    // Items that gain nothing cannot be missed, unless some take away.
    void add(double gain) {
        if (gain != 0 || gain_.negative) gains_.push_back(gain);
    }

    Gain gain_;
    Discount discount_;
    double nothing_;  // the value where nothing is relevant
    std::vector<double> gains_;
};

// Discounted gain against that of the same k items in their best order. Where a run of ties is cut, which of its items are shown is a
// matter of chance: the mean over how many of each gain are.
class NormalizedByShown {
  public:
    static constexpr double most_steps = 1e8;  // ways to cut, times the items that each puts in order

    NormalizedByShown(Gain gain, Discount discount, double nothing) : gain_(gain), discount_(discount), nothing_(nothing) {}

    double operator()(const List& list, std::size_t) {
        // Where something relevant was not shown, showing nothing is worth 0; only a query without any has no value.
        const auto gains = [&](double grade) { return gain_(grade) > 0; };
        const bool any = std::any_of(list.grade, list.grade + list.size, gains) || std::any_of(list.rest, list.rest + list.unseen, gains);
        blank_ = any ? 0 : nothing_;
        std::vector<double> shown;
        std::map<double, std::size_t> last;  // gains of the run that is cut
        std::size_t start = 0;
        double before = 0;
        each_run(list, discount_.k, [&](std::size_t first, std::size_t end) {
            if (end > discount_.k) {
                start = first;
                for (std::size_t i = first; i < end; ++i) ++last[gain_(list.grade[i])];
                return false;
            }
            double here = 0;
            for (std::size_t i = first; i < end; ++i) {
                shown.push_back(gain_(list.grade[i]));
                here += shown.back();
            }
            const double mean = here / static_cast<double>(end - first);
            for (std::size_t i = first; i < end; ++i) before += mean * discount_.at[i];
            return true;
        });
        if (last.empty()) return share_of(before, best_gain(shown, discount_), blank_, gain_.negative);
        return mean_over_cuts(shown, last, before, start);
    }

  private:
    double mean_over_cuts(const std::vector<double>& shown, const std::map<double, std::size_t>& last, double before, std::size_t start) {
        places_ = discount_.k - start;
        room_ = discount_.sum(start, discount_.k) / static_cast<double>(places_);
        kinds_.assign(last.begin(), last.end());
        double ways = 1;
        for (const auto& kind : kinds_) ways *= static_cast<double>(std::min(kind.second, places_) + 1);
        if (ways * static_cast<double>(discount_.k) > most_steps) return std::numeric_limits<double>::infinity();  // told apart from a value by the caller
        before_ = before;
        return mean(0, places_, 0, shown);
    }

    // The mean over how many items of each gain are shown, from the kind `kind` on, with `left` places to fill.
    double mean(std::size_t kind, std::size_t left, double gained, const std::vector<double>& shown) {
        if (kind == kinds_.size()) {
            std::vector<double> all = shown;
            return share_of(before_ + gained * room_, best_gain(all, discount_), blank_, gain_.negative);
        }
        const auto [gain, size] = kinds_[kind];
        std::size_t others = 0;
        for (std::size_t k = kind + 1; k < kinds_.size(); ++k) others += kinds_[k].second;
        const std::size_t least = left > others ? left - others : 0;
        const std::vector<double> chance = chances(size, others, left);
        std::vector<double> more = shown;
        more.insert(more.end(), least, gain);
        double value = 0;
        for (std::size_t t = 0; t < chance.size(); ++t) {
            value += chance[t] * mean(kind + 1, left - least - t, gained + static_cast<double>(least + t) * gain, more);
            more.push_back(gain);
        }
        return value;
    }

    // The chance that each possible number of `size` items is among `left` drawn from them and `others` (hypergeometric).
    static std::vector<double> chances(std::size_t size, std::size_t others, std::size_t left) {
        const std::size_t least = left > others ? left - others : 0;
        std::vector<double> weight(1, 1);
        double total = 1;
        for (std::size_t taken = least; taken < std::min(size, left); ++taken) {
            double next = weight.back() * static_cast<double>(size - taken) * static_cast<double>(left - taken);
            next /= static_cast<double>(taken + 1) * static_cast<double>(others + taken + 1 - left);
            weight.push_back(next);
            total += next;
            if (total < 1e200) continue;
            for (double& w : weight) w /= total;
            total = 1;
        }
        for (double& w : weight) w /= total;
        return weight;
    }

    Gain gain_;
    Discount discount_;
    double nothing_, blank_ = 0;
    std::size_t places_ = 0;
    double room_ = 0, before_ = 0;
    std::vector<std::pair<double, std::size_t>> kinds_;
};

// Expected reciprocal rank: a reader stops at an item with a chance that grows with its grade.
class Cascade {
  public:
    static constexpr double most_steps = 4e9;

    Cascade(std::size_t k, double highest) : k_(k), scale_(std::exp2(-highest)) {}

    double operator()(const List& list, std::size_t) {
        double value = 0, reach = 1;
        each_run(list, k_, [&](std::size_t first, std::size_t end) {
            const auto stop = [&](std::size_t i) { return list.grade[i] > 0 ? (std::exp2(list.grade[i]) - 1) * scale_ : 0; };
            passing_.clear();
            for (std::size_t i = first; i < end; ++i)
                if (list.grade[i] > 0) passing_.push_back(1 - stop(i));
            if (end - first == 1)
                value += reach * stop(first) / static_cast<double>(first + 1);
            else if (!passing_.empty())
                value += reach * stops(first, end);  // inf where a run of ties is past counting, told apart by the caller
            for (const double pass : passing_) reach *= pass;
            return reach > 0;
        });
        return value;
    }

  private:
    // Σ P(stop at place i) / (i + 1) over the places of a run of ties in random order. P(pass the first j) is the mean over which j items
    // come first of the product of their chances to pass: mean_[i] is that mean over i items that could stop, drawn_[i] the chance that
    // i of the first j are such.
    double stops(std::size_t first, std::size_t end) {
        const std::size_t size = end - first, m = passing_.size();
        const std::size_t places = std::min(end, k_) - first, most = std::min(m, places);  // no more come before the cut
        if (static_cast<double>(most) * static_cast<double>(m + places) > most_steps) return std::numeric_limits<double>::infinity();
        mean_.assign(most + 1, 0);
        mean_[0] = 1;
        for (std::size_t n = 1; n <= m; ++n)
            for (std::size_t i = std::min(n, most); i >= 1; --i) {
                const double share = static_cast<double>(i) / static_cast<double>(n);
                mean_[i] = (1 - share) * mean_[i] + share * passing_[n - 1] * mean_[i - 1];
            }
        drawn_.assign(most + 1, 0);
        drawn_[0] = 1;
        double value = 0, passed = 1;
        for (std::size_t j = 0; j < places; ++j) {
            const auto left = static_cast<double>(size - j);
            double next = 0;
            for (std::size_t i = std::min(m, j + 1) + 1; i-- > 0;) {
                const double plain = static_cast<double>(size - m) - static_cast<double>(j) + static_cast<double>(i);
                const double stay = i <= j && plain > 0 ? drawn_[i] * plain / left : 0;
                drawn_[i] = stay + (i ? drawn_[i - 1] * static_cast<double>(m - i + 1) / left : 0);
                next += drawn_[i] * mean_[i];
            }
            value += (passed - next) / static_cast<double>(first + j + 1);
            passed = next;
        }
        return value;
    }

    std::size_t k_;
    double scale_;
    std::vector<double> passing_, mean_, drawn_;
};

}  // namespace gnomon
