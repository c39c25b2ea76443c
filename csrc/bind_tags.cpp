// The kernels of tags: numbers for those in lists of lists, and the entities that they mean.
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "bind.hpp"
#include "tags.hpp"

namespace gnomon {

using namespace nb::literals;

namespace {

template <class T>
Out<T> to_column(const std::vector<T>& values) {
    Block<T> block(values.size());
    std::copy(values.begin(), values.end(), block.get());
    return to_numpy(std::move(block));
}

// Numbers of tags by the place of the text in memory: the same few texts come again and again. The lists keep them alive meanwhile.
class TagCodes {
  public:
    explicit TagCodes(PyObject* names) : known(names) {}

    // The number of a tag, a new one for a new tag; -1 where there is an error.
    std::int32_t of(PyObject* tag) {
        Seen& place = seen[(reinterpret_cast<std::uintptr_t>(tag) >> 4) % seen.size()];
        if (place.tag == tag) return place.code;
        PyObject* number = PyDict_GetItemWithError(known, tag);
        std::int64_t code;
        if (number) {
            code = PyLong_AsLongLong(number);
        } else {
            if (PyErr_Occurred()) return -1;
            code = PyDict_Size(known);
            const nb::object made = nb::steal<nb::object>(PyLong_FromLongLong(code));
            if (!made.is_valid() || PyDict_SetItem(known, tag, made.ptr()) != 0) return -1;
        }
        if (code < 0 || code > INT32_MAX) return -1;
        place = {tag, static_cast<std::int32_t>(code)};
        return place.code;
    }

  private:
    struct Seen {
        PyObject* tag = nullptr;
        std::int32_t code = 0;
    };
    PyObject* known;
    std::array<Seen, 4096> seen{};
};

nb::object bind_tag_codes(const nb::typed<nb::list, nb::object>& sentences, const nb::typed<nb::dict, nb::str, nb::int_>& known) {
    TagCodes codes(known.ptr());
    std::vector<std::int32_t> found;
    std::vector<std::int64_t> starts{0};
    for (std::size_t i = 0; i < sentences.size(); ++i) {
        const nb::object each = nb::borrow(PyList_GetItem(sentences.ptr(), static_cast<Py_ssize_t>(i)));
        if (!PyList_CheckExact(each.ptr())) return nb::none();
        const Py_ssize_t length = PyList_Size(each.ptr());
        for (Py_ssize_t k = 0; k < length; ++k) {
            PyObject* tag = PyList_GetItem(each.ptr(), k);
            if (!PyUnicode_CheckExact(tag)) return nb::none();
            const std::int32_t code = codes.of(tag);
            if (code < 0) {
                if (PyErr_Occurred()) throw nb::python_error();
                return nb::none();
            }
            found.push_back(code);
        }
        starts.push_back(static_cast<std::int64_t>(found.size()));
    }
    return nb::make_tuple(to_column(found), to_column(starts));
}

nb::object bind_tag_entities(const In<std::int32_t>& code, const In<std::int8_t>& letter, const In<std::int32_t>& kind,
                            const In<std::int64_t>& starts, const In<std::uint8_t>& start, const In<std::uint8_t>& inside,
                            const In<std::uint8_t>& end) {
    const std::size_t tokens = code.shape(0), tags = letter.shape(0), sentences = starts.shape(0);
    same_length(tags, kind.shape(0));
    for (const auto* table : {&start, &inside, &end}) same_length(table->shape(0), tag_table);
    if (!sentences || starts.data()[0] != 0 || starts.data()[sentences - 1] != static_cast<std::int64_t>(tokens) ||
        !std::is_sorted(starts.data(), starts.data() + sentences))
        throw std::invalid_argument("sentences must be a split of the tokens");
    const auto no_letter = [](std::int8_t one) { return one < 0 || one >= static_cast<std::int8_t>(tag_letters); };
    if (std::any_of(letter.data(), letter.data() + tags, no_letter)) throw std::invalid_argument("letters must be from 0 to 4");
    const auto no_tag = [tags](std::int32_t one) { return one < 0 || static_cast<std::size_t>(one) >= tags; };
    if (std::any_of(code.data(), code.data() + tokens, no_tag)) throw std::invalid_argument("codes must be of the tags that there are");
    Entities found;
    {
        nb::gil_scoped_release release;
        found = tag_entities(code.data(), letter.data(), kind.data(), starts.data(), sentences - 1, start.data(), inside.data(), end.data());
    }
    return nb::make_tuple(to_column(found.sentence), to_column(found.kind), to_column(found.start), to_column(found.end));
}

}  // namespace

void bind_tag_kernels(nb::module_& m) {
    m.def("tag_codes", &bind_tag_codes, "sentences"_a, "known"_a,
          "(the number of each tag, where each sentence starts) of lists of texts, new tags being added to the known ones; or None where a "
          "sentence is no list of texts.");
    m.def("tag_entities", &bind_tag_entities, "code"_a, "letter"_a, "kind"_a, "starts"_a, "start"_a, "inside"_a, "end"_a,
          "(sentence, type, start, end) of the entities that tags mean by the tables of a scheme.");
}

}  // namespace gnomon
