// Kernels of boxes, oriented boxes, masks and keypoints, and of detections matched with objects.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "average_precision.hpp"
#include "boxes.hpp"
#include "keypoints.hpp"
#include "masks.hpp"
#include "matching.hpp"
#include "outlines.hpp"
#include "polygons.hpp"
#include "precision_tables.hpp"
#include "run_lengths.hpp"
#include "thread_rows.hpp"

namespace gnomon {

// Detections of 2,000 images matched and averaged, of all images and of images drawn again.
inline Numbers detections(const Sample& r, std::size_t threads) {
    constexpr std::size_t images = 2000, each = 20, many = images * each, classes = 4, draws = 9, levels = 10;
    std::vector<double> box(4 * many + 40), weights(draws * images);
    std::vector<std::int64_t> starts(images + 1), count(many), order(many), class_starts(classes + 1), areas(levels, 0);
    std::vector<std::int32_t> kind(many), image(many), rank(many);
    const std::vector<std::uint8_t> none(many, 0), all(many, 1);
    for (std::size_t i = 0; i <= images; ++i) starts[i] = static_cast<std::int64_t>(i * each);
    for (std::size_t i = 0; i < many; ++i) {
        kind[i] = static_cast<std::int32_t>(i % each * classes / each);
        image[i] = static_cast<std::int32_t>(i / each);
        rank[i] = static_cast<std::int32_t>(i % each % (each / classes));
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
    const double thresholds[levels] = {0.1, 0.15, 0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7}, grid[] = {0, 0.5, 1};
    const MatchInput in{spans, spans, kind.data(), kind.data(), pair_starts.data(), pairs.truth.data(), pairs.iou.data(), none.data(), none.data(),
                        none.data(), none.data(), many, many, 1, thresholds, levels, false, true};
    std::vector<std::uint8_t> state(levels * many);
    std::vector<std::int32_t> partner(levels * many);
    match_images(in, state.data(), partner.data(), threads);
    std::size_t at = 0;
    for (std::size_t k = 0; k < classes; ++k) {
        for (std::size_t i = 0; i < many; ++i)
            if (kind[i] == static_cast<std::int32_t>(k)) order[at++] = static_cast<std::int64_t>(i);
        class_starts[k + 1] = static_cast<std::int64_t>(at);
    }
    const RankedDetections ranked{class_starts.data(), classes, order.data(), image.data(), many, state.data(), areas.data(), levels, all.data(),
                                  image.data(), kind.data(), many, 1, images, Interpolation::grid, grid, 3};
    constexpr std::size_t cells = levels * classes;
    Numbers out(2 * (draws + 1) * cells);
    average_precisions(ranked, weights.data(), draws, out.data(), out.data() + draws * cells, threads);
    average_precisions(ranked, nullptr, 1, out.data() + 2 * draws * cells, out.data() + (2 * draws + 1) * cells, threads);
    const std::vector<std::int64_t> objects(classes, many / classes);
    const std::int64_t caps[] = {1, 100};
    Numbers precision(levels * 3 * classes * 2), recall(levels * classes * 2), at_score(precision.size());
    const TableInput asked{class_starts.data(), classes, order.data(), r.score.data(), rank.data(), many, state.data(), 1, levels,
                           objects.data(), caps, 2, grid, 3};
    precision_tables(asked, {precision.data(), recall.data(), at_score.data()}, threads);
    for (const Numbers& one : {precision, recall, at_score}) out.insert(out.end(), one.begin(), one.end());
    out.insert(out.end(), state.begin(), state.end());
    out.insert(out.end(), partner.begin(), partner.end());
    return out;
}

// Boxes, oriented boxes, masks drawn from polygons, and keypoints, of 50 images.
inline Numbers overlaps(const Sample& r, std::size_t threads) {
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
    measure([&] { return MaskMeasure(masks, masks, crowd.data(), 0.0); });
    measure([&] { return KeypointMeasure({corners.data(), corners.data(), box.data(), numbers, numbers + many, 3}); });
    return out;
}

}  // namespace gnomon
