// The kernels that turn COCO's records into columns: out of a list of dictionaries, and out of a file.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "bind.hpp"
#include "coco.hpp"

namespace gnomon {

using namespace nb::literals;

namespace {

template <class T>
Out<T> copied(const std::vector<T>& values) {
    Block<T> block(values.size());
    std::copy(values.begin(), values.end(), block.get());
    return to_numpy(std::move(block));
}

template <class T>
nb::object copied_if(bool there, const std::vector<T>& values) {
    return there ? nb::cast(copied(values)) : nb::none();
}

nb::object rows_of(const std::vector<double>& values, std::size_t rows, std::size_t columns) {
    Block<double> block(values.size());
    std::copy(values.begin(), values.end(), block.get());
    return nb::cast(matrix_to_numpy(std::move(block), rows, columns));
}

nb::object flags_if(bool there, const std::vector<std::uint8_t>& values) {
    if (!there) return nb::none();
    Block<bool> block(values.size());
    std::transform(values.begin(), values.end(), block.get(), [](std::uint8_t flag) { return flag != 0; });
    return nb::cast(to_numpy(std::move(block)));
}

nb::tuple columns_to_numpy(const CocoColumns& c) {
    const auto has = [&](CocoField field) { return (c.fields & bit(field)) != 0; };
    return nb::make_tuple(copied(c.image), copied(c.category), copied_if(has(CocoField::id), c.id),
                          has(CocoField::box) ? rows_of(c.box, c.records, 4) : nb::none(), copied_if(has(CocoField::score), c.score),
                          copied_if(has(CocoField::area), c.area), flags_if(c.any_crowd, c.crowd), flags_if(c.any_ignored, c.ignored),
                          has(CocoField::points) ? rows_of(c.points, c.records, c.point_numbers) : nb::none(),
                          copied_if(has(CocoField::marked), c.marked), nb::bool_(has(CocoField::segmentation)));
}

// Reads fields of dictionaries. It takes plain whole numbers, floats and lists only, so that nothing it looks at runs code of its own.
class Dictionaries {
  public:
    Dictionaries() {
        for (std::size_t i = 0; i < names.size(); ++i) names[i] = nb::steal<nb::object>(PyUnicode_InternFromString(coco_names[i].data()));
    }

    bool read(PyObject* dict, CocoRecord& record) const {
        record.clear();
        for (std::size_t i = 0; i < names.size(); ++i) {
            PyObject* value = PyDict_GetItemWithError(dict, names[i].ptr());
            if (!value) {
                if (PyErr_Occurred()) throw nb::python_error();
                continue;
            }
            const auto field = static_cast<CocoField>(i);
            record.seen |= bit(field);
            if (value == Py_None || !take(field, value, record)) return false;
        }
        return true;
    }

  private:
    std::array<nb::object, coco_names.size()> names;

    static bool take(CocoField field, PyObject* value, CocoRecord& record) {
        switch (field) {
        case CocoField::image: return whole(value, record.image);
        case CocoField::category: return whole(value, record.category);
        case CocoField::id: return whole(value, record.id);
        case CocoField::marked: return whole(value, record.marked);
        case CocoField::score: return real(value, record.score);
        case CocoField::area: return real(value, record.area);
        case CocoField::crowd: return flag(value, record.crowd);
        case CocoField::ignored: return flag(value, record.ignored);
        case CocoField::box: return PyList_CheckExact(value) && PyList_Size(value) == 4 && reals(value, record.box.data(), 4);
        case CocoField::points: return points(value, record.points);
        default: return true;
        }
    }

    static bool whole(PyObject* value, std::int64_t& out) {
        if (!PyLong_CheckExact(value)) return false;
        int overflow = 0;
        out = PyLong_AsLongLongAndOverflow(value, &overflow);
        return overflow == 0;
    }

    static bool real(PyObject* value, double& out) {
        if (PyFloat_Check(value)) {
            out = PyFloat_AsDouble(value);
        } else {
            std::int64_t number;
            if (!whole(value, number)) return false;
            out = static_cast<double>(number);
        }
        return std::isfinite(out);
    }

    static bool flag(PyObject* value, bool& out) {
        std::int64_t number = value == Py_True ? 1 : 0;
        if (!PyBool_Check(value) && !whole(value, number)) return false;
        out = number == 1;
        return number == 0 || number == 1;
    }

    static bool reals(PyObject* list, double* out, Py_ssize_t count) {
        for (Py_ssize_t i = 0; i < count; ++i)
            if (!real(PyList_GetItem(list, i), out[i])) return false;
        return true;
    }

    static bool points(PyObject* value, std::vector<double>& out) {
        if (!PyList_CheckExact(value)) return false;
        const Py_ssize_t count = PyList_Size(value);
        if (count == 0 || count % 3 != 0) return false;
        out.resize(static_cast<std::size_t>(count));
        return reals(value, out.data(), count);
    }
};

nb::object bind_coco_records(const nb::typed<nb::list, nb::object>& records) {
    const Dictionaries dictionaries;
    CocoColumns columns;
    CocoRecord record;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const nb::object each = nb::borrow(PyList_GetItem(records.ptr(), static_cast<Py_ssize_t>(i)));
        if (!PyDict_CheckExact(each.ptr()) || !dictionaries.read(each.ptr(), record) || !columns.add(record)) return nb::none();
    }
    return columns_to_numpy(columns);
}

nb::object bind_coco_file(const nb::bytes& content) {
    CocoFile file;
    bool read;
    {
        const char* first = content.c_str();
        const std::size_t size = content.size();
        nb::gil_scoped_release release;
        read = CocoReader(first, first + size).read(file);
    }
    if (!read) return nb::none();
    const auto& p = file.parts;
    return nb::make_tuple(file.list, columns_to_numpy(file.columns), copied(file.columns.spans), nb::make_tuple(p[0], p[1], p[2], p[3]));
}

}  // namespace

void bind_coco_kernels(nb::module_& m) {
    m.def("coco_records", &bind_coco_records, "records"_a,
          "(image, category, id, box, score, area, crowd, ignored, keypoints, marked, whether there are segmentations) of records, None for "
          "what they lack; or None where a record is not plain.");
    m.def("coco_file", &bind_coco_file, "content"_a,
          "(whether it is a list of results, the columns of its records, where their segmentations begin and end, where images and "
          "categories do); or None for what is not plain, or no JSON.");
}

}  // namespace gnomon
