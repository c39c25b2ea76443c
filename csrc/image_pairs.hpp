// Pairs of a prediction and a truth of the same image: which rows they are, and where what is measured of each stands. Rows and where they
// start are copied and checked first, so that nothing which another thread writes meanwhile leads out of a column.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "parallel.hpp"

namespace gnomon {

// The rows of one side, image by image: those of image i stand at [starts[i], starts[i + 1]).
struct ImageRows {
    std::vector<std::size_t> rows, starts;

    ImageRows(const std::int64_t* row, std::size_t n, const std::int64_t* start, std::size_t bounds, std::size_t most) : rows(n), starts(bounds) {
        for (std::size_t i = 0; i < n; ++i) {
            rows[i] = static_cast<std::size_t>(row[i]);
            if (rows[i] >= most) throw std::invalid_argument("a row lies outside the data");
        }
        if (bounds == 0) throw std::invalid_argument("there is no place where rows end");
        for (std::size_t i = 0; i < bounds; ++i) {
            starts[i] = static_cast<std::size_t>(start[i]);
            if (starts[i] > n || (i && starts[i] < starts[i - 1])) throw std::invalid_argument("rows of images do not follow one another");
        }
    }
    std::size_t images() const { return starts.size() - 1; }
    std::size_t size(std::size_t image) const { return starts[image + 1] - starts[image]; }
    const std::size_t* of(std::size_t image) const { return rows.data() + starts[image]; }
};

// A run of predictions of one image, and the place of their first pair.
struct Piece {
    std::size_t image, first, last, place;
};

struct ImagePairs {
    ImageRows truths, predictions;
    std::vector<Piece> pieces;
    std::size_t size = 0;

    ImagePairs(ImageRows&& truth, ImageRows&& prediction) : truths(std::move(truth)), predictions(std::move(prediction)) {
        if (truths.images() != predictions.images()) throw std::invalid_argument("truths and predictions are of different numbers of images");
        constexpr std::size_t most = std::size_t{1} << 40;
        for (std::size_t image = 0; image < truths.images(); ++image) {
            const std::size_t many = truths.size(image), all = predictions.size(image);
            if (many == 0) continue;
            for (std::size_t first = 0; first < all; first += at_once) {
                pieces.push_back({image, first, std::min(all, first + at_once), size + first * many});
            }
            size += many * all;
            if (size > most) throw std::invalid_argument("there are too many pairs");
        }
    }

  private:
    static constexpr std::size_t at_once = 256;  // predictions that one thread takes; the truths are made ready anew for each lot
};

// Measures all pairs. `make` gives each thread a measure, which is shown the rows of a piece and then asked for pairs by their places among
// these. Pairs that are not wanted are 0.
template <class MakeMeasure>
void measure_pairs(const ImagePairs& pairs, const std::uint8_t* wanted, double* out, std::size_t threads, const MakeMeasure& make) {
    on_queue(pairs.pieces.size(), std::max<std::size_t>(1, std::min(threads, pairs.pieces.size())), [&] {
        return [&, measure = make(), asking = InterruptCheck()](std::size_t at) mutable {
            const Piece piece = pairs.pieces[at];
            const std::size_t truths = pairs.truths.size(piece.image), predictions = piece.last - piece.first;
            measure.show(pairs.truths.of(piece.image), truths, pairs.predictions.of(piece.image) + piece.first, predictions);
            double* to = out + piece.place;
            const std::uint8_t* asked = wanted ? wanted + piece.place : nullptr;
            for (std::size_t p = 0; p < predictions; ++p) {
                asking(64 * truths);  // two masks cost far more than two boxes
                for (std::size_t t = 0; t < truths; ++t, ++to) *to = asked && !*asked++ ? 0.0 : measure(p, t);
            }
        };
    });
}

}  // namespace gnomon
