// The kernels of detection: matching, and average precision.
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "average_precision.hpp"
#include "bind.hpp"
#include "matching.hpp"
#include "precision_tables.hpp"

namespace gnomon {

using namespace nb::literals;

namespace {

using ImageStarts = In<std::int64_t>;
using ObjectCodes = In<std::int32_t>;
using ObjectFlags = In<std::uint8_t>;
template <class T>
using Table = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

ImageSpans image_spans(const ImageStarts& starts, std::size_t rows) {
    if (starts.shape(0) == 0) throw std::invalid_argument("starts is empty");
    const std::size_t images = starts.shape(0) - 1;
    if (starts.data()[0] != 0 || static_cast<std::size_t>(starts.data()[images]) != rows)
        throw std::invalid_argument("starts does not fit the rows");
    return {starts.data(), images};
}

void same_shape(const Table<std::uint8_t>& table, std::size_t rows, std::size_t columns) {
    same_length(table.shape(0), rows);
    same_length(table.shape(1), columns);
}

std::tuple<Out<std::int64_t>, Out<std::int32_t>, Out<double>> bind_box_pairs(const ImageStarts& starts, const Table<double>& boxes, const ImageStarts& truth_starts, const Table<double>& truth_boxes,
                         const ObjectFlags& crowd, double least, bool pixel, std::size_t threads) {
    const std::size_t rows = boxes.shape(0), objects = truth_boxes.shape(0);
    same_length(boxes.shape(1), 4);
    same_length(truth_boxes.shape(1), 4);
    same_length(crowd.shape(0), objects);
    const ImageSpans detections = image_spans(starts, rows), truths = image_spans(truth_starts, objects);
    same_length(detections.images, truths.images);
    Block<std::int64_t> pair_starts(rows + 1);
    std::size_t total = 0;
    std::vector<OverlapPairs> found;
    {
        nb::gil_scoped_release release;
        found = overlapping_boxes(detections, boxes.data(), truths, truth_boxes.data(), crowd.data(), least, pixel ? 1.0 : 0.0,
                                  pair_starts.get(), threads_for(rows * 16, threads));
        for (std::size_t d = 0; d < rows; ++d) {
            const auto count = static_cast<std::size_t>(pair_starts[d]);
            pair_starts[d] = static_cast<std::int64_t>(total);
            total += count;
        }
        pair_starts[rows] = static_cast<std::int64_t>(total);
    }
    Block<std::int32_t> truth(total);
    Block<double> iou(total);
    std::size_t at = 0;
    for (const OverlapPairs& one : found) {
        std::copy(one.truth.begin(), one.truth.end(), truth.get() + at);
        std::copy(one.iou.begin(), one.iou.end(), iou.get() + at);
        at += one.truth.size();
    }
    return {to_numpy(std::move(pair_starts)), to_numpy(std::move(truth)), to_numpy(std::move(iou))};
}

std::tuple<Matrix<std::uint8_t>, Matrix<std::int32_t>> bind_match_images(const ImageStarts& starts, const ObjectCodes& detection_class, const ImageStarts& truth_starts, const ObjectCodes& truth_class,
                            const ImageStarts& pair_starts, const ObjectCodes& pair_truth, const In<double>& pair_iou, const ObjectFlags& crowd,
                            const ObjectFlags& unmatched, const Table<std::uint8_t>& left_out, const Table<std::uint8_t>& outside,
                            const In<double>& thresholds, bool best_only, bool last_of_equals, std::size_t threads) {
    const std::size_t rows = detection_class.shape(0), objects = truth_class.shape(0), areas = left_out.shape(0);
    const std::size_t levels = thresholds.shape(0);
    same_length(pair_starts.shape(0), rows + 1);
    same_length(pair_truth.shape(0), pair_iou.shape(0));
    same_length(crowd.shape(0), objects);
    same_length(unmatched.shape(0), objects);
    same_shape(left_out, areas, objects);
    same_shape(outside, areas, rows);
    check_sizes(rows, areas * levels);
    const MatchInput in{image_spans(starts, rows), image_spans(truth_starts, objects), detection_class.data(), truth_class.data(),
                        pair_starts.data(), pair_truth.data(), pair_iou.data(), crowd.data(), unmatched.data(), left_out.data(),
                        outside.data(), rows, objects, areas, thresholds.data(), levels, best_only, last_of_equals};
    same_length(in.detections.images, in.truths.images);
    Block<std::uint8_t> state(areas * levels * rows);
    Block<std::int32_t> partner(levels * rows);
    {
        nb::gil_scoped_release release;
        match_images(in, state.get(), partner.get(), threads);
    }
    return {matrix_to_numpy(std::move(state), areas * levels, rows), matrix_to_numpy(std::move(partner), levels, rows)};
}

std::tuple<Matrix<double>, Matrix<double>> bind_average_precisions(const ImageStarts& class_starts, const ImageStarts& order, const ObjectCodes& image, const Table<std::uint8_t>& state,
                                  const ImageStarts& line_area, const Table<std::uint8_t>& counted, const ObjectCodes& truth_image,
                                  const ObjectCodes& truth_class, const std::string& interpolation, const In<double>& grid,
                                  const std::optional<Table<double>>& weights, std::size_t threads) {
    const std::size_t rows = order.shape(0), lines = state.shape(0), objects = truth_class.shape(0), areas = counted.shape(0);
    const ImageSpans by_class = image_spans(class_starts, rows);
    const std::size_t classes = by_class.images;
    same_length(image.shape(0), rows);
    same_shape(state, lines, rows);
    same_length(line_area.shape(0), lines);
    same_shape(counted, areas, objects);
    same_length(truth_image.shape(0), objects);
    const std::size_t replicates = weights ? weights->shape(0) : 1, images = weights ? weights->shape(1) : 0;
    check_sizes(replicates, lines * classes);
    const Interpolation way = interpolation == "grid" ? Interpolation::grid
                              : interpolation == "envelope" ? Interpolation::envelope
                              : interpolation == "truncated" ? Interpolation::truncated : Interpolation::trapezoid;
    const RankedDetections in{class_starts.data(), classes, order.data(), image.data(), rows, state.data(), line_area.data(), lines,
                              counted.data(), truth_image.data(), truth_class.data(), objects, areas, images, way, grid.data(), grid.shape(0)};
    Block<double> values(replicates * lines * classes), recalls(replicates * lines * classes);
    {
        nb::gil_scoped_release release;
        average_precisions(in, weights ? weights->data() : nullptr, replicates, values.get(), recalls.get(), threads);
    }
    return {matrix_to_numpy(std::move(values), replicates, lines * classes), matrix_to_numpy(std::move(recalls), replicates, lines * classes)};
}

std::tuple<Out<double>, Out<double>, Out<double>> bind_precision_tables(const ImageStarts& class_starts, const ImageStarts& order, const In<double>& score, const ObjectCodes& rank,
                                const Table<std::uint8_t>& state, std::size_t levels, const Table<std::int64_t>& objects, const ImageStarts& caps,
                                const In<double>& grid, std::size_t threads) {
    const std::size_t rows = order.shape(0), areas = objects.shape(0), points = grid.shape(0), cap_count = caps.shape(0);
    const ImageSpans by_class = image_spans(class_starts, rows);
    same_length(score.shape(0), rows);
    same_length(rank.shape(0), rows);
    same_shape(state, areas * levels, rows);
    same_length(objects.shape(1), by_class.images);
    // Copied, since another thread might write into what was looked at.
    const std::vector<std::int64_t> starts(class_starts.data(), class_starts.data() + class_starts.shape(0));
    const std::vector<std::int64_t> row(order.data(), order.data() + rows);
    if (!std::is_sorted(starts.begin(), starts.end()) || starts.front() != 0 || starts.back() != static_cast<std::int64_t>(rows))
        throw std::invalid_argument("class_starts does not fit the rows");
    for (const std::int64_t one : row)
        if (one < 0 || static_cast<std::size_t>(one) >= rows) throw std::invalid_argument("order names no row");
    const std::size_t cells = by_class.images * areas * cap_count;
    check_sizes(cells, levels * points);
    const TableInput in{starts.data(), by_class.images, row.data(), score.data(), rank.data(), rows, state.data(), areas, levels,
                        objects.data(), caps.data(), cap_count, grid.data(), points};
    Block<double> precision(levels * points * cells), recall(levels * cells), scores(levels * points * cells);
    {
        nb::gil_scoped_release release;
        for (Block<double>* one : {&precision, &recall, &scores}) std::fill_n(one->get(), one->size(), -1.0);
        precision_tables(in, {precision.get(), recall.get(), scores.get()}, threads);
    }
    return {to_numpy(std::move(precision)), to_numpy(std::move(recall)), to_numpy(std::move(scores))};
}

}  // namespace

void bind_detection_kernels(nb::module_& m) {
    m.def("box_pairs", &bind_box_pairs, "starts"_a, "boxes"_a, "truth_starts"_a, "truth_boxes"_a, "crowd"_a, "least"_a, "pixel"_a,
          "threads"_a, "(where each detection's pairs start, the object of each pair, their overlap), of boxes of one image that overlap.");
    m.def("match_images", &bind_match_images, "starts"_a, "detection_class"_a, "truth_starts"_a, "truth_class"_a, "pair_starts"_a,
          "pair_truth"_a, "pair_iou"_a, "crowd"_a, "unmatched"_a, "left_out"_a, "outside"_a, "thresholds"_a, "best_only"_a,
          "last_of_equals"_a, "threads"_a,
          "(areas and thresholds x detections: 0 unmatched, 1 matched, 2 ignored; thresholds x detections: the object of all areas, or -1)");
    m.def("average_precisions", &bind_average_precisions, "class_starts"_a, "order"_a, "image"_a, "state"_a, "line_area"_a, "counted"_a,
          "truth_image"_a, "truth_class"_a, "interpolation"_a, "grid"_a, "weights"_a.none(), "threads"_a,
          "(average precision, recall), replicates x lines and classes; NaN where a class has nothing to be found.");
    m.def("precision_tables", &bind_precision_tables, "class_starts"_a, "order"_a, "score"_a, "rank"_a, "state"_a, "levels"_a, "objects"_a,
          "caps"_a, "grid"_a, "threads"_a,
          "(precision, recall, score) of levels x points x classes x areas x caps, recall without points; -1 where nothing is to be found.");
}

}  // namespace gnomon
