// The kernels of edits between texts.
#include <cstdint>
#include <stdexcept>

#include "bind.hpp"
#include "edits.hpp"

namespace gnomon {

using namespace nb::literals;

namespace {

// Texts whose ends lie in order within their code points.
Texts texts_of(const In<std::uint32_t>& codes, const In<std::int64_t>& ends) {
    std::int64_t before = 0;
    for (std::size_t i = 0; i < ends.shape(0); ++i) {
        if (ends.data()[i] < before) throw std::invalid_argument("ends of texts do not ascend");
        before = ends.data()[i];
    }
    if (static_cast<std::size_t>(before) > codes.shape(0)) throw std::invalid_argument("texts end beyond their code points");
    return {codes.data(), ends.data()};
}

Unit unit_of(int unit) {
    if (unit < 0 || unit > 2) throw std::invalid_argument("unit must be 0, 1 or 2");
    return static_cast<Unit>(unit);
}

Matrix<std::int64_t> bind_count_edits(const In<std::uint32_t>& truth, const In<std::int64_t>& truth_ends, const In<std::uint32_t>& said,
                                      const In<std::int64_t>& said_ends, int unit, std::size_t threads) {
    const std::size_t pairs = truth_ends.shape(0);
    same_length(pairs, said_ends.shape(0));
    check_sizes(pairs, 6);
    const Texts a = texts_of(truth, truth_ends), b = texts_of(said, said_ends);
    const Unit by = unit_of(unit);
    Block<std::int64_t> counts(pairs * 6);
    {
        nb::gil_scoped_release release;
        count_edits(a, b, pairs, by, counts.get(), threads);
    }
    return matrix_to_numpy(std::move(counts), pairs, 6);
}

std::pair<Out<std::uint8_t>, Out<std::int64_t>> bind_edit_steps(const In<std::uint32_t>& truth, const In<std::int64_t>& truth_ends,
                                                                const In<std::uint32_t>& said, const In<std::int64_t>& said_ends, int unit) {
    const std::size_t pairs = truth_ends.shape(0);
    same_length(pairs, said_ends.shape(0));
    const Texts a = texts_of(truth, truth_ends), b = texts_of(said, said_ends);
    const Unit by = unit_of(unit);
    Block<std::int64_t> ends(pairs);
    std::vector<std::uint8_t> steps;
    {
        nb::gil_scoped_release release;
        steps = edit_steps(a, b, pairs, by, ends.get());
    }
    Block<std::uint8_t> made(steps.size());
    std::copy(steps.begin(), steps.end(), made.get());
    return {to_numpy(std::move(made), steps.size()), to_numpy(std::move(ends), pairs)};
}

}  // namespace

void bind_edits_kernels(nb::module_& m) {
    m.def("count_edits", &bind_count_edits, "truth"_a, "truth_ends"_a, "said"_a, "said_ends"_a, "unit"_a, "threads"_a,
          "For each pair of texts the tokens kept, replaced, left out and added on the shortest way, and those left out before and behind all "
          "that was said; tokens are words (0), characters with runs of white space as one (1), or code points (2).");
    m.def("edit_steps", &bind_edit_steps, "truth"_a, "truth_ends"_a, "said"_a, "said_ends"_a, "unit"_a,
          "The steps of those ways from the first on (0 kept, 1 replaced, 2 left out, 3 added), and where those of each pair end.");
}

}  // namespace gnomon
