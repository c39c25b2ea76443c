// The kernels of what overlaps in images: boxes, masks, keypoints.
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "boxes.hpp"
#include "image_pairs.hpp"
#include "keypoints.hpp"
#include "masks.hpp"
#include "outlines.hpp"
#include "polygons.hpp"
#include "run_lengths.hpp"

namespace gnomon {

using namespace nb::literals;

namespace {

template <std::size_t columns>
using Rows = nb::ndarray<const double, nb::shape<-1, columns>, nb::c_contig, nb::device::cpu>;
using Places = In<std::int64_t>;
using Flags = std::optional<In<std::uint8_t>>;

const std::uint8_t* flags_or_null(const Flags& flags, std::size_t n) {
    if (!flags) return nullptr;
    same_length(flags->shape(0), n);
    return flags->data();
}

ImagePairs pairs_of(const Places& truth_rows, const Places& truth_starts, std::size_t truths, const Places& prediction_rows,
                    const Places& prediction_starts, std::size_t predictions) {
    return {ImageRows(truth_rows.data(), truth_rows.shape(0), truth_starts.data(), truth_starts.shape(0), truths),
            ImageRows(prediction_rows.data(), prediction_rows.shape(0), prediction_starts.data(), prediction_starts.shape(0), predictions)};
}

// Measures all pairs; how many make a thread worth while depends on what a pair costs.
template <class MakeMeasure>
Out<double> measured_pairs(const ImagePairs& pairs, const Flags& wanted, std::size_t pairs_per_thread, std::size_t threads, const MakeMeasure& make) {
    const std::uint8_t* asked = flags_or_null(wanted, pairs.size);
    Block<double> out(pairs.size);
    {
        nb::gil_scoped_release release;
        measure_pairs(pairs, asked, out.get(), std::min(threads, 1 + pairs.size / pairs_per_thread), make);
    }
    return to_numpy(std::move(out));
}

BoxFormat box_format(int format) {
    if (format < 0 || format > 2) throw std::invalid_argument("there is no such format of boxes");
    return static_cast<BoxFormat>(format);
}

template <class F>
void with_measure(int measure, double pixel, const F& f) {
    if (measure == 0) return f(Iou{pixel});
    if (measure == 1) return f(Giou{});
    if (measure == 2) return f(Diou{});
    if (measure == 3) return f(Ciou{});
    throw std::invalid_argument("there is no such measure of boxes");
}

Matrix<double> bind_box_table(const Rows<4>& a, const Rows<4>& b, const Flags& crowd, int format, int measure, bool pixel, std::size_t threads) {
    const std::size_t n = a.shape(0), m = b.shape(0);
    check_sizes(n, m);
    const std::uint8_t* crowds = flags_or_null(crowd, m);
    const BoxFormat given = box_format(format);
    Block<double> out(n * m);
    with_measure(measure, pixel, [&](const auto& of) {
        nb::gil_scoped_release release;
        box_table(BoxColumns(a.data(), n, given, pixel), BoxColumns(b.data(), m, given, pixel), crowds, of, out.get(), threads);
    });
    return matrix_to_numpy(std::move(out), n, m);
}

Out<double> bind_box_pairs(const Rows<4>& a, const Rows<4>& b, const Flags& crowd, int format, int measure, bool pixel) {
    const std::size_t n = a.shape(0);
    same_length(n, b.shape(0));
    const std::uint8_t* crowds = flags_or_null(crowd, n);
    const BoxFormat given = box_format(format);
    Block<double> out(n);
    with_measure(measure, pixel, [&](const auto& of) {
        nb::gil_scoped_release release;
        box_pairs(BoxColumns(a.data(), n, given, pixel), BoxColumns(b.data(), n, given, pixel), crowds, of, out.get());
    });
    return to_numpy(std::move(out));
}

Out<double> bind_box_overlaps(const Rows<4>& truth, const Rows<4>& prediction, const In<std::uint8_t>& crowd, const Places& truth_rows,
                              const Places& truth_starts, const Places& prediction_rows, const Places& prediction_starts,
                              const Flags& wanted, bool pixel, std::size_t threads) {
    same_length(crowd.shape(0), truth.shape(0));
    const ImagePairs pairs = pairs_of(truth_rows, truth_starts, truth.shape(0), prediction_rows, prediction_starts, prediction.shape(0));
    return measured_pairs(pairs, wanted, rows_per_thread, threads,
                    [&] { return BoxMeasure(truth.data(), prediction.data(), crowd.data(), pixel); });
}

// Places in a list, copied and checked: they rise, and end within it.
std::vector<std::size_t> checked_places(const Places& places, std::size_t most) {
    std::vector<std::size_t> copied(places.shape(0));
    if (copied.empty()) throw std::invalid_argument("there is no place where the last one ends");
    for (std::size_t i = 0; i < copied.size(); ++i) {
        copied[i] = static_cast<std::size_t>(places.data()[i]);
        if (copied[i] > most || (i && copied[i] < copied[i - 1])) throw std::invalid_argument("places do not rise, or lie outside");
    }
    return copied;
}

// Columns of masks with their starts copied and held against how many runs there are.
struct CheckedMasks {
    const std::uint32_t* runs;
    std::vector<std::size_t> starts;
    const std::int64_t* height;

