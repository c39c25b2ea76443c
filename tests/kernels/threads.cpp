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
#include "average_precision.hpp"
#include "boxes.hpp"
#include "cells.hpp"
#include "columns.hpp"
#include "dense_ranks.hpp"
#include "group_area.hpp"
#include "groups.hpp"
#include "interrupts.hpp"
#include "joint.hpp"
#include "judge.hpp"
#include "keypoints.hpp"
#include "label_maps.hpp"
#include "labels.hpp"
#include "losses.hpp"
#include "masks.hpp"
#include "matching.hpp"
#include "measures.hpp"
#include "gains.hpp"
#include "merge.hpp"
#include "ordered_pairs.hpp"
#include "outlines.hpp"
#include "moments.hpp"
#include "pairs.hpp"
#include "precision_recall.hpp"
#include "row_gap.hpp"
#include "placements.hpp"
#include "polygons.hpp"
#include "rank_products.hpp"
#include "ranking.hpp"
#include "replicates.hpp"
#include "run_lengths.hpp"
#include "select.hpp"
#include "scan.hpp"
#include "sweep.hpp"
#include "trec.hpp"

using namespace gnomon;

namespace {

constexpr std::size_t n = std::size_t{1} << 19;  // eight threads' worth of rows
constexpr std::size_t several = 5;

struct Rows {
    std::vector<double> score, weight, grade;
    std::vector<std::uint8_t> positive;
    std::vector<std::uint32_t> group;
    std::vector<std::int64_t> label, key;

