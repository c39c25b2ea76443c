// Random rows that every kernel is called with, and the numbers that it gives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "memory.hpp"
#include "random.hpp"

namespace gnomon {

constexpr std::size_t n = std::size_t{1} << 19;  // eight threads' worth of rows

struct Sample {
    std::vector<double> score, weight, grade;
    std::vector<std::uint8_t> positive;
    std::vector<std::uint32_t> group;
    std::vector<std::int64_t> label, key;

    Sample() : score(n), weight(n), grade(n), positive(n), group(n), label(n), key(n) {
        Stream stream(1, 2);
        for (std::size_t i = 0; i < n; ++i) {
            score[i] = static_cast<double>(stream.next() % 400000) / 262144;
            weight[i] = static_cast<double>(stream.next() % 16) / 8;
            grade[i] = static_cast<double>(stream.next() % 4);
            positive[i] = static_cast<std::uint8_t>(stream.next() % 3 == 0);
            group[i] = static_cast<std::uint32_t>(stream.next() % 5000);
            label[i] = static_cast<std::int64_t>(stream.next() % 7);
            key[i] = static_cast<std::int64_t>(stream.next() % 3000) * 1000003;
        }
    }
};

using Numbers = std::vector<double>;

template <class Values>
void add(Numbers& to, const Values& values, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) to.push_back(static_cast<double>(values[i]));
}

}  // namespace gnomon
