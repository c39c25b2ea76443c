#include "parallel.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace gnomon {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto between_questions = std::chrono::milliseconds(100);

// What ends a thread because another one has failed. No caller sees it.
struct Stopped {};

std::atomic<void (*)()> ask_python{nullptr}, trip_python{nullptr};
std::atomic<std::int64_t> questions_left{0};
thread_local const std::atomic<bool>* stopped = nullptr;  // of a thread that works for another: whether to end
thread_local Clock::time_point asked{};

}  // namespace

void ask_interrupts_with(void (*ask)()) { ask_python = ask; }

std::int64_t trip_interrupt(std::int64_t questions, void (*trip)()) {
    trip_python = trip;
    return questions_left.exchange(questions);
}

void check_interrupts() {
    if (stopped) {
        if (stopped->load(std::memory_order_relaxed)) throw Stopped{};
        return;
    }
    if (questions_left.load(std::memory_order_relaxed) > 0) {
        if (--questions_left == 0) trip_python.load()();
    } else {
        const auto now = Clock::now();
        if (now - asked < between_questions) return;
        asked = now;
    }
    if (const auto ask = ask_python.load()) ask();
}

void run_threads(std::size_t threads, void (*call)(const void* work, std::size_t t), const void* work) {
    if (threads <= 1) return call(work, 0);
    std::vector<std::exception_ptr> failures(threads);
    std::atomic<bool> stop{false}, cut{false};
    const auto guarded = [&](std::size_t t, const auto& act) {
        try {
            act();
        } catch (const Stopped&) {
            stop = cut = true;
        } catch (...) {
            failures[t] = std::current_exception();
            stop = true;
        }
    };
    std::mutex door;
    std::condition_variable ended;
    std::size_t running = 0;
    const auto helper = [&](std::size_t t) {
        stopped = &stop;
        guarded(t, [&] { call(work, t); });
        const std::lock_guard<std::mutex> held(door);
        --running;
        ended.notify_one();
    };
    std::vector<std::thread> pool;
    pool.reserve(threads);
    try {
        while (pool.size() + 1 < threads) {
            {
                const std::lock_guard<std::mutex> held(door);
                ++running;
            }
            pool.emplace_back(helper, pool.size() + 1);
        }
    } catch (...) {
        // The system gives no more threads, or no memory for one: those there are do their share, and this one the rest.
        const std::lock_guard<std::mutex> held(door);
        --running;
    }
    for (std::size_t t = pool.size() + 1; t < threads; ++t) guarded(t, [&] { call(work, t); });
    guarded(0, [&] {
        call(work, 0);
        check_interrupts();
        std::unique_lock<std::mutex> held(door);
        while (running) {
            if (ended.wait_for(held, between_questions, [&] { return running == 0; })) break;
            held.unlock();
            check_interrupts();
            held.lock();
        }
    });
    for (auto& thread : pool) thread.join();
    for (const auto& failure : failures)
        if (failure) std::rethrow_exception(failure);
    if (cut) throw Stopped{};
}

}  // namespace gnomon
