// The kernels of what overlaps in images: boxes, masks, keypoints.
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "boxes.hpp"
#include "image_pairs.hpp"
#include "masks.hpp"

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
Out<double> measured(const ImagePairs& pairs, const Flags& wanted, std::size_t pairs_per_thread, std::size_t threads, const MakeMeasure& make) {
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
    return measured(pairs, wanted, rows_per_thread, threads,
                    [&] { return BoxMeasure(truth.data(), prediction.data(), crowd.data(), pixel); });
}

// Columns of masks with their starts copied and held against how many runs there are.
struct CheckedMasks {
    const std::uint32_t* runs;
    std::vector<std::size_t> starts;
    const std::int64_t* height;

    CheckedMasks(const In<std::uint32_t>& run, const Places& start, const Places& high) : runs(run.data()), height(high.data()) {
        if (start.shape(0) != high.shape(0) + 1) throw std::invalid_argument("arrays differ in length");
        for (std::size_t i = 0; i < start.shape(0); ++i) {
            starts.push_back(static_cast<std::size_t>(start.data()[i]));
            if (starts[i] > run.shape(0) || (i && starts[i] < starts[i - 1])) throw std::invalid_argument("masks do not follow one another");
        }
    }
    std::size_t size() const { return starts.size() - 1; }
    MaskColumns columns() const { return {runs, starts.data(), height}; }
};

using MaskArrays = std::tuple<In<std::uint32_t>, Places, Places>;

CheckedMasks checked(const MaskArrays& masks) { return {std::get<0>(masks), std::get<1>(masks), std::get<2>(masks)}; }

Out<double> bind_mask_overlaps(const MaskArrays& truth, const MaskArrays& prediction, const In<std::uint8_t>& crowd, const Places& truth_rows,
                               const Places& truth_starts, const Places& prediction_rows, const Places& prediction_starts,
                               const Flags& wanted, std::size_t threads) {
    const CheckedMasks truths = checked(truth), predictions = checked(prediction);
    same_length(crowd.shape(0), truths.size());
    const ImagePairs pairs = pairs_of(truth_rows, truth_starts, truths.size(), prediction_rows, prediction_starts, predictions.size());
    return measured(pairs, wanted, 256, threads, [&] { return MaskMeasure(truths.columns(), predictions.columns(), crowd.data()); });
}

nb::object bind_mask_extents(const MaskArrays& masks) {
    const CheckedMasks all = checked(masks);
    Block<std::int64_t> area(all.size());
    Block<double> box(4 * all.size());
    {
        nb::gil_scoped_release release;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const Extent found = extent_of(all.columns(), i);
            area[i] = static_cast<std::int64_t>(found.area);
            const std::uint64_t edges[] = {found.left, found.top, found.right - found.left, found.bottom - found.top};
            for (std::size_t k = 0; k < 4; ++k) box[4 * i + k] = static_cast<double>(edges[k]);
        }
    }
    return nb::make_tuple(to_numpy(std::move(area)), matrix_to_numpy(std::move(box), all.size(), 4));
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
          "prediction_starts"_a, "wanted"_a.none(), "threads"_a, "The same of masks: runs, where those of each start, heights of images.");
    m.def("mask_extents", &bind_mask_extents, "masks"_a, "The area of each mask, and the box around it: x, y, width, height.");
}

}  // namespace gnomon
