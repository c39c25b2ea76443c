// Sums over pairs of a truth and a prediction from which errors, their squares and correlations follow.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "exact.hpp"
#include "memory.hpp"
#include "parallel.hpp"

namespace gnomon {

// The least and the greatest of some numbers.
struct Ends {
    double low = std::numeric_limits<double>::infinity(), high = -low;

    void reach(double x) {  // written so that each is one instruction
        low = low < x ? low : x;
        high = high > x ? high : x;
    }
    bool within(double size) const { return low >= -size && high <= size; }
    void reach(const Ends& other) {
        low = std::min(low, other.low);
        high = std::max(high, other.high);
    }
};

// What is summed. `over` is of rows whose prediction is above the truth, `rest` of the others: absolute errors, and those of either
// side, follow from them without a rounding. Relative errors are quotients rounded row by row.
struct PairTotals {
    enum Name {
        y_over, y_rest, p_over, p_rest, y_magnitude, yy, pp, yp, weight_over, weight_under, weight_level,
        relative, relative_small, small, zeros, endless, symmetric, both_zero, names
    };
    Wide sums[names];
    std::size_t rows = 0;
    bool fine = true;  // all numbers are finite and of a size that can be squared
    Ends y, p, e;

    void add(const PairTotals& other) {
        for (int name = 0; name < names; ++name) sums[name].add(other.sums[name]);
        rows += other.rows;
        fine &= other.fine;
        y.reach(other.y);
        p.reach(other.p);
        e.reach(other.e);
    }
};

// Numbers whose size is past this are refused: products and sums of them would have no end.
constexpr double largest_moment = 1e150;
constexpr double largest_quotient = 1e300;
constexpr double least_divisor = std::numeric_limits<double>::epsilon();

// The cells of one thread, their places fixed so that a loop need not look them up. Weights are a third factor of every product.
template <bool weighted>
struct PairCells {
    static constexpr std::size_t once = weighted ? 4096 : 2048, twice = weighted ? 8192 : 4096;
    Cell y[4][once], p[4][once], yy[1][twice], pp[1][twice], yp[2][twice], quotient[4][once], weight[6][2048];
};

// The sums of one thread. A row without a weight weighs 1.
template <bool weighted, bool relative, bool symmetric>
class PairSums {
  public:
    PairSums(KeyRange y, KeyRange p, KeyRange w)
        : w_(weighted ? w : KeyRange{1, 1}), y_(y + w), p_(p + w), yy_(y + y + split(w)), pp_(p + p + split(w)), yp_(y + p + split(w)),
          quotient_(KeyRange{1, relative || symmetric ? last_key : 1} + w), block_(1) {
        each([](Cell* cells, KeyRange keys, auto...) { clear_cells(cells, keys); });
    }

    // Adds rows, and says whether all of them are numbers of a size that can be squared.
    bool add(const double* ys, const double* ps, const double* ws, std::size_t n) {
        PairCells<weighted>& to = block_[0];
        std::size_t rows = 0, over_rows = 0, under_rows = 0;
        bool fine = true;
        double nothing = 0;  // until a number is not finite
        Ends y_ends = total.y, p_ends = total.p, e_ends = total.e;
        for (std::size_t i = 0; i < n; ++i) {
            const double y = ys[i], p = ps[i], e = p - y;
            if constexpr (weighted) {
                fine &= std::abs(y) <= largest_moment && std::abs(p) <= largest_moment;
                if (ws[i] == 0) continue;
            }
            nothing += e - e;
            const Digits a = digits_of(y), b = digits_of(p), w = weighted ? digits_of(ws[i]) : Digits{1, 0, 0};
            const std::size_t over = p > y, under = y > p;
            plain(to.y[2 * over + a.negative], a, w);
            plain(to.p[2 * over + b.negative], b, w);
            product(to.yy[0], a, a, w);
            product(to.pp[0], b, b, w);
            product(to.yp[a.negative ^ b.negative], a, b, w);
            if constexpr (weighted) to.weight[over ? 0 : 2 - under][w.key].add({w.mantissa, 0});
            ++rows;
            over_rows += over;
            under_rows += under;
            y_ends.reach(y);
            p_ends.reach(p);
            e_ends.reach(e);
            if constexpr (relative) add_relative(to, std::abs(y), std::abs(e), w);
            if constexpr (symmetric) add_symmetric(to, std::abs(y) + std::abs(p), std::abs(e), w);
        }
        total.y = y_ends;
        total.p = p_ends;
        total.e = e_ends;
        total.rows += rows;
        counts_[0] += over_rows;
        counts_[1] += under_rows;
        counts_[2] += rows - over_rows - under_rows;
        return fine && nothing == 0 && total.y.within(largest_moment) && total.p.within(largest_moment);
    }

