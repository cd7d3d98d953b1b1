"""All benches, one after the other: python -m tests.bench"""

from tests.bench import bench_git_top, bench_import, bench_panel

for bench in (bench_git_top, bench_import, bench_panel):
    bench.main()