    Rows() : score(n), weight(n), grade(n), positive(n), group(n), label(n), key(n) {
        Stream stream(1, 2);
        for (std::size_t i = 0; i < n; ++i) {
            score[i] = static_cast<double>(stream.next() % 100000) / 65536;
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

template <class T>
void add(Numbers& to, const Block<T>& block, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) to.push_back(static_cast<double>(block[i]));
}

template <class Row, class Count>
Columns<Count> swept(const Rows& r, const double* weight, std::size_t threads) {
    auto rows = distribute_rows<Row>(r.score.data(), r.positive.data(), weight, n, threads);
    rows.sort(threads);
    return build_sweep<Count>(rows, threads);
}

Numbers sweeps(const Rows& r, std::size_t threads) {
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

Numbers pairs(const Rows& r, std::size_t threads) {
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

Numbers labels(const Rows& r, std::size_t threads) {
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
    return out;
}

Numbers moments(const Rows& r, std::size_t threads) {
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

Numbers ranked(const Rows& r, std::size_t threads) {
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

Numbers joints(const Rows& r, std::size_t threads) {
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
    return out;
}

Numbers stacks(const Rows& r, std::size_t threads) {
    constexpr std::size_t cells = 4096, replicates = 64;
    Block<double> drawn(cells * replicates);
    resample(r.weight.data(), cells, replicates, 7, 0, drawn.get(), threads);
    Numbers out(replicates);
    each_sweep(drawn.get(), drawn.get(), replicates, cells, out.data(), threads,
               [](const double* p, const double* q) { return area_of(p, q, cells); });
    add(out, drawn, drawn.size());
    std::vector<double> edges{1.2, 0.9, 0.3, 0.1};
    std::vector<std::uint32_t> block(n);
    for (std::size_t i = 0; i < n; ++i) block[i] = r.group[i] % 50;
    Block<double> table(50 * 4 * 2);
    deal_rows(r.score.data(), r.positive.data(), nullptr, block.data(), n, edges.data(), 4, 50, table, threads);
    add(out, table, table.size());
    return out;
}

Numbers files(const Rows& r, std::size_t threads) {
    std::string text;
    for (std::size_t i = 0; i < n / 8; ++i)
        text += "q" + std::to_string(i / 100) + " 0 d" + std::to_string(i) + " " + std::to_string(static_cast<int>(r.grade[i])) + "\n";
    const TrecTable table = read_trec(text, {4, 3, false}, std::size_t{1} << 14, threads);
    Numbers out{static_cast<double>(table.size), static_cast<double>(table.queries.size())};
    add(out, table.rows.values, table.size);
    return out;
}

Numbers amounts(const Rows& r, std::size_t threads) {
    const auto made = build_amounts(r.score.data(), r.grade.data(), r.weight.data(), n, threads);
    Numbers out;
    add(out, made.prediction, made.prediction.size());
    add(out, made.squared, made.squared.size());
    const Selected found = AbsoluteErrors(r.score.data(), r.grade.data(), n, 1e150, threads).select(n / 2);
    out.insert(out.end(), {found.at, found.next});
    return out;
}

// Detections of 400 images matched and averaged, of all images and of images drawn again.
Numbers detections(const Rows& r, std::size_t threads) {
    constexpr std::size_t images = 400, each = 20, many = images * each, classes = 4, draws = 30;
    std::vector<double> box(4 * many + 40), weights(draws * images);
    std::vector<std::int64_t> starts(images + 1), count(many), order(many), class_starts(classes + 1), areas{0, 0};
    std::vector<std::int32_t> kind(many), image(many);
    const std::vector<std::uint8_t> none(many, 0), all(many, 1);
    for (std::size_t i = 0; i <= images; ++i) starts[i] = static_cast<std::int64_t>(i * each);
    for (std::size_t i = 0; i < many; ++i) {
        kind[i] = static_cast<std::int32_t>(i % each * classes / each);
        image[i] = static_cast<std::int32_t>(i / each);
    }
    for (std::size_t i = 0; i < box.size(); ++i) box[i] = 1 + 20 * r.score[i];
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = std::floor(2 * r.weight[i]);
    const ImageSpans spans{starts.data(), images};
    std::vector<std::int64_t> pair_starts{0};
    OverlapPairs pairs;
    const auto parts = overlapping_boxes(spans, box.data(), spans, box.data() + 40, none.data(), 0.1, 0, count.data(), threads);
    for (const OverlapPairs& one : parts) {
        pairs.truth.insert(pairs.truth.end(), one.truth.begin(), one.truth.end());
        pairs.iou.insert(pairs.iou.end(), one.iou.begin(), one.iou.end());
    }
    for (const std::int64_t one : count) pair_starts.push_back(pair_starts.back() + one);
    const double thresholds[] = {0.3, 0.5}, grid[] = {0, 0.5, 1};
    const MatchInput in{spans, spans, kind.data(), kind.data(), pair_starts.data(), pairs.truth.data(), pairs.iou.data(), none.data(), none.data(),
                        none.data(), none.data(), many, many, 1, thresholds, 2, false, true};
    std::vector<std::uint8_t> state(2 * many);
    std::vector<std::int32_t> partner(2 * many);
    match_images(in, state.data(), partner.data(), threads);
    std::size_t at = 0;
    for (std::size_t k = 0; k < classes; ++k) {
        for (std::size_t i = 0; i < many; ++i)
            if (kind[i] == static_cast<std::int32_t>(k)) order[at++] = static_cast<std::int64_t>(i);
        class_starts[k + 1] = static_cast<std::int64_t>(at);
    }
    const RankedDetections ranked{class_starts.data(), classes, order.data(), image.data(), many, state.data(), areas.data(), 2, all.data(),
                                  image.data(), kind.data(), many, 1, images, Interpolation::grid, grid, 3};
    Numbers out(2 * draws * 2 * classes + 4 * classes);
    average_precisions(ranked, weights.data(), draws, out.data(), out.data() + draws * 2 * classes, threads);
    average_precisions(ranked, nullptr, 1, out.data() + 2 * draws * 2 * classes, out.data() + 2 * draws * 2 * classes + 2 * classes, threads);
    out.insert(out.end(), state.begin(), state.end());
    out.insert(out.end(), partner.begin(), partner.end());
    return out;
}

// Boxes, oriented boxes, masks drawn from polygons, and keypoints, of 50 images.
Numbers overlaps(const Rows& r, std::size_t threads) {
    constexpr std::size_t images = 50, each = 12, many = images * each, side = 60;
    const double* numbers = r.score.data();
    const std::vector<std::uint8_t> crowd(many, 0);
    std::vector<double> box(4 * many), turned(5 * many), corners;
    std::vector<std::int64_t> rows(many), starts(images + 1);
    for (std::size_t i = 0; i <= images; ++i) starts[i] = static_cast<std::int64_t>(i * each);
    for (std::size_t i = 0; i < many; ++i) {
        rows[i] = static_cast<std::int64_t>(i);
        for (std::size_t k = 0; k < 4; ++k) box[4 * i + k] = turned[5 * i + k] = 1 + 20 * numbers[5 * i + k];
        turned[5 * i + 4] = numbers[5 * i + 4];
        for (std::size_t k = 0; k < 10; ++k) corners.push_back(side * numbers[10 * i + k]);
    }
    Numbers out(many * many);
    const BoxColumns columns(box.data(), many, BoxFormat::corner_and_size, 0);
    box_table(columns, columns, nullptr, Ciou{}, out.data(), threads);
    const std::vector<Quad> quads = quads_of({turned.data(), 5}, many);
    Numbers table(many * many);
    quad_table(quads, quads, nullptr, table.data(), threads);
    out.insert(out.end(), table.begin(), table.end());
    const ReadMasks drawn = read_masks(many, threads, [&] {
        return [&, outline = OutlineReader()](std::size_t i, std::vector<std::uint32_t>& runs) mutable {
            outline.add(corners.data() + 10 * i, 5, side, side);
            RunWriter writer(runs, side * side);
            outline.write(writer, side * side);
            return std::pair{writer.end(), writer.total()};
        };
    });
    add(out, drawn.runs, drawn.runs.size());
    const std::vector<std::size_t> mask_starts(drawn.starts.get(), drawn.starts.get() + many + 1);
    const std::vector<std::int64_t> height(many, side);
    const MaskColumns masks{drawn.runs.get(), mask_starts.data(), height.data()};
    const ImagePairs pairs(ImageRows(rows.data(), many, starts.data(), images + 1, many),
                           ImageRows(rows.data(), many, starts.data(), images + 1, many));
    const auto measure = [&](const auto& make) {
        Numbers found(pairs.size);
        measure_pairs(pairs, nullptr, found.data(), threads, make);
        out.insert(out.end(), found.begin(), found.end());
    };
    measure([&] { return BoxMeasure(box.data(), box.data(), crowd.data(), 0); });
    measure([&] { return QuadMeasure({turned.data(), 5}, {turned.data(), 5}, crowd.data()); });
    measure([&] { return MaskMeasure(masks, masks, crowd.data()); });
    measure([&] { return KeypointMeasure({corners.data(), corners.data(), box.data(), numbers, numbers + many, 3}); });
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
    const Rows rows;
    bool good = ends();
    good &= same("sweeps", [&](std::size_t threads) { return sweeps(rows, threads); });
    good &= same("pairs", [&](std::size_t threads) { return pairs(rows, threads); });
    good &= same("labels", [&](std::size_t threads) { return labels(rows, threads); });
    good &= same("ranked", [&](std::size_t threads) { return ranked(rows, threads); });
    good &= same("joints", [&](std::size_t threads) { return joints(rows, threads); });
    good &= same("stacks", [&](std::size_t threads) { return stacks(rows, threads); });
    good &= same("amounts", [&](std::size_t threads) { return amounts(rows, threads); });
    good &= same("moments", [&](std::size_t threads) { return moments(rows, threads); });
    good &= same("overlaps", [&](std::size_t threads) { return overlaps(rows, threads); });
    good &= same("detections", [&](std::size_t threads) { return detections(rows, threads); });
    good &= same("files", [&](std::size_t threads) { return files(rows, threads); });
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
