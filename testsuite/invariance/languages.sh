# Other languages: no crash, no message, the facts can be read.
. "$TESTSUITE/lib.sh"

check() { # COMPILER FILE OPTIONS...
  local compiler=$1 file=$2
  shift 2
  try out $compiler $with "$@" -c "$file"
  [ $status -eq 0 ] && [ ! -s out ] || fail "$compiler $* $file: $(cat out)"
  facts "${file%.*}.o" > dump 2> messages || fail "$file $*: $(cat messages)"
  [ ! -s messages ] && grep -q '^unit ' dump || fail "$file $*: $(cat messages)"
  accesses "${file%.*}.o" > /dev/null
}

cat > templates.cc <<'X'
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
struct base { virtual ~base () {} virtual int step (int) = 0; int n = 0; };
struct other { virtual void log () {} long count; };
struct derived : base, other { int step (int i) override { return n += i; } void log () override { count++; } };
struct bottom : virtual base { int step (int) override { return 1; } };
template <typename T, int N> class ring {
  T item[N]; int head = 0; mutable std::mutex lock;
public:
  void put (T &&x) { std::lock_guard<std::mutex> g (lock); item[head++ % N] = std::move (x); }
  T get () const { std::unique_lock<std::mutex> g (lock); if (!head) throw std::out_of_range ("empty"); return item[head - 1]; }
};
ring<std::string, 4> words;
static std::map<std::string, std::vector<int>> table;
thread_local std::unique_ptr<derived> mine { new derived };
std::atomic<long> total { 0 };
namespace { int hidden; inline namespace v1 { int deeper; } }
int derived::*member = &derived::n;
int (base::*method) (int) = &base::step;
int run (int n)
{
  int sum = 0;
  auto add = [&sum, n] (int i) mutable { sum += i * n; ++hidden; return [=] { return sum + deeper; }; };
  std::vector<std::thread> threads;
  for (int i = 0; i < n; i++)
    threads.emplace_back ([&, i] { total += add (i) (); words.put (std::to_string (i)); });
  for (auto &t : threads)
    t.join ();
  try {
    table[words.get ()].push_back (sum);
    mine->step (mine.get ()->*member);
    (mine.get ()->*method) (3);
    if (auto *b = dynamic_cast<bottom *> ((base *)mine.get ()))
      return b->step (1);
  } catch (const std::exception &e) {
    hidden++;
  } catch (...) {
    throw;
  }
  static std::string once ("once");
  return once.size ();
}
X
for options in "" "-O2" "-O2 -g" "-fPIC -O1" "-std=c++20" "-std=c++11 -O3" "-fno-exceptions -DNOTHING" "-O2 -fsanitize=thread" "-flto"; do
  case $options in
  *-fno-exceptions*) continue ;;
  esac
  check "$CXX" templates.cc $options
done
cat > openmp.cc <<'X'
#include <vector>
struct acc { long n; acc &operator+= (int i) { n += i; return *this; } };
#pragma omp declare reduction (+ : acc : omp_out.n += omp_in.n) initializer (omp_priv = acc { 0 })
long sum (const std::vector<int> &v)
{
  acc a { 0 };
#pragma omp parallel for reduction (+ : a) schedule (dynamic)
  for (unsigned i = 0; i < v.size (); i++)
    a += v[i];
#pragma omp parallel
#pragma omp single
  for (int i : v)
#pragma omp task firstprivate (i) shared (a)
#pragma omp critical
    a += i;
#pragma omp target map (tofrom : a)
  a.n++;
#pragma omp simd
  for (int i = 0; i < 10; i++)
    a.n += i;
  return a.n;
}
X
check "$CXX" openmp.cc -fopenmp
check "$CXX" openmp.cc -fopenmp -O2
cat > coroutine.cc <<'X'
#include <coroutine>
struct task {
  struct promise_type {
    int value;
    task get_return_object () { return {}; }
    std::suspend_never initial_suspend () { return {}; }
    std::suspend_never final_suspend () noexcept { return {}; }
    void return_value (int v) { value = v; }
    void unhandled_exception () {}
  };
};
task f (int *p) { ++*p; co_await std::suspend_always {}; co_return *p; }
X
check "$CXX" coroutine.cc -std=c++20
check "$CXX" coroutine.cc -std=c++20 -O2

version=$($CC -dumpversion | cut -d. -f1)
if has gfortran-$version; then
  cat > program.f90 <<'X'
module shared
  implicit none
  integer :: counter = 0
  real, allocatable :: work(:,:)
  common /block/ a, b
  integer :: a, b
  type node
    integer :: value
    type(node), pointer :: next => null()
  end type
contains
  subroutine bump (n, v)
    integer, intent(in) :: n
    real, intent(inout) :: v(:)
    integer :: i
    !$omp parallel do reduction(+:counter)
    do i = 1, n
      counter = counter + i
      v(i) = v(i) * 2 + work(i, 1)
    end do
    write (*,*) counter, sum (v(1:n:2))
  end subroutine
  function find (first, x) result (p)
    type(node), pointer :: first, p
    integer :: x
    p => first
    do while (associated (p))
      if (p%value == x) return
      p => p%next
    end do
  end function
end module
X
  check gfortran-$version program.f90
  check gfortran-$version program.f90 -O2 -fopenmp
else
  echo "no gfortran-$version"
fi
if has gnatmake-$version && has $CC; then
  cat > shared.ads <<'X'
package Shared is
   type Vector is array (Integer range <>) of Integer;
   protected type Counter is
      procedure Bump (N : Integer);
      function Value return Integer;
   private
      Count : Integer := 0;
   end Counter;
   task type Worker;
   function Copy (V : Vector) return Vector;
end Shared;
X
  cat > shared.adb <<'X'
package body Shared is
   C : Counter;
   protected body Counter is
      procedure Bump (N : Integer) is begin Count := Count + N; end Bump;
      function Value return Integer is begin return Count; end Value;
   end Counter;
   task body Worker is begin C.Bump (1); end Worker;
   function Copy (V : Vector) return Vector is
      R : Vector (V'Range) := V;
   begin
      for I in R'Range loop
         R (I) := V (I) + C.Value;
      end loop;
      return R;
   end Copy;
end Shared;
X
  check "$CC" shared.adb
  check "$CC" shared.adb -O2
else
  echo "no gnat-$version"
fi
