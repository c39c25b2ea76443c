// A block of uninitialised memory, on huge pages where the system offers them: touching 80 MB page by page costs as much as
// filling it.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace gnomon {

template <class T>
class Block {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    explicit Block(std::size_t n) : size_(n) {
        if (n == 0) return;
        constexpr std::size_t huge = std::size_t{1} << 21;
        if (n > (static_cast<std::size_t>(-1) - huge) / sizeof(T)) throw std::bad_alloc();  // the product would wrap around
#if defined(__linux__)
        if (n * sizeof(T) >= 2 * huge) {
            data_ = static_cast<T*>(std::aligned_alloc(huge, (n * sizeof(T) + huge - 1) / huge * huge));
            if (data_) madvise(data_, n * sizeof(T), MADV_HUGEPAGE);
        } else
#endif
            data_ = static_cast<T*>(std::malloc(n * sizeof(T)));
        (void)huge;
        if (!data_) throw std::bad_alloc();
    }
    Block(Block&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    Block& operator=(Block&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;
    ~Block() { std::free(data_); }

    T& operator[](std::size_t i) { return data_[i]; }
    const T& operator[](std::size_t i) const { return data_[i]; }
    T* get() { return data_; }
    const T* get() const { return data_; }
    std::size_t size() const { return size_; }
    T* release() { return std::exchange(data_, nullptr); }

  private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace gnomon
