// Masks as run lengths, column by column, beginning with background: read, measured and held against each other without a pixel being drawn.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "image_pairs.hpp"
#include "parallel.hpp"

namespace gnomon {

// Where the masks of a side stand: the runs of mask i at [starts[i], starts[i + 1]), which the caller has held against how many there are.
struct MaskColumns {
    const std::uint32_t* runs;
    const std::size_t* starts;
    const std::int64_t* height;
};

// A mask's area and the box around it, of which right and bottom lie outside.
struct MaskExtent {
    std::uint64_t area = 0;
    std::uint64_t left = 0, top = 0, right = 0, bottom = 0;
};

// Grows an extent by the pixels [start, end), which may go round into further columns. Positions only rise from call to call.
class ExtentBuilder {
  public:
    explicit ExtentBuilder(std::uint64_t height) : height_(height) {}

    void add(std::uint64_t start, std::uint64_t end) {
        if (start >= end || height_ == 0) return;
        move_to(start);
        const std::uint64_t left = column_, top = start - begin_;
        move_to(end - 1);
        const bool round = column_ != left;
        const std::uint64_t bottom = round ? height_ : end - begin_;
        if (extent_.area == 0) extent_.left = left, extent_.top = height_;
        extent_.area += end - start;
        extent_.top = std::min(extent_.top, round ? 0 : top);
        extent_.bottom = std::max(extent_.bottom, bottom);
        extent_.right = column_ + 1;
    }
    const MaskExtent& extent() const { return extent_; }

  private:
    // Most runs end in their column or in the next one: a division would take longer than the rest.
    void move_to(std::uint64_t position) {
        if (position - begin_ < height_) return;
        if (position - begin_ < 2 * height_) {
            ++column_;
            begin_ += height_;
        } else {
            column_ = position / height_;
            begin_ = column_ * height_;
        }
    }
    std::uint64_t height_, column_ = 0, begin_ = 0;
    MaskExtent extent_;
};

inline MaskExtent extent_of(const MaskColumns& masks, std::size_t i) {
    ExtentBuilder builder(static_cast<std::uint64_t>(std::max<std::int64_t>(0, masks.height[i])));
    std::uint64_t at = 0;
    for (std::size_t k = masks.starts[i]; k + 1 < masks.starts[i + 1]; k += 2) {
        const std::uint64_t start = at + masks.runs[k];
        at = start + masks.runs[k + 1];
        builder.add(start, at);
    }
    return builder.extent();
}

// Pixels [start, end) of the object, in the order of the columns.
struct Span {
    std::uint32_t start, end;
};

// Several masks as spans, one after the other.
class SpanList {
  public:
    void clear() {
        spans_.clear();
        starts_.assign(1, 0);
        extents_.clear();
    }
    void add(const MaskColumns& masks, std::size_t i) {
        ExtentBuilder builder(static_cast<std::uint64_t>(std::max<std::int64_t>(0, masks.height[i])));
        const std::size_t count = (masks.starts[i + 1] - masks.starts[i]) / 2, before = spans_.size();
        const std::uint32_t* runs = masks.runs + masks.starts[i];
        spans_.resize(before + count);
        std::uint64_t at = 0;
        for (std::size_t k = 0; k < count; ++k) {
            const std::uint64_t start = at + runs[2 * k];
            at = start + runs[2 * k + 1];
            builder.add(start, at);
            spans_[before + k] = {static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(at)};
        }
        starts_.push_back(spans_.size());
        extents_.push_back(builder.extent());
    }
    const Span* begin(std::size_t i) const { return spans_.data() + starts_[i]; }
    const Span* end(std::size_t i) const { return spans_.data() + starts_[i + 1]; }
    const MaskExtent& extent(std::size_t i) const { return extents_[i]; }

  private:
    std::vector<Span> spans_;
    std::vector<std::size_t> starts_;
    std::vector<MaskExtent> extents_;
};

// The pixels of both. Which span ends first is a coin toss that no branch predictor wins, so there is no branch.
inline std::uint64_t pixels_of_both(const Span* a, const Span* a_end, const Span* b, const Span* b_end) {
    if (a == a_end || b == b_end) return 0;
    const auto before = [](const Span& span, std::uint32_t position) { return span.end <= position; };
    a = std::lower_bound(a, a_end, b->start, before);
    if (a == a_end) return 0;
    b = std::lower_bound(b, b_end, a->start, before);
    std::uint64_t both = 0;
    while (a != a_end && b != b_end) {
        const std::uint32_t start = std::max(a->start, b->start), end = std::min(a->end, b->end);
        both += std::max(start, end) - start;
        const bool first = a->end < b->end;
        a += first;
        b += !first;
    }
    return both;
}

// The most pixels that two masks can share: those of the smaller one, and those where their boxes overlap.
inline std::uint64_t most_shared(const MaskExtent& a, const MaskExtent& b) {
    if (a.area == 0 || b.area == 0 || a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top) return 0;
    const std::uint64_t width = std::min(a.right, b.right) - std::max(a.left, b.left);
    const std::uint64_t height = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
    return std::min({a.area, b.area, width * height});
}

// Pairs that overlap by less than `least` may be measured as 0: most of them are told by their boxes and areas alone.
class MaskMeasure {
  public:
    MaskMeasure(const MaskColumns& truth, const MaskColumns& prediction, const std::uint8_t* crowd, double least)
        : truth_(truth), prediction_(prediction), crowd_(crowd), least_(least) {}

    void show(const std::size_t* truth, std::size_t truths, const std::size_t* prediction, std::size_t predictions) {
        truths_.clear(), predictions_.clear(), crowds_.clear();
        for (std::size_t t = 0; t < truths; ++t) {
            truths_.add(truth_, truth[t]);
            crowds_.push_back(crowd_[truth[t]]);
        }
        for (std::size_t p = 0; p < predictions; ++p) predictions_.add(prediction_, prediction[p]);
    }
    double operator()(std::size_t p, std::size_t t) const {
        const MaskExtent &a = predictions_.extent(p), &b = truths_.extent(t);
        const std::uint64_t most = most_shared(a, b);
        if (most == 0 || share(most, a, b, t) < least_) return 0;
        const std::uint64_t both = pixels_of_both(predictions_.begin(p), predictions_.end(p), truths_.begin(t), truths_.end(t));
        return both == 0 ? 0 : share(both, a, b, t);
    }

  private:
    double share(std::uint64_t both, const MaskExtent& a, const MaskExtent& b, std::size_t t) const {
        return static_cast<double>(both) / static_cast<double>(crowds_[t] ? a.area : a.area + b.area - both);
    }

    MaskColumns truth_, prediction_;
    const std::uint8_t* crowd_;
    double least_;
    SpanList truths_, predictions_;
    std::vector<std::uint8_t> crowds_;
};

}  // namespace gnomon