    CheckedMasks(const In<std::uint32_t>& run, const Places& start, const Places& high)
        : runs(run.data()), starts(checked_places(start, run.shape(0))), height(high.data()) {
        same_length(size(), high.shape(0));
    }
    std::size_t size() const { return starts.size() - 1; }
    MaskColumns columns() const { return {runs, starts.data(), height}; }
};

using MaskArrays = std::tuple<In<std::uint32_t>, Places, Places>;

CheckedMasks checked(const MaskArrays& masks) { return {std::get<0>(masks), std::get<1>(masks), std::get<2>(masks)}; }

Out<double> bind_mask_overlaps(const MaskArrays& truth, const MaskArrays& prediction, const In<std::uint8_t>& crowd, const Places& truth_rows,
                               const Places& truth_starts, const Places& prediction_rows, const Places& prediction_starts,
                               const Flags& wanted, double least, std::size_t threads) {
    const CheckedMasks truths = checked(truth), predictions = checked(prediction);
    same_length(crowd.shape(0), truths.size());
    const ImagePairs pairs = pairs_of(truth_rows, truth_starts, truths.size(), prediction_rows, prediction_starts, predictions.size());
    return measured_pairs(pairs, wanted, 256, threads, [&] { return MaskMeasure(truths.columns(), predictions.columns(), crowd.data(), least); });
}

std::pair<Out<std::int64_t>, Matrix<double>> bind_mask_extents(const MaskArrays& masks) {
    const CheckedMasks all = checked(masks);
    Block<std::int64_t> area(all.size());
    Block<double> box(4 * all.size());
    {
        nb::gil_scoped_release release;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const MaskExtent found = extent_of(all.columns(), i);
            area[i] = static_cast<std::int64_t>(found.area);
            const std::uint64_t edges[] = {found.left, found.top, found.right - found.left, found.bottom - found.top};
            for (std::size_t k = 0; k < 4; ++k) box[4 * i + k] = static_cast<double>(edges[k]);
        }
    }
    return {to_numpy(std::move(area)), matrix_to_numpy(std::move(box), all.size(), 4)};
}

std::vector<std::int64_t> checked_lengths(const Places& lengths, std::size_t n) {
    same_length(lengths.shape(0), n);
    std::vector<std::int64_t> copied(lengths.data(), lengths.data() + n);
    constexpr std::int64_t most = std::int64_t{1} << 31;
    for (const std::int64_t length : copied)
        if (length < 1 || length >= most) throw std::invalid_argument("an image has no size, or is too large");
    return copied;
}

// The sizes of images, of which none has more pixels than a run can count.
struct Sizes {
    std::vector<std::int64_t> height, width;

