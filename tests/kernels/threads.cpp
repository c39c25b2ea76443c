// Every kernel that works on threads, called from a plain program, so that ThreadSanitizer sees their threads and nothing else: no
// interpreter, no NumPy. Each is run on one thread and on several, and must say the same.
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "amounts.hpp"
#include "assign.hpp"
#include "cells.hpp"
#include "columns.hpp"
#include "dense_ranks.hpp"
#include "grid_curves.hpp"
#include "group_area.hpp"
#include "groups.hpp"
#include "interrupts.hpp"
#include "joint.hpp"
#include "judge.hpp"
#include "label_maps.hpp"
#include "labels.hpp"
#include "losses.hpp"
#include "map_digests.hpp"
#include "measures.hpp"
#include "gains.hpp"
#include "merge.hpp"
#include "ordered_pairs.hpp"
#include "moments.hpp"
#include "pairs.hpp"
#include "precision_recall.hpp"
#include "row_gap.hpp"
#include "placements.hpp"
#include "rank_products.hpp"
#include "ranking.hpp"
#include "replicates.hpp"
#include "rising_pairs.hpp"
#include "select.hpp"
#include "scan.hpp"
#include "segment_sums.hpp"
#include "sweep.hpp"
#include "thread_detections.hpp"
#include "thread_points.hpp"
#include "thread_rows.hpp"
#include "trec.hpp"

using namespace gnomon;