    // Moves the cells into the totals.
    void close() {
        each([&](Cell* cells, KeyRange keys, std::size_t factors, PairTotals::Name name, bool negative) {
            const bool of_truth = name == PairTotals::y_over || name == PairTotals::y_rest;
            move_cells(cells, keys, factors, negative, total.sums[name], of_truth ? &total.sums[PairTotals::y_magnitude] : nullptr);
        });
        for (std::size_t k = 0; k < 6 && !weighted; ++k) total.sums[weight_names[k]].add({counts_[k], 0}, 3 * 1075, false);
        std::fill(counts_, counts_ + 6, 0);
    }

    PairTotals total;

  private:
    using T = PairTotals;
    static constexpr T::Name quotient_names[] = {T::relative, T::relative_small, T::small, T::symmetric};
    static constexpr T::Name weight_names[] = {T::weight_over, T::weight_under, T::weight_level, T::zeros, T::endless, T::both_zero};

    // Calls visit(cells, keys, factors, sum, negative) for every row of cells.
    template <class Visit>
    void each(const Visit& visit) {
        PairCells<weighted>& c = block_[0];
        constexpr std::size_t one = weighted ? 2 : 1;
        for (std::size_t k = 0; k < 4; ++k) {
            visit(c.y[k], y_, one, k < 2 ? T::y_rest : T::y_over, k % 2 == 1);
            visit(c.p[k], p_, one, k < 2 ? T::p_rest : T::p_over, k % 2 == 1);
            visit(c.quotient[k], quotient_, one, quotient_names[k], false);
        }
        visit(c.yy[0], yy_, one + 1, T::yy, false);
        visit(c.pp[0], pp_, one + 1, T::pp, false);
        for (std::size_t k = 0; k < 2; ++k) visit(c.yp[k], yp_, one + 1, T::yp, k == 1);
        for (std::size_t k = 0; k < 6; ++k) visit(c.weight[k], w_, std::size_t{1}, weight_names[k], false);
    }

    // A product of three mantissas is added in two halves, of which one stands 53 bits higher.
    static KeyRange split(KeyRange w) { return weighted ? KeyRange{w.low, w.high + 53} : w; }

    static void plain(Cell* cells, const Digits& a, const Digits& w) {
        if constexpr (weighted) cells[a.key + w.key].add(Cell::product(a.mantissa, w.mantissa));
        else cells[a.key].add({a.mantissa, 0});
    }

    static void product(Cell* cells, const Digits& a, const Digits& b, const Digits& w) {
        const Cell ab = Cell::product(a.mantissa, b.mantissa);
        const std::size_t key = a.key + b.key;
        if constexpr (weighted) {
            constexpr std::uint64_t lower = (std::uint64_t{1} << 53) - 1;
            cells[key + w.key].add(Cell::product(ab.low & lower, w.mantissa));
            cells[key + w.key + 53].add(Cell::product(ab.high << 11 | ab.low >> 53, w.mantissa));
        } else {
            cells[key].add(ab);
        }
    }

    void weigh(PairCells<weighted>& to, std::size_t k, const Digits& w) {
        if constexpr (weighted) to.weight[k][w.key].add({w.mantissa, 0});
        else ++counts_[k];
    }

    void add_relative(PairCells<weighted>& to, double size, double miss, const Digits& w) {
        if (size >= least_divisor) return plain(to.quotient[0], digits_of(miss / size), w);
        plain(to.quotient[2], digits_of(miss / least_divisor), w);
        if (size == 0) return weigh(to, 3, w);
        const double share = miss / size;
        if (share <= largest_quotient) plain(to.quotient[1], digits_of(share), w);
        else weigh(to, 4, w);
    }

