// The kernels of retrieval: TREC files read, documents looked for twice, runs joined with judgments.
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <tuple>

#include "bind.hpp"
#include "judge.hpp"
#include "trec.hpp"

namespace gnomon {

using namespace nb::literals;

namespace {

using Text = In<std::uint8_t>;
// Starts, text, offsets, lengths and values: a Table of gnomon.inputs.trec without its names.
using TableArrays = std::tuple<In<std::int64_t>, Text, In<std::int64_t>, In<std::int32_t>, In<double>>;

const char* characters(const Text& text) { return reinterpret_cast<const char*>(text.data()); }

// The arrays as documents by query, once it is sure that no row and no id lies outside of them.
Documents documents_of(const TableArrays& arrays) {
    const auto& [starts, text, offsets, lengths, values] = arrays;
    const std::size_t n = values.shape(0);
    same_length(n, offsets.shape(0));
    same_length(n, lengths.shape(0));
    if (starts.shape(0) == 0) throw std::invalid_argument("there are no starts");
    const std::int64_t* s = starts.data();
    const std::size_t queries = starts.shape(0) - 1;
    if (s[0] != 0 || s[queries] != static_cast<std::int64_t>(n) || !std::is_sorted(s, s + queries + 1))
        throw std::invalid_argument("the starts do not divide the rows");
    const auto size = static_cast<std::int64_t>(text.shape(0));
    for (std::size_t i = 0; i < n; ++i)
        if (offsets.data()[i] < 0 || lengths.data()[i] < 0 || lengths.data()[i] > size - offsets.data()[i])
            throw std::invalid_argument("an id lies outside of the text");
    return {s, queries, {characters(text), offsets.data(), lengths.data()}, values.data()};
}

void within(const In<std::int64_t>& queries, std::int64_t low, std::size_t high) {
    for (std::size_t i = 0; i < queries.shape(0); ++i)
        if (queries.data()[i] < low || queries.data()[i] >= static_cast<std::int64_t>(high))
            throw std::invalid_argument("a query is out of range");
}

// The names with a line end after each but the last, which none of them holds.
Block<std::uint8_t> joined_names(const std::vector<std::string_view>& names) {
    std::size_t size = names.empty() ? 0 : names.size() - 1;
    for (const std::string_view name : names) size += name.size();
    Block<std::uint8_t> out(size);
    std::uint8_t* p = out.get();
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i) *p++ = '\n';
        p = std::copy(names[i].begin(), names[i].end(), p);
    }
    return out;
}

nb::object bind_read_trec(const Text& text, std::size_t fields, std::size_t number, std::size_t threads, std::size_t part,
                          bool text_behind) {
    if (fields < 3 || fields > most_fields || number >= fields) throw std::invalid_argument("no line has such fields");
    TrecTable table;
    Block<std::uint8_t> names(0);
    Block<std::int64_t> starts(0);
    {
        nb::gil_scoped_release release;
        table = read_trec({characters(text), text.shape(0)}, {fields, number, text_behind}, std::max<std::size_t>(part, 1), threads);
        names = joined_names(table.queries);
        starts = Block<std::int64_t>(table.starts.size());
        std::copy(table.starts.begin(), table.starts.end(), starts.get());
    }
    if (table.wrong) return nb::int_(table.wrong - characters(text));
    return nb::make_tuple(to_numpy(std::move(names)), to_numpy(std::move(starts)), to_numpy(std::move(table.rows.offsets), table.size),
                          to_numpy(std::move(table.rows.lengths), table.size), to_numpy(std::move(table.rows.values), table.size));
}

nb::object bind_find_repeat(const TableArrays& table, std::size_t threads) {
    const Documents documents = documents_of(table);
    Repeat repeat;
    {
        nb::gil_scoped_release release;
        repeat = find_repeat(documents, threads);
    }
    return repeat.first == repeat.second ? nb::none() : nb::object(nb::make_tuple(repeat.first, repeat.second));
}

nb::object bind_join_run(const TableArrays& judgments, const TableArrays& run, const In<std::int64_t>& judged,
                         const In<std::int64_t>& retrieved, std::size_t threads) {
    same_length(judged.shape(0), retrieved.shape(0));
    const Documents grades = documents_of(judgments), scores = documents_of(run);
    within(judged, 0, grades.queries);
    within(retrieved, -1, scores.queries);
    Joined joined(0, 0);
    {
        nb::gil_scoped_release release;
        joined = join_run(grades, scores, judged.data(), retrieved.data(), judged.shape(0), threads);
    }
    return nb::make_tuple(to_numpy(std::move(joined.starts)), to_numpy(std::move(joined.score)), to_numpy(std::move(joined.grade)),
                          to_numpy(std::move(joined.by_id)), to_numpy(std::move(joined.rest_starts)), to_numpy(std::move(joined.rest)));
}

}  // namespace

void bind_trec_kernels(nb::module_& m) {
    m.def("read_trec", &bind_read_trec, "text"_a, "fields"_a, "number"_a, "threads"_a, "part"_a = std::size_t{1} << 20,
          "text_behind"_a = false,
          "(names of the queries, one a line, starts, offsets, lengths, values) of a file's lines; or where the first wrong line begins.");
    m.def("find_repeat", &bind_find_repeat, "table"_a, "threads"_a,
          "The rows of the first document that a query has twice; None when there is none.");
    m.def("join_run", &bind_join_run, "judgments"_a, "run"_a, "judged"_a, "retrieved"_a, "threads"_a,
          "(starts, score, grade, by_id, rest_starts, rest) of queries of the judgments joined with those of the run, -1 for none.");
}

}  // namespace gnomon
