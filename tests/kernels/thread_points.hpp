// Kernels of points, partitions and texts.
#pragma once

#include "contingency.hpp"
#include "density_clusters.hpp"
#include "edits.hpp"
#include "ngrams.hpp"
#include "silhouette.hpp"
#include "thread_rows.hpp"

namespace gnomon {

// Silhouettes, and density validity, of 1,000 points of three coordinates in ten clusters.
inline Numbers points(const Sample& r, std::size_t threads) {
    constexpr std::size_t many = 1000, d = 3, clusters = 10;
    std::vector<std::int64_t> starts(clusters + 1), sizes(clusters, many / clusters);
    std::vector<std::uint32_t> of(many), nearest(many);
    std::vector<double> distance(many * many);
    for (std::size_t k = 0; k <= clusters; ++k) starts[k] = static_cast<std::int64_t>(k * many / clusters);
    for (std::size_t i = 0; i < many; ++i) of[i] = static_cast<std::uint32_t>(i * clusters / many);
    for (std::size_t i = 0; i < many * many; ++i) distance[i] = r.score[i % n];
    Numbers out;
    const auto both = [&](auto kind) {
        Numbers value(many), sparseness(clusters), apart(clusters);
        silhouettes<kind.value>(r.score.data(), many, d, starts.data(), clusters, value.data(), nearest.data(), threads);
        density_validity<kind.value>(r.score.data(), d, starts.data(), clusters, sparseness.data(), apart.data(), threads);
        add(out, value, many), add(out, nearest, many), add(out, sparseness, clusters), add(out, apart, clusters);
    };
    both(std::integral_constant<Distance, Distance::euclidean>());
    both(std::integral_constant<Distance, Distance::manhattan>());
    Numbers value(many);
    silhouettes_of_distances(distance.data(), many, of.data(), sizes.data(), clusters, value.data(), nearest.data(), threads);
    add(out, value, many), add(out, nearest, many);
    return out;
}

// Tables of two partitions, small ones and one past the lanes, and what chance gives.
inline Numbers partitions(const Sample& r, std::size_t threads) {
    std::vector<std::uint32_t> first(n), second(n);
    Numbers out;
    for (const std::uint32_t parts : {20u, 100u}) {
        for (std::size_t i = 0; i < n; ++i) first[i] = r.group[i] % parts, second[i] = r.group[n - 1 - i] / 3 % parts;
        std::vector<std::int64_t> counts(parts * parts);
        std::vector<double> weights(parts * parts);
        count_cells(first.data(), second.data(), nullptr, n, parts, parts, counts.data(), threads);
        count_cells(first.data(), second.data(), r.weight.data(), n, parts, parts, weights.data(), threads);
        add(out, counts, counts.size()), add(out, weights, weights.size());
    }
    std::vector<double> size(60), times(60, 1.0);
    double all = 0;
    for (std::size_t i = 0; i < size.size(); ++i) all += size[i] = 20 + static_cast<double>(r.group[i] % 100);
    const PartSizes sizes{size.data(), times.data(), size.size()};
    out.push_back(expected_information(sizes, sizes, all, threads));
    return out;
}

// 4,000 pairs of texts: their edits by word, character and code point, and the n-grams that they share.
inline Numbers texts(const Sample& r, std::size_t threads) {
    constexpr std::size_t pairs = 4000;
    std::vector<std::uint32_t> codes;
    std::vector<std::int64_t> ends(2 * pairs), first(pairs + 1);
    for (std::size_t i = 0; i < 2 * pairs; ++i) {
        for (std::size_t k = 0; k < 5 + r.group[i] % 20; ++k) codes.push_back(r.label[(7 * i + k) % n] == 0 ? 0x20 : 0x61 + static_cast<std::uint32_t>(r.label[(7 * i + k) % n]));
        ends[i] = static_cast<std::int64_t>(codes.size());
    }
    for (std::size_t i = 0; i <= pairs; ++i) first[i] = static_cast<std::int64_t>(i);
    const std::size_t half = static_cast<std::size_t>(ends[pairs - 1]);
    std::vector<std::int64_t> behind(pairs);
    for (std::size_t i = 0; i < pairs; ++i) behind[i] = ends[pairs + i] - static_cast<std::int64_t>(half);
    const Texts truth{codes.data(), ends.data()}, said{codes.data() + half, behind.data()};
    Numbers out;
    for (const Unit unit : {Unit::words, Unit::characters, Unit::code_points}) {
        std::vector<std::int64_t> counts(6 * pairs);
        count_edits(truth, said, pairs, unit, counts.data(), threads);
        add(out, counts, counts.size());
    }
    const Sentences all{said, truth, first.data(), pairs};
    Numbers bleu(10 * pairs), chrf(24 * pairs);
    count_ngrams(all, 10, bleu.data(), threads, [&](NgramCounter& counter, std::size_t s, double* line) { counter.bleu(all, s, 4, true, line); });
    const NgramCounter::Chrf asked{6, 2, 2.0, false, false};
    count_ngrams(all, 24, chrf.data(), threads, [&](NgramCounter& counter, std::size_t s, double* line) { counter.chrf(all, s, asked, line); });
    add(out, bleu, bleu.size()), add(out, chrf, chrf.size());
    return out;
}

}  // namespace gnomon
