// The kernels of n-grams that texts share.
#include <cstdint>
#include <stdexcept>

#include "bind.hpp"
#include "ngrams.hpp"

namespace gnomon {

using namespace nb::literals;

namespace {

constexpr std::size_t most_orders = 100;

// Texts whose ends lie in order within their code points.
Texts texts_within(const In<std::uint32_t>& codes, const In<std::int64_t>& ends) {
    std::int64_t before = 0;
    for (std::size_t i = 0; i < ends.shape(0); ++i) {
        if (ends.data()[i] < before) throw std::invalid_argument("ends of texts do not ascend");
        before = ends.data()[i];
    }
    if (static_cast<std::size_t>(before) > codes.shape(0)) throw std::invalid_argument("texts end beyond their code points");
    if (codes.shape(0) >= std::size_t{1} << 31) throw std::invalid_argument("too many code points at once");
    return {codes.data(), ends.data()};
}

Sentences sentences_of(const In<std::uint32_t>& said, const In<std::int64_t>& said_ends, const In<std::uint32_t>& references,
                       const In<std::int64_t>& reference_ends, const In<std::int64_t>& first) {
    const std::size_t size = said_ends.shape(0);
    same_length(size + 1, first.shape(0));
    if (first.data()[0] != 0 || static_cast<std::size_t>(first.data()[size]) != reference_ends.shape(0))
        throw std::invalid_argument("references are not those of the sentences");
    for (std::size_t i = 0; i < size; ++i)
        if (first.data()[i + 1] <= first.data()[i]) throw std::invalid_argument("a sentence has no reference");
    return {texts_within(said, said_ends), texts_within(references, reference_ends), first.data(), size};
}

Matrix<double> bind_bleu_counts(const In<std::uint32_t>& said, const In<std::int64_t>& said_ends, const In<std::uint32_t>& references,
                                const In<std::int64_t>& reference_ends, const In<std::int64_t>& first, std::size_t orders, bool thirteen_a,
                                std::size_t threads) {
    const Sentences all = sentences_of(said, said_ends, references, reference_ends, first);
    if (orders < 1 || orders > most_orders) throw std::invalid_argument("orders must be from 1 to 100");
    const std::size_t columns = 2 + 2 * orders;
    check_sizes(all.size, columns);
    Block<double> lines(all.size * columns);
    {
        nb::gil_scoped_release release;
        count_ngrams(all, columns, lines.get(), threads,
                     [&](NgramCounter& counter, std::size_t s, double* line) { counter.bleu(all, s, orders, thirteen_a, line); });
    }
    return matrix_to_numpy(std::move(lines), all.size, columns);
}

Matrix<double> bind_chrf_counts(const In<std::uint32_t>& said, const In<std::int64_t>& said_ends, const In<std::uint32_t>& references,
                                const In<std::int64_t>& reference_ends, const In<std::int64_t>& first, std::size_t characters, std::size_t words,
                                double beta, bool whitespace, bool smoothed, std::size_t threads) {
    const Sentences all = sentences_of(said, said_ends, references, reference_ends, first);
    if (characters < 1 || characters > most_orders || words > most_orders) throw std::invalid_argument("orders must be from 1 to 100");
    const NgramCounter::Chrf asked{characters, words, beta, whitespace, smoothed};
    const std::size_t columns = 3 * (characters + words);
    check_sizes(all.size, columns);
    Block<double> lines(all.size * columns);
    {
        nb::gil_scoped_release release;
        count_ngrams(all, columns, lines.get(), threads,
                     [&](NgramCounter& counter, std::size_t s, double* line) { counter.chrf(all, s, asked, line); });
    }
    return matrix_to_numpy(std::move(lines), all.size, columns);
}

}  // namespace

void bind_ngrams_kernels(nb::module_& m) {
    m.def("bleu_counts", &bind_bleu_counts, "said"_a, "said_ends"_a, "references"_a, "reference_ends"_a, "first"_a, "orders"_a, "thirteen_a"_a,
          "threads"_a,
          "For each sentence the words said, those of the nearest reference, and of each order the n-grams shared and said; words stand between "
          "white space, which 13a adds where it is asked for. References of sentence i begin at first[i].");
    m.def("chrf_counts", &bind_chrf_counts, "said"_a, "said_ends"_a, "references"_a, "reference_ends"_a, "first"_a, "characters"_a, "words"_a,
          "beta"_a, "whitespace"_a, "smoothed"_a, "threads"_a,
          "For each sentence, of n-grams of characters and then of words, those said, of the reference with the best chrF, and shared.");
}

}  // namespace gnomon