namespace {

constexpr std::size_t several = 5;

template <class Row, class Count>
Columns<Count> swept(const Sample& r, const double* weight, std::size_t threads) {
    auto rows = distribute_rows<Row>(r.score.data(), r.positive.data(), weight, n, threads);
    rows.sort(threads);
    return build_sweep<Count>(rows, threads);
}

Numbers sweeps(const Sample& r, std::size_t threads) {
    const auto counted = swept<double, std::int64_t>(r, nullptr, threads);
    const auto weighed = swept<Weighted, double>(r, r.weight.data(), threads);
    Numbers out;
    add(out, counted.threshold, counted.threshold.size());
    add(out, weighed.pos, weighed.pos.size());
    const std::size_t m = counted.pos.size();
    const std::int64_t *pos = counted.pos.get(), *neg = counted.neg.get();
    const Area area = sweep_pairs(pos, neg, m, threads);
    const Gap gap = largest_gap(pos, neg, m, threads);
    out.insert(out.end(), {area.pairs, gap.tpr_over_fpr, gap.fpr_over_tpr, precision_sum(pos, neg, m, true, threads)});
    Block<std::int64_t> sums(m);
    cumulate(pos, m, sums.get(), threads);
    add(out, sums, m);
    const Cells<std::int64_t> a{counted.threshold.get(), pos, neg, m};
    Block<double> score(2 * m);
    Block<std::int64_t> merged_pos(2 * m), merged_neg(2 * m);
    const std::size_t cells = merge(a, a.part(m / 3, m), Merged<std::int64_t>{score.get(), merged_pos.get(), merged_neg.get()}, threads);
    add(out, merged_pos, cells);
    const auto [squared, surprise] = cell_losses(counted.threshold.get(), pos, neg, m, 1e-15, true, threads);
    out.insert(out.end(), {squared, surprise});
    return out;
}

Numbers pairs(const Sample& r, std::size_t threads) {
    auto plain = distribute_rows<double>(r.score.data(), r.positive.data(), nullptr, n, threads);
    auto heavy = distribute_rows<Weighted>(r.score.data(), r.positive.data(), r.weight.data(), n, threads);
    Numbers out{rank_pairs(plain, threads).pairs, rank_pairs(heavy, threads).pairs};
    auto again = distribute_rows<double>(r.score.data(), r.positive.data(), nullptr, n, threads);
    const PrecisionRecall curve = precision_recall(again, n, threads);
    add(out, curve.precision, curve.size);
    auto once_more = distribute_rows<double>(r.score.data(), r.positive.data(), nullptr, n, threads);
    const RowGap gaps = row_gap(once_more, threads);
    out.push_back(gaps.above);
    out.push_back(gaps.below);
    Block<double> placed(n);
    placements(r.score.data(), r.positive.data(), nullptr, n, placed.get(), threads);
    add(out, placed, n);
    const ClassSpread spread = class_spread(placed.get(), r.positive.data(), r.weight.data(), n, threads);
    out.insert(out.end(), {spread.mean[0], spread.variance[1]});
    const Losses losses = probability_losses(r.score.data(), r.positive.data(), r.weight.data(), n, 1e-15, true, threads);
    out.insert(out.end(), {losses.squared, losses.logarithmic});
    return out;
}

Numbers labels(const Sample& r, std::size_t threads) {
    std::vector<std::int64_t> cells(49, 0);
    confusion<std::int64_t>(r.label.data(), r.label.data(), nullptr, n, 0, 7, cells.data(), threads);
    Numbers out(cells.begin(), cells.end());
    Block<std::uint8_t> mask(n);
    out.push_back(static_cast<double>(binarize<std::int64_t>(r.label.data(), n, 3, mask.get(), threads).positives));
    for (const auto* keys : {&r.label, &r.key}) add(out, factorize(keys->data(), n, threads).codes, n);
    Block<double> columns(n), floors(n);
    to_columns(r.score.data(), n / 4, 4, columns.get(), threads);
    floor_scores(r.score.data(), n, 40, floors.get(), threads);
    add(out, columns, n);
    add(out, floors, n);
    const LabelRange range{0, 7, true, 3};
    for (const std::size_t images : {std::size_t{1}, std::size_t{4}}) {
        std::vector<std::int64_t> pairs(images * range.size(), 0);
        count_label_pairs(r.label.data(), r.positive.data(), images, n / images, range, pairs.data(), threads);
        count_label_pairs(r.positive.data(), r.positive.data(), images, n / images, range, pairs.data(), threads);
        out.insert(out.end(), pairs.begin(), pairs.end());
    }
    constexpr std::size_t images = 64;
    std::vector<std::uint64_t> digests(images);
    map_digests(LabelMap<std::uint8_t>{r.positive.data(), n / images, 128, true, 1}, images, digests.data(), threads);
    map_digests(LabelMap<std::int64_t>{r.label.data(), n / images, 128, false, 0}, images, digests.data(), threads);
    add(out, digests, images);
    const double edges[] = {0.2, 0.5, 1.1}, codes[] = {0.25};
    std::vector<std::size_t> bin(n);
    assign_bins(r.score.data(), n, BinEdges{edges, 3, true, codes, 1}, threads, [&](std::size_t i, std::size_t to) { bin[i] = to; });
    add(out, bin, n);
    return out;
}

Numbers moments(const Sample& r, std::size_t threads) {
    const FloatColumn truth{r.grade.data(), nullptr}, said{r.score.data(), nullptr};
    Numbers out;
    for (const PairTotals& found : {sum_pairs<false, true, true>(truth, said, nullptr, n, threads),
                                    sum_pairs<true, true, true>(truth, said, r.weight.data(), n, threads)}) {
        out.push_back(static_cast<double>(found.rows));
        for (const Wide& sum : found.sums)
            for (const std::uint64_t limb : sum.limb) out.push_back(static_cast<double>(limb));
    }
    return out;
}

Numbers ranked(const Sample& r, std::size_t threads) {
    Numbers out;
    const GroupAreas areas = group_areas(r.score.data(), r.positive.data(), r.group.data(), nullptr, n, 5000, threads);
    add(out, areas.pairs, 5000);
    Rankings ranking = rank_rows(r.score.data(), r.grade.data(), r.group.data(), n, 5000, true, threads);
    add(out, ranking.order, n);
    const std::vector<std::int64_t> none(5001, 0);
    const Lists lists{ranking.starts.get(), ranking.grade.get(), ranking.tied.get(), none.data(), nullptr, 5000};
    std::vector<double> discount(10, 0.5), value(5000);
    each_list(lists, value.data(), threads, [&] { return Normalized({Gain::Kind::exponential, false, 1}, {discount.data(), 10}, 0); });
    out.insert(out.end(), value.begin(), value.end());
    worst_of_ties(ranking.starts.get(), 5000, ranking.tied.get(), ranking.grade.get(), threads);
    add(out, ranking.grade, n);
    return out;
}

Numbers joints(const Sample& r, std::size_t threads) {
    const auto cells = joint_columns<double>(r.grade.data(), r.score.data(), r.weight.data(), nullptr, n, threads);
    Numbers out;
    add(out, cells.y, cells.size);
    add(out, cells.observed, cells.size);
    Block<std::uint32_t> rank(n);
    const Ranking found = dense_ranks(r.score.data(), n, rank.get(), threads);
    add(out, rank, n);
    Block<std::int64_t> middle(n);
    out.push_back(middle_ranks(r.score.data(), n, middle.get(), threads).squares.value());
    add(out, middle, n);
    auto rows = in_group_order<PairRow<double>>(r.group.data(), n, 5000, [&](std::size_t i, std::uint32_t of) {
        return PairRow<double>{of, rank[i], r.weight[i], r.weight[i]};
    });
    const auto pairs_found = ordered_pairs<PairRow<double>, PlainSum>(rows.get(), n, found.distinct, threads);
    out.insert(out.end(), {pairs_found.alike.value(), pairs_found.opposite.value()});
    const UnitPairs units = unit_pairs(r.group.data(), rank.get(), n, 5000, found.distinct, threads);
    out.insert(out.end(), {static_cast<double>(units.alike), static_cast<double>(units.opposite)});
    return out;
}

Numbers stacks(const Sample& r, std::size_t threads) {
    constexpr std::size_t cells = 4096, replicates = 64;
    Block<double> drawn(cells * replicates);
    resample(r.weight.data(), cells, replicates, 7, 0, drawn.get(), threads);
    Numbers out(replicates);
    each_sweep(drawn.get(), drawn.get(), replicates, cells, out.data(), threads,
               [](const double* p, const double* q) { return area_of(p, q, cells); });
    add(out, drawn, drawn.size());
    const double grid[] = {0, 0.1, 0.5, 0.9, 1};
    Numbers curves(replicates * 5);
    for (const GridCurve curve : {GridCurve::roc, GridCurve::pr, GridCurve::gain}) {
        curves_on_grid(curve, drawn.get(), drawn.get(), replicates, cells, grid, 5, curves.data(), threads);
        add(out, curves, curves.size());
    }
    const std::int64_t starts[] = {0, 100, 4000};
    Numbers sums(replicates * 3), entries(replicates * cells);
    stack_segment_sums(drawn.get(), replicates, cells, starts, 3, sums.data(), threads);
    for (const double* values : {r.score.data(), static_cast<const double*>(nullptr)}) {
        weigh_entries(drawn.get(), replicates, cells, Entries{r.label.data(), r.label.data(), values, cells, starts, 3}, cells, entries.data(), threads);
        add(out, entries, entries.size());
    }
    add(out, sums, sums.size());
    std::vector<double> edges{1.2, 0.9, 0.3, 0.1};
    std::vector<std::uint32_t> block(n);
    for (std::size_t i = 0; i < n; ++i) block[i] = r.group[i] % 50;
    Block<double> table(50 * 4 * 2);
    deal_rows(r.score.data(), r.positive.data(), nullptr, block.data(), n, edges.data(), 4, 50, table, threads);
    add(out, table, table.size());
    return out;
}

// A TREC file of grades, the repeats in it, and its join with itself as a run.
Numbers files(const Sample& r, std::size_t threads) {
    std::string text;
    for (std::size_t i = 0; i < n / 3; ++i)
        text += "q" + std::to_string(i / 100) + " 0 d" + std::to_string(i) + " " + std::to_string(static_cast<int>(r.grade[i])) + "\n";
    const TrecTable table = read_trec(text, {4, 3, false}, std::size_t{1} << 14, threads);
    Numbers out{static_cast<double>(table.size), static_cast<double>(table.queries.size())};
    add(out, table.rows.values, table.size);
    const Documents documents{table.starts.data(), table.queries.size(), {text.data(), table.rows.offsets.get(), table.rows.lengths.get()},
                              table.rows.values.get()};
    const Repeat repeat = find_repeat(documents, threads);
    out.push_back(static_cast<double>(repeat.second - repeat.first));
    std::vector<std::int64_t> query(documents.queries);
    for (std::size_t q = 0; q < query.size(); ++q) query[q] = static_cast<std::int64_t>(q);
    const Joined joined = join_run(documents, documents, query.data(), query.data(), query.size(), threads);
    add(out, joined.grade, table.size), add(out, joined.by_id, table.size);
    return out;
}

Numbers amounts(const Sample& r, std::size_t threads) {
    const auto made = build_amounts(r.score.data(), r.grade.data(), r.weight.data(), n, threads);
    Numbers out;
    add(out, made.prediction, made.prediction.size());
    add(out, made.squared, made.squared.size());
    const Selected found = AbsoluteErrors(r.score.data(), r.grade.data(), n, 1e150, threads).select(n / 2);
    out.insert(out.end(), {found.at, found.next});
    return out;
}

bool same(const char* name, const std::function<Numbers(std::size_t)>& kernels) {
    const Numbers one = kernels(1), more = kernels(several);
    bool equal = one.size() == more.size();
    for (std::size_t i = 0; equal && i < one.size(); ++i) equal = one[i] == more[i] || (one[i] != one[i] && more[i] != more[i]);
    std::printf("%s: %s\n", name, equal ? "the same on one thread and on several" : "DIFFERENT on several threads");
    return equal;
}

// An interrupt that the caller meets ends the other threads, and reaches whoever called.
bool ends() {
    static bool pressed = false;
    ask_interrupts_with([] {
        if (pressed) throw std::runtime_error("interrupted");
    });
    trip_interrupt(2, [] { pressed = true; });
    std::atomic<std::size_t> done{0};
    bool met = false;
    try {
        on_queue(1 << 20, several, [&] { return [&](std::size_t) { ++done; }; });
    } catch (const std::runtime_error&) {
        met = true;
    }
    pressed = false;
    std::printf("interrupts: %s\n", met ? "met" : "NOT met");
    return met;
}

// Two threads that write to one number without asking: what the sanitizer must find, if it watches at all.
int raced() {
    std::size_t shared = 0;
    on_threads(2, [&](std::size_t) {
        for (std::size_t i = 0; i < 1000; ++i) shared += i;
    });
    return shared ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int count, char** given) {
    if (count > 1 && std::string(given[1]) == "race") return raced();
    const Sample sample;
    bool good = ends();
    good &= same("sweeps", [&](std::size_t threads) { return sweeps(sample, threads); });
    good &= same("pairs", [&](std::size_t threads) { return pairs(sample, threads); });
    good &= same("labels", [&](std::size_t threads) { return labels(sample, threads); });
    good &= same("ranked", [&](std::size_t threads) { return ranked(sample, threads); });
    good &= same("joints", [&](std::size_t threads) { return joints(sample, threads); });
    good &= same("stacks", [&](std::size_t threads) { return stacks(sample, threads); });
    good &= same("amounts", [&](std::size_t threads) { return amounts(sample, threads); });
    good &= same("moments", [&](std::size_t threads) { return moments(sample, threads); });
    good &= same("overlaps", [&](std::size_t threads) { return overlaps(sample, threads); });
    good &= same("detections", [&](std::size_t threads) { return detections(sample, threads); });
    good &= same("points", [&](std::size_t threads) { return points(sample, threads); });
    good &= same("partitions", [&](std::size_t threads) { return partitions(sample, threads); });
    good &= same("texts", [&](std::size_t threads) { return texts(sample, threads); });
    good &= same("files", [&](std::size_t threads) { return files(sample, threads); });
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