    Sizes(const Places& high, const Places& wide, std::size_t n) : height(checked_lengths(high, n)), width(checked_lengths(wide, n)) {
        for (std::size_t i = 0; i < n; ++i)
            if (height[i] * width[i] >= std::int64_t{1} << 31) throw std::invalid_argument("an image has no size, or is too large");
    }
    std::uint64_t pixels(std::size_t i) const { return static_cast<std::uint64_t>(height[i] * width[i]); }
};

using ReadRuns = std::tuple<Out<std::uint32_t>, Out<std::int64_t>, std::size_t, int, std::uint64_t>;

ReadRuns to_python(ReadMasks&& read) {
    return {to_numpy(std::move(read.runs)), to_numpy(std::move(read.starts)), read.bad, static_cast<int>(read.fault), read.total};
}

// Reads masks written one after the other, each by read(what is written of it, how much, writer).
template <class T, class Read>
ReadRuns read_written(const In<T>& written, const Places& starts, const Places& height, const Places& width, std::size_t threads,
                      const Read& read) {
    const std::vector<std::size_t> start = checked_places(starts, written.shape(0));
    const Sizes sizes(height, width, start.size() - 1);
    ReadMasks masks;
    {
        nb::gil_scoped_release release;
        masks = read_masks(start.size() - 1, threads, [&] {
            return [&](std::size_t i, std::vector<std::uint32_t>& runs) {
                RunWriter writer(runs, sizes.pixels(i));
                const RunFault fault = read(written.data() + start[i], start[i + 1] - start[i], writer);
                return std::pair{fault, writer.total()};
            };
        });
    }
    return to_python(std::move(masks));
}

ReadRuns bind_mask_strings(const In<std::uint8_t>& text, const Places& starts, const Places& height, const Places& width, std::size_t threads) {
    return read_written(text, starts, height, width, threads, read_string);
}

ReadRuns bind_mask_counts(const Places& counts, const Places& starts, const Places& height, const Places& width, std::size_t threads) {
    return read_written(counts, starts, height, width, threads, read_counts);
}

ReadRuns bind_mask_polygons(const Rows<2>& corners, const Places& polygon_starts, const Places& mask_starts, const Places& height,
                            const Places& width, std::size_t threads) {
    const std::vector<std::size_t> corner = checked_places(polygon_starts, corners.shape(0));
    const std::vector<std::size_t> polygon = checked_places(mask_starts, corner.size() - 1);
    const Sizes sizes(height, width, polygon.size() - 1);
    ReadMasks masks;
    {
        nb::gil_scoped_release release;
        masks = read_masks(polygon.size() - 1, threads, [&] {
            return [&, outline = OutlineReader()](std::size_t i, std::vector<std::uint32_t>& runs) mutable {
                for (std::size_t k = polygon[i]; k < polygon[i + 1]; ++k)
                    outline.add(corners.data() + 2 * corner[k], corner[k + 1] - corner[k], sizes.height[i], sizes.width[i]);
                RunWriter writer(runs, sizes.pixels(i));
                outline.write(writer, static_cast<std::int64_t>(sizes.pixels(i)));
                return std::pair{writer.end(), writer.total()};
            };
        });
    }
    return to_python(std::move(masks));
}

ReadRuns bind_mask_pixels(const nb::ndarray<const std::uint8_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>& pixels, std::size_t threads) {
    const std::size_t n = pixels.shape(0), height = pixels.shape(1), width = pixels.shape(2);
    if (height * width >= std::size_t{1} << 31) throw std::invalid_argument("an image is too large");
    ReadMasks masks;
    {
        nb::gil_scoped_release release;
        masks = read_masks(n, threads, [&] {
            return [&, reader = PixelReader()](std::size_t i, std::vector<std::uint32_t>& runs) mutable {
                RunWriter writer(runs, height * width);
                reader.read(pixels.data() + i * height * width, height, width, writer);
                return std::pair{writer.end(), writer.total()};
            };
        });
    }
    return to_python(std::move(masks));
}

std::pair<Out<std::uint8_t>, Out<std::int64_t>> bind_mask_texts(const In<std::uint32_t>& runs, const Places& starts) {
    const std::vector<std::size_t> places = checked_places(starts, runs.shape(0));
    std::vector<std::uint8_t> text;
    Block<std::int64_t> ends(places.size());
    ends[0] = 0;
    {
        nb::gil_scoped_release release;
        for (std::size_t i = 0; i + 1 < places.size(); ++i) {
            write_string(runs.data() + places[i], places[i + 1] - places[i], text);
            ends[i + 1] = static_cast<std::int64_t>(text.size());
        }
    }
    Block<std::uint8_t> copied(text.size());
    std::copy(text.begin(), text.end(), copied.get());
    return {to_numpy(std::move(copied)), to_numpy(std::move(ends))};
}

// Oriented boxes: of five columns by centre, size and angle, of eight by their corners.
using Quads = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

QuadColumns quad_columns(const Quads& given) {
    if (given.shape(1) != 5 && given.shape(1) != 8) throw std::invalid_argument("oriented boxes have five columns or eight");
    return {given.data(), given.shape(1)};
}

std::vector<Quad> checked_quads(const Quads& given) { return quads_of(quad_columns(given), given.shape(0)); }

Matrix<double> bind_quad_table(const Quads& a, const Quads& b, const Flags& crowd, std::size_t threads) {
    const std::size_t n = a.shape(0), m = b.shape(0);
    check_sizes(n, m);
    const std::uint8_t* crowds = flags_or_null(crowd, m);
    const std::vector<Quad> first = checked_quads(a), second = checked_quads(b);
    Block<double> out(n * m);
    {
        nb::gil_scoped_release release;
        quad_table(first, second, crowds, out.get(), threads);
    }
    return matrix_to_numpy(std::move(out), n, m);
}

Out<double> bind_quad_pairs(const Quads& a, const Quads& b, const Flags& crowd) {
    const std::size_t n = a.shape(0);
    same_length(n, b.shape(0));
    const std::uint8_t* crowds = flags_or_null(crowd, n);
    const std::vector<Quad> first = checked_quads(a), second = checked_quads(b);
    Block<double> out(n);
    for (std::size_t i = 0; i < n; ++i) out[i] = quad_iou(first[i], second[i], crowds && crowds[i]);
    return to_numpy(std::move(out));
}

Out<double> bind_quad_overlaps(const Quads& truth, const Quads& prediction, const In<std::uint8_t>& crowd, const Places& truth_rows,
                               const Places& truth_starts, const Places& prediction_rows, const Places& prediction_starts,
                               const Flags& wanted, std::size_t threads) {
    same_length(crowd.shape(0), truth.shape(0));
    const ImagePairs pairs = pairs_of(truth_rows, truth_starts, truth.shape(0), prediction_rows, prediction_starts, prediction.shape(0));
    const QuadColumns truths = quad_columns(truth), predictions = quad_columns(prediction);
    return measured_pairs(pairs, wanted, 4096, threads, [&] { return QuadMeasure(truths, predictions, crowd.data()); });
}

using Points = nb::ndarray<const double, nb::shape<-1, -1, 3>, nb::c_contig, nb::device::cpu>;

Out<double> bind_keypoint_overlaps(const Points& truth, const Points& prediction, const Rows<4>& box, const In<double>& area,
                                   const In<double>& sigma, const Places& truth_rows, const Places& truth_starts,
                                   const Places& prediction_rows, const Places& prediction_starts, const Flags& wanted, std::size_t threads) {
    const std::size_t n = truth.shape(0), points = sigma.shape(0);
    for (const std::size_t length : {box.shape(0), area.shape(0)}) same_length(n, length);
    for (const std::size_t length : {truth.shape(1), prediction.shape(1)}) same_length(points, length);
    const ImagePairs pairs = pairs_of(truth_rows, truth_starts, n, prediction_rows, prediction_starts, prediction.shape(0));
    const KeypointColumns columns{truth.data(), prediction.data(), box.data(), area.data(), sigma.data(), points};
    return measured_pairs(pairs, wanted, 1024, threads, [&] { return KeypointMeasure(columns); });
}

}  // namespace

