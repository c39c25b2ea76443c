// COCO's annotations and results as columns: of records one by one, and out of the bytes of a file.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "json.hpp"

namespace gnomon {

enum class CocoField : unsigned { image, category, id, box, score, area, crowd, ignored, points, marked, segmentation, other };

constexpr std::array<std::string_view, 11> coco_names = {"image_id", "category_id", "id",        "bbox",          "score",       "area",
                                                         "iscrowd",  "ignore",      "keypoints", "num_keypoints", "segmentation"};

constexpr unsigned bit(CocoField field) { return 1u << static_cast<unsigned>(field); }

// One record; `seen` has the bits of the fields that it has.
struct CocoRecord {
    unsigned seen = 0;
    std::int64_t image = 0, category = 0, id = 0, marked = 0;
    std::array<double, 4> box{};
    double score = 0, area = 0;
    bool crowd = false, ignored = false;
    std::vector<double> points;
    std::int64_t from = 0, to = 0;  // where the segmentation stands in the file

    bool has(CocoField field) const { return (seen & bit(field)) != 0; }
    void clear() {
        seen = 0;
        crowd = ignored = false;
        points.clear();
    }
};

// Columns that grow record by record. A field that only some records have, flags apart, is none of this kernel's.
struct CocoColumns {
    std::size_t records = 0, point_numbers = 0;
    bool any_crowd = false, any_ignored = false;
    std::vector<std::int64_t> image, category, id, marked, spans;
    std::vector<double> box, score, area, points;
    std::vector<std::uint8_t> crowd, ignored;
    unsigned fields = 0;

    bool add(const CocoRecord& record) {
        constexpr unsigned flags = bit(CocoField::crowd) | bit(CocoField::ignored);
        constexpr unsigned required = bit(CocoField::image) | bit(CocoField::category);
        const unsigned seen = record.seen & ~flags;
        if (records == 0) {
            fields = seen;
            point_numbers = record.points.size();
        }
        if (seen != fields || (seen & required) != required || record.points.size() != point_numbers) return false;
        image.push_back(record.image);
        category.push_back(record.category);
        if (record.has(CocoField::id)) id.push_back(record.id);
        if (record.has(CocoField::marked)) marked.push_back(record.marked);
        if (record.has(CocoField::box)) box.insert(box.end(), record.box.begin(), record.box.end());
        if (record.has(CocoField::score)) score.push_back(record.score);
        if (record.has(CocoField::area)) area.push_back(record.area);
        if (record.has(CocoField::points)) points.insert(points.end(), record.points.begin(), record.points.end());
        if (record.has(CocoField::segmentation)) {
            spans.push_back(record.from);
            spans.push_back(record.to);
        }
        crowd.push_back(record.crowd);
        ignored.push_back(record.ignored);
        any_crowd |= record.has(CocoField::crowd);
        any_ignored |= record.has(CocoField::ignored);
        ++records;
        return true;
    }
};

// A file: its columns, and where its images and categories stand, for Python to read.
struct CocoFile {
    bool list = false, annotated = false;
    CocoColumns columns;
    std::array<std::int64_t, 4> parts{-1, -1, -1, -1};
};

class CocoReader {
  public:
    CocoReader(const char* first, const char* last) : json(first, last), start(first) {}

    // Whether the whole file was read; if not, nothing is known of it.
    bool read(CocoFile& out) {
        out.list = json.peek() == '[';
        const bool read = out.list ? records(out.columns) : dataset(out);
        return read && json.peek() == '\0' && json.at == json.end;
    }

  private:
    JsonReader json;
    const char* const start;

    std::int64_t here() const { return json.at - start; }

    bool dataset(CocoFile& out) {
        return json.members([&](std::string_view key, bool plain) {
            if (!plain) return false;
            if (key == "annotations") {
                if (out.annotated) return false;
                out.annotated = true;
                return json.peek() == '[' && records(out.columns);
            }
            const std::size_t part = key == "images" ? 0 : key == "categories" ? 2 : 4;
            if (part == 4) return json.skip(1);
            if (out.parts[part] >= 0) return false;
            json.peek();
            out.parts[part] = here();
            if (!json.skip(1)) return false;
            out.parts[part + 1] = here();
            return true;
        });
    }

    bool records(CocoColumns& columns) {
        CocoRecord record;
        return json.elements([&] {
            record.clear();
            return json.members([&](std::string_view key, bool plain) { return plain && field(key, record); }) && columns.add(record);
        });
    }

    bool field(std::string_view key, CocoRecord& record) {
        std::size_t which = 0;
        while (which < coco_names.size() && coco_names[which] != key) ++which;
        const auto field = static_cast<CocoField>(which);
        if (field == CocoField::other) return json.skip(2);
        if (json.peek() == 'n' || record.has(field)) return false;
        record.seen |= bit(field);
        switch (field) {
        case CocoField::image: return whole(record.image);
        case CocoField::category: return whole(record.category);
        case CocoField::id: return whole(record.id);
        case CocoField::marked: return whole(record.marked);
        case CocoField::score: return real(record.score);
        case CocoField::area: return real(record.area);
        case CocoField::crowd: return flag(record.crowd);
        case CocoField::ignored: return flag(record.ignored);
        case CocoField::box: return box(record.box);
        case CocoField::points: return points(record.points);
        default: break;
        }
        record.from = here();
        if (!json.skip(2)) return false;
        record.to = here();
        return true;
    }

    bool whole(std::int64_t& value) {
        JsonNumber number;
        if (!json.number(number) || !number.whole) return false;
        value = number.integer;
        return true;
    }

    bool real(double& value) {
        JsonNumber number;
        if (!json.number(number)) return false;
        value = number.value;
        return true;
    }

    bool flag(bool& value) {
        if (json.word("true")) return value = true;
        if (json.word("false")) return true;
        std::int64_t number;
        if (!whole(number) || (number != 0 && number != 1)) return false;
        value = number == 1;
        return true;
    }

    bool box(std::array<double, 4>& values) {
        std::size_t count = 0;
        return json.elements([&] { return count < 4 && real(values[count++]); }) && count == 4;
    }

    bool points(std::vector<double>& values) {
        const auto one = [&] {
            values.push_back(0);
            return real(values.back());
        };
        return json.elements(one) && !values.empty() && values.size() % 3 == 0;
    }
};

}  // namespace gnomon
