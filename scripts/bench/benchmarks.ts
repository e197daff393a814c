import type { Benchmark } from "./benchmark.ts";
import { bash } from "./benchmarks/bash.ts";
import { edit } from "./benchmarks/edit.ts";
import { installSize } from "./benchmarks/install-size.ts";
import { interactive } from "./benchmarks/interactive.ts";
import { print } from "./benchmarks/print.ts";
import { read } from "./benchmarks/read.ts";
import { registry } from "./benchmarks/registry.ts";
import { search } from "./benchmarks/search.ts";
import { version } from "./benchmarks/version.ts";

export const benchmarks: readonly Benchmark[] = [
	version,
	print,
	registry,
	interactive,
	installSize,
	edit,
	read,
	search,
	bash,
];