    void add_symmetric(PairCells<weighted>& to, double size, double miss, const Digits& w) {
        if (size > 0) plain(to.quotient[3], digits_of(miss / size), w);
        else weigh(to, 5, w);
    }

    KeyRange w_, y_, p_, yy_, pp_, yp_, quotient_;
    Block<PairCells<weighted>> block_;
    std::uint64_t counts_[6] = {};
};

// A column of float64 or of float32, whichever is not null.
struct FloatColumn {
    const double* wide = nullptr;
    const float* single = nullptr;

    explicit operator bool() const { return wide || single; }

    // Rows [start, stop) as float64, copied to `buffer` where they are not.
    const double* read(std::size_t start, std::size_t stop, double* buffer) const {
        if (wide) return wide + start;
        std::copy(single + start, single + stop, buffer);
        return buffer;
    }
};

// The keys of a column; of a long one all there are, which costs less than looking.
inline KeyRange key_range(const FloatColumn& column, std::size_t n) {
    if (!column) return {0, 0};
    if (n == 0 || n > std::size_t{1} << 14) return {};
    KeyRange range{last_key, 1};
    for (std::size_t i = 0; i < n; ++i) {
        const std::uint32_t key = digits_of(column.wide ? column.wide[i] : static_cast<double>(column.single[i])).key;
        range = {std::min(range.low, key), std::max(range.high, key)};
    }
    return range;
}

// The sums of all rows. Rows that weigh nothing are only looked at for being numbers.
template <bool weighted, bool relative, bool symmetric>
PairTotals sum_pairs(const FloatColumn& y, const FloatColumn& p, const double* weight, std::size_t n, std::size_t most_threads) {
    constexpr std::size_t block = 1024;
    static_assert(rows_per_cell % block == 0);
    const KeyRange keys[] = {key_range(y, n), key_range(p, n), key_range({weight, nullptr}, n)};
    const std::size_t threads = threads_for(n, most_threads);
    std::vector<PairTotals> parts(threads);
    on_threads(threads, [&](std::size_t t) {
        PairSums<weighted, relative, symmetric> sums(keys[0], keys[1], keys[2]);
        const auto [first, last] = chunk(n, t, threads);
        double y_buffer[block], p_buffer[block];
        bool fine = true;
        for (std::size_t start = first; start < last && fine; start += block) {  // what is not fine will be refused
            const std::size_t stop = std::min(last, start + block);
            const double *ys = y.read(start, stop, y_buffer), *ps = p.read(start, stop, p_buffer);
            fine = sums.add(ys, ps, weighted ? weight + start : nullptr, stop - start);
            if (fine && (stop == last || (stop - first) % rows_per_cell == 0)) sums.close();
        }
        sums.total.fine = fine;
        parts[t] = sums.total;
    });
    for (std::size_t t = 1; t < threads; ++t) parts[0].add(parts[t]);
    return parts[0];
}

// The sum of numbers, each as often as it weighs. They are finite, and none of them, nor a weight, is past 1e300.
inline Wide sum_exactly(const double* values, const double* w, std::size_t n) {
    const KeyRange keys = key_range({values, nullptr}, n) + key_range({w, nullptr}, n);
    Block<Cell> block(2 * 4096);
    Cell* sides[] = {block.get(), block.get() + 4096};
    for (Cell* cells : sides) clear_cells(cells, keys);
    Wide total;
    for (std::size_t start = 0; start < n; start += rows_per_cell) {
        for (std::size_t i = start; i < std::min(n, start + rows_per_cell); ++i) {
            const Digits a = digits_of(values[i]);
            if (w) {
                const Digits b = digits_of(w[i]);
                sides[a.negative][a.key + b.key].add(Cell::product(a.mantissa, b.mantissa));
            } else {
                sides[a.negative][a.key].add({a.mantissa, 0});
            }
        }
        for (bool negative : {false, true}) move_cells(sides[negative], keys, w ? 2 : 1, negative, total);
    }
    return total;
}

}  // namespace gnomon
