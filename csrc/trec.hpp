// Judgments and runs out of the lines of a TREC file: rows by query, queries in the order in which they first appear.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "decimal.hpp"
#include "ids.hpp"
#include "memory.hpp"
#include "parallel.hpp"

namespace gnomon {

// Which fields a line has. The first is the query, the third the document.
struct LineShape {
    std::size_t fields;
    std::size_t number;  // the place of the grade or the score, from 0
    bool text_behind = false;  // whether more may follow the last field
};

constexpr std::size_t most_fields = 6;

// The documents of the rows, as places in the text, and their numbers.
struct TrecRows {
    explicit TrecRows(std::size_t n) : offsets(n), lengths(n), values(n) {}
    Block<std::int64_t> offsets;
    Block<std::int32_t> lengths;
    Block<double> values;
};

// Neighbouring rows of one query.
struct Stretch {
    std::string_view query;
    std::size_t first, count;
    std::size_t target = 0;  // where its rows belong once rows are by query
};

// Whole lines that one thread reads.
struct Lines {
    const char* first;
    const char* last;
    std::size_t row = 0;  // where the rows of its first line go
    std::size_t lines = 0;
    const char* wrong = nullptr;  // the first line that has not the shape
    std::vector<Stretch> stretches{};
};

struct TrecTable {
    TrecRows rows{0};
    std::size_t size = 0;  // rows may have room for more
    std::vector<std::string_view> queries{};
    std::vector<std::int64_t> starts{0};
    const char* wrong = nullptr;  // the first line that has not the shape; if there is one, the rest is empty
};

inline const char* end_of_line(const char* p, const char* last) {
    const void* found = std::memchr(p, '\n', static_cast<std::size_t>(last - p));
    return found ? static_cast<const char*>(found) : last;
}

// The text in parts of about `bytes`, each ending where a line ends.
inline std::vector<Lines> cut_lines(std::string_view text, std::size_t bytes) {
    std::vector<Lines> parts;
    const char* const last = text.data() + text.size();
    for (const char* p = text.data(); p != last;) {
        const std::size_t left = static_cast<std::size_t>(last - p);
        const char* end = left > bytes ? end_of_line(p + bytes, last) : last;
        if (end != last) ++end;
        parts.push_back({p, end});
        p = end;
    }
    return parts;
}

// Counts lines and gives each part its place: a row for every line, so that threads can write side by side. Returns their number.
inline std::size_t place_parts(std::vector<Lines>& parts, std::size_t threads) {
    on_chunks(parts.size(), threads, [&](std::size_t i) {
        Lines& part = parts[i];
        part.lines = static_cast<std::size_t>(std::count(part.first, part.last, '\n')) + (part.last[-1] != '\n');
    });
    std::size_t rows = 0;
    for (Lines& part : parts) {
        part.row = rows;
        rows += part.lines;
    }
    return rows;
}

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Splits a line at blanks and tabs. Returns the number of fields; one more than `most` stands for any that is larger.
inline std::size_t split_fields(const char* p, const char* stop, std::string_view* fields, std::size_t most) {
    std::size_t found = 0;
    for (;;) {
        while (p != stop && is_blank(*p)) ++p;
        if (p == stop) return found;
        if (found == most) return most + 1;
        const char* const begin = p;
        while (p != stop && !is_blank(*p)) ++p;
        fields[found++] = {begin, static_cast<std::size_t>(p - begin)};
    }
}

inline bool is_whole(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Whether a line with more fields than the shape has is that shape with text behind it, which trec_eval passes over in runs. A document's
// name with a blank in it makes such a line too, and would shift every field behind it: its rank is no whole number then, or the line ends
// as any other does, with rank, score and tag.
inline bool has_text_behind(const char* line, const char* stop, const LineShape& shape) {
    if (!shape.text_behind) return false;
    std::vector<std::string_view> fields(static_cast<std::size_t>(stop - line) / 2 + 1);
    const std::size_t found = split_fields(line, stop, fields.data(), fields.size());
    double number;
    const std::string_view score = fields[found - 2];
    const bool ends_alike = is_whole(fields[found - 3]) && read_decimal(score.data(), score.data() + score.size(), number);
    return found > shape.fields && is_whole(fields[shape.number - 1]) && !ends_alike;
}

// Reads a part's lines into rows, up to the first that has not the shape. Lines without any field are passed over, as are those whose
// first sign is #: trec_eval takes them for comments.
inline void read_part(const char* text, Lines& part, const LineShape& shape, TrecRows& rows) {
    std::string_view fields[most_fields];
    std::size_t row = part.row;
    for (const char* line = part.first; line != part.last;) {
        const char* const end = end_of_line(line, part.last);
        const char* const stop = end != line && end[-1] == '\r' ? end - 1 : end;
        const std::size_t found = split_fields(line, stop, fields, shape.fields);
        if (found != 0 && fields[0].front() != '#') {
            const std::string_view query = fields[0], document = fields[2], number = fields[shape.number];
            const bool fits = found == shape.fields || (found > shape.fields && has_text_behind(line, stop, shape));
            if (!fits || !read_decimal(number.data(), number.data() + number.size(), rows.values[row])) {
                part.wrong = line;
                return;
            }
            if (document.size() > std::numeric_limits<std::int32_t>::max()) throw std::length_error("a document id is longer than 2 GB");
            rows.offsets[row] = document.data() - text;
            rows.lengths[row] = static_cast<std::int32_t>(document.size());
            if (part.stretches.empty() || part.stretches.back().query != query) part.stretches.push_back({query, row, 0});
            ++part.stretches.back().count;
            ++row;
        }
        line = end == part.last ? end : end + 1;
    }
}

// The numbers of queries in the order in which they appear. The table grows with the queries and not with the lines, so that it stays
// in cache when the lines of a few queries come in any order.
class QueryNumbers {
  public:
    explicit QueryNumbers(std::vector<std::string_view>& queries) : queries_(queries) { table_.clear(room_); }

    std::size_t of(std::string_view query) {
        const std::size_t known = table_.find(query, name_);
        if (known != IdTable::nowhere) return known;
        if (queries_.size() == room_) {
            room_ *= 2;
            table_.clear(room_);
            for (std::size_t q = 0; q < queries_.size(); ++q) table_.enter(q, name_);
        }
        queries_.push_back(query);
        return table_.enter(queries_.size() - 1, name_);
    }

  private:
    struct Name {
        const std::vector<std::string_view>& queries;
        std::string_view operator()(std::size_t q) const { return queries[q]; }
    };

    std::vector<std::string_view>& queries_;
    Name name_{queries_};
    IdTable table_;
    std::size_t room_ = 1024;
};

// Numbers the queries, and finds for each stretch where its rows go when those of a query stand together.
inline void arrange(std::vector<Stretch>& stretches, TrecTable& table) {
    QueryNumbers number(table.queries);
    std::vector<std::size_t> query_of(stretches.size());
    for (std::size_t i = 0; i < stretches.size(); ++i) {
        query_of[i] = number.of(stretches[i].query);
        if (table.starts.size() <= table.queries.size()) table.starts.push_back(0);
        table.starts[query_of[i] + 1] += static_cast<std::int64_t>(stretches[i].count);
    }
    for (std::size_t q = 1; q < table.starts.size(); ++q) table.starts[q] += table.starts[q - 1];
    table.size = static_cast<std::size_t>(table.starts.back());
    std::vector<std::int64_t> next = table.starts;
    for (std::size_t i = 0; i < stretches.size(); ++i) {
        std::int64_t& target = next[query_of[i]];
        stretches[i].target = static_cast<std::size_t>(target);
        target += static_cast<std::int64_t>(stretches[i].count);
    }
}

// The rows with every stretch in its place. Most files have them there already.
inline TrecRows gather(TrecRows&& rows, std::size_t size, const std::vector<Stretch>& stretches, std::size_t threads) {
    if (std::all_of(stretches.begin(), stretches.end(), [](const Stretch& s) { return s.target == s.first; })) return std::move(rows);
    TrecRows sorted(size);
    const std::size_t chunks = fixed_chunks(size);
    on_chunks(chunks, threads, [&](std::size_t c) {
        const auto [first, last] = chunk(stretches.size(), c, chunks);
        for (std::size_t i = first; i < last; ++i) {
            const Stretch& s = stretches[i];
            std::copy_n(rows.offsets.get() + s.first, s.count, sorted.offsets.get() + s.target);
            std::copy_n(rows.lengths.get() + s.first, s.count, sorted.lengths.get() + s.target);
            std::copy_n(rows.values.get() + s.first, s.count, sorted.values.get() + s.target);
        }
    });
    return sorted;
}

// Reads the lines of a whole file. `bytes` is about what a thread takes at a time; the result does not depend on it.
inline TrecTable read_trec(std::string_view text, const LineShape& shape, std::size_t bytes, std::size_t most_threads) {
    TrecTable table;
    std::vector<Lines> parts = cut_lines(text, bytes);
    const std::size_t threads = std::max<std::size_t>(1, std::min(most_threads, parts.size()));
    TrecRows rows(place_parts(parts, threads));
    on_chunks(parts.size(), threads, [&](std::size_t i) { read_part(text.data(), parts[i], shape, rows); });
    std::vector<Stretch> stretches;
    for (const Lines& part : parts) {
        if (part.wrong) {
            table.wrong = part.wrong;
            return table;
        }
        stretches.insert(stretches.end(), part.stretches.begin(), part.stretches.end());
    }
    arrange(stretches, table);
    table.rows = gather(std::move(rows), table.size, stretches, threads);
    return table;
}

}  // namespace gnomon