void bind_geometry_kernels(nb::module_& m) {
    m.def("box_table", &bind_box_table, "a"_a, "b"_a, "crowd"_a.none(), "format"_a, "measure"_a, "pixel"_a, "threads"_a,
          "IoU, GIoU, DIoU or CIoU (0 to 3) of every box of a with every box of b; formats: xyxy, xywh, cxcywh (0 to 2).");
    m.def("box_pairs", &bind_box_pairs, "a"_a, "b"_a, "crowd"_a.none(), "format"_a, "measure"_a, "pixel"_a,
          "The same of each box of a with the one of b at its place.");
    m.def("box_overlaps", &bind_box_overlaps, "truth"_a, "prediction"_a, "crowd"_a, "truth_rows"_a, "truth_starts"_a, "prediction_rows"_a,
          "prediction_starts"_a, "wanted"_a.none(), "pixel"_a, "threads"_a, "IoU of every prediction with every truth of its image.");
    m.def("mask_overlaps", &bind_mask_overlaps, "truth"_a, "prediction"_a, "crowd"_a, "truth_rows"_a, "truth_starts"_a, "prediction_rows"_a,
          "prediction_starts"_a, "wanted"_a.none(), "least"_a, "threads"_a,
          "The same of masks: runs, where those of each start, heights of images. Pairs that overlap by less than `least` may be 0.");
    m.def("quad_table", &bind_quad_table, "a"_a, "b"_a, "crowd"_a.none(), "threads"_a,
          "IoU of every oriented box of a with every one of b: five columns are centre, size and angle, eight are corners.");
    m.def("quad_pairs", &bind_quad_pairs, "a"_a, "b"_a, "crowd"_a.none(), "The same of each oriented box of a with the one of b at its place.");
    m.def("quad_overlaps", &bind_quad_overlaps, "truth"_a, "prediction"_a, "crowd"_a, "truth_rows"_a, "truth_starts"_a, "prediction_rows"_a,
          "prediction_starts"_a, "wanted"_a.none(), "threads"_a, "IoU of every oriented prediction with every truth of its image.");
    m.def("keypoint_overlaps", &bind_keypoint_overlaps, "truth"_a, "prediction"_a, "box"_a, "area"_a, "sigma"_a, "truth_rows"_a,
          "truth_starts"_a, "prediction_rows"_a, "prediction_starts"_a, "wanted"_a.none(), "threads"_a,
          "Object keypoint similarity of every prediction with every truth of its image.");
    m.def("mask_strings", &bind_mask_strings, "text"_a, "starts"_a, "height"_a, "width"_a, "threads"_a,
          "Runs of masks from COCO's strings: (runs, starts, the first mask that is wrong, what is wrong with it or 0, its pixels so far).");
    m.def("mask_counts", &bind_mask_counts, "counts"_a, "starts"_a, "height"_a, "width"_a, "threads"_a, "The same from lists of counts.");
    m.def("mask_polygons", &bind_mask_polygons, "corners"_a, "polygon_starts"_a, "mask_starts"_a, "height"_a, "width"_a, "threads"_a,
          "The same from polygons, of which a mask may have several.");
    m.def("mask_pixels", &bind_mask_pixels, "pixels"_a, "threads"_a, "The same from pixels.");
    m.def("mask_texts", &bind_mask_texts, "runs"_a, "starts"_a, "COCO's strings of runs: (their characters, where those of each start).");
    m.def("mask_extents", &bind_mask_extents, "masks"_a, "The area of each mask, and the box around it: x, y, width, height.");
}

}  // namespace gnomon
