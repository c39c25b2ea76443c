// Measures of a ranked list in which an item is relevant or not. Where rows tie, each is its expectation over all orders of the tied
// rows, exactly; no order is drawn.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

#include "lists.hpp"

namespace gnomon {

// Relevant rows among the first k.
inline double hits(const List& list, std::size_t k, double relevant) {
    double found = 0;
    each_run(list, k, [&](std::size_t first, std::size_t end) {
        const auto here = static_cast<double>(count_relevant(list.grade + first, end - first, relevant));
        found += end <= k ? here : here * static_cast<double>(k - first) / static_cast<double>(end - first);
        return true;
    });
    return found;
}

// The chance that a relevant row is among the first k.
inline double success(const List& list, std::size_t k, double relevant) {
    double chance = 0;
    each_run(list, k, [&](std::size_t first, std::size_t end) {
        const std::size_t size = end - first, here = count_relevant(list.grade + first, size, relevant);
        if (here == 0) return true;
        double none = 1;
        for (std::size_t i = 0; i < std::min(size, k - first) && none > 0; ++i)
            none *= size - here > i ? static_cast<double>(size - here - i) / static_cast<double>(size - i) : 0;
        chance = 1 - none;
        return false;
    });
    return chance;
}

// One over the rank of the first relevant row, 0 when none is among the first k.
inline double reciprocal_rank(const List& list, std::size_t k, double relevant) {
    double value = 0;
    each_run(list, k, [&](std::size_t first, std::size_t end) {
        const std::size_t size = end - first, here = count_relevant(list.grade + first, size, relevant);
        if (here == 0) return true;
        double still = 1;  // the chance that none has come yet
        for (std::size_t i = 0; i < std::min(size, k - first) && still > 0; ++i) {
            const double now = static_cast<double>(here) / static_cast<double>(size - i);
            value += still * std::min(now, 1.0) / static_cast<double>(first + i + 1);
            still *= std::max(1 - now, 0.0);
        }
        return false;
    });
    return value;
}

// The ranks [first, end) as precision reads them: Σ 1 / rank, and Σ (ranks of the run above) / rank.
struct Ranks {
    double one = 0, above = 0;
    Ranks(std::size_t first, std::size_t end) {
        for (std::size_t i = first; i < end; ++i) {
            one += 1 / static_cast<double>(i + 1);
            above += static_cast<double>(i - first) / static_cast<double>(i + 1);
        }
    }

    // The sum of precision at the ranks of `here` relevant rows that lie anywhere in a run of `places`, each place as likely as the
    // other; `before` relevant rows come above the run.
    double precision(std::size_t places, double here, double before) const {
        const double others = places > 1 ? (here - 1) / static_cast<double>(places - 1) : 0;
        return here / static_cast<double>(places) * ((before + 1) * one + others * above);
    }
};

// What average precision is divided by.
enum class Share { relevant, least, retrieved };

// The mean over how many of the last run's relevant rows fall before the cut (hypergeometric), each count with its own divisor.
inline double cut_run(std::size_t first, std::size_t k, std::size_t size, std::size_t here, double sum, double before) {
    const std::size_t places = k - first;
    const Ranks ranks(first, k);
    const std::size_t low = places + here > size ? places + here - size : 0, high = std::min(here, places);
    double weight = 1, total = 0, value = 0;
    for (std::size_t h = low; h <= high; ++h) {
        const auto found = static_cast<double>(h);
        if (before + found > 0) value += weight * (sum + ranks.precision(places, found, before)) / (before + found);
        total += weight;
        weight *= static_cast<double>(here - h) * static_cast<double>(places - h);
        weight /= (found + 1) * static_cast<double>(size + h + 1 - here - places);
        if (weight > 1e200) {
            value /= weight;
            total /= weight;
            weight = 1;
        }
    }
    return value / total;
}

inline double average_precision(const List& list, std::size_t k, double relevant, Share share) {
    const std::size_t all = all_relevant(list, relevant);
    if (all == 0) return std::numeric_limits<double>::quiet_NaN();
    double sum = 0, before = 0, done = -1;
    each_run(list, k, [&](std::size_t first, std::size_t end) {
        const std::size_t here = count_relevant(list.grade + first, end - first, relevant);
        if (end > k && share == Share::retrieved) {
            done = cut_run(first, k, end - first, here, sum, before);
            return false;
        }
        if (here) sum += Ranks(first, std::min(end, k)).precision(end - first, static_cast<double>(here), before);
        before += static_cast<double>(here);
        return true;
    });
    if (done >= 0) return done;
    if (share == Share::retrieved) return before > 0 ? sum / before : 0;
    return sum / static_cast<double>(share == Share::least ? std::min(k, all) : all);
}

// The mean of min(above + x, most) for x from 0 to `among`: a relevant row is as likely to have any number of the tied others above it.
inline double mean_above(std::size_t above, std::size_t among, std::size_t most) {
    const std::size_t under = above >= most ? 0 : std::min(among + 1, most - above);
    const auto n = static_cast<double>(under);
    const double sum = n * static_cast<double>(above) + n * (n - 1) / 2 + static_cast<double>(among + 1 - under) * static_cast<double>(most);
    return sum / static_cast<double>(among + 1);
}

inline double bpref(const List& list, double relevant) {
    const std::size_t all = all_relevant(list, relevant);
    if (all == 0) return std::numeric_limits<double>::quiet_NaN();
    const std::size_t judged = count_judged(list.grade, list.size) + count_judged(list.rest, list.unseen);
    const std::size_t most = std::min(all, judged - all);
    double sum = 0;
    std::size_t above = 0;
    each_run(list, list.size, [&](std::size_t first, std::size_t end) {
        const std::size_t here = count_relevant(list.grade + first, end - first, relevant);
        const std::size_t others = count_judged(list.grade + first, end - first) - here;
        const double lost = most ? mean_above(above, others, most) / static_cast<double>(most) : 0;
        sum += static_cast<double>(here) * (1 - lost);
        above += others;
        return true;
    });
    return sum / static_cast<double>(all);
}

// The area under the ROC curve of the rows, those below the grade being negative; NaN where either class is absent.
inline double list_area(const List& list, double relevant) {
    double above = 0, below = 0, twice = 0;
    each_run(list, list.size, [&](std::size_t first, std::size_t end) {
        const auto here = static_cast<double>(count_relevant(list.grade + first, end - first, relevant));
        const double others = static_cast<double>(end - first) - here;
        twice += others * (2 * above + here);
        above += here;
        below += others;
        return true;
    });
    return above > 0 && below > 0 ? twice / (2 * above * below) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace gnomon
