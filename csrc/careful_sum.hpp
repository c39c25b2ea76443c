// Sums of floats whose digits hardly depend on how the rows are cut or in which order they come.
#pragma once

#include <cmath>

namespace gnomon {

// A sum that carries what it rounds off, so that only the last step rounds (Neumaier).
struct CarefulSum {
    double sum = 0, lost = 0;
    void add(double x) {
        const double next = sum + x;
        lost += std::abs(sum) >= std::abs(x) ? (sum - next) + x : (x - next) + sum;
        sum = next;
    }
    void add(const CarefulSum& other) {
        add(other.sum);
        lost += other.lost;
    }
    double value() const { return sum + lost; }
};

}  // namespace gnomon
