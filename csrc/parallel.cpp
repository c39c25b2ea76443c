#include "parallel.hpp"

#include <exception>
#include <thread>
#include <vector>

namespace gnomon {

void run_threads(std::size_t threads, void (*call)(const void* work, std::size_t t), const void* work) {
    if (threads <= 1) return call(work, 0);
    std::vector<std::exception_ptr> failures(threads);
    const auto guarded = [&](std::size_t t) {
        try {
            call(work, t);
        } catch (...) {
            failures[t] = std::current_exception();
        }
    };
    std::vector<std::thread> pool;
    pool.reserve(threads);
    try {
        while (pool.size() + 1 < threads) pool.emplace_back(guarded, pool.size() + 1);
    } catch (...) {
        // The system gives no more threads, or no memory for one: those there are do their share, and this one the rest.
    }
    for (std::size_t t = pool.size() + 1; t < threads; ++t) guarded(t);
    guarded(0);
    for (auto& thread : pool) thread.join();
    for (const auto& failure : failures)
        if (failure) std::rethrow_exception(failure);
}

}  // namespace gnomon
