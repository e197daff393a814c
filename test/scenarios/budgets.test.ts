import { expect, test } from "bun:test";
import { benchmarks } from "../../scripts/bench/benchmarks.ts";
import { startLimits, transcriptLimits } from "../../scripts/bench/limits.data.ts";
import { isBroken } from "../../scripts/bench/report.ts";

// Times depend on the machine, so `bun run bench` measures them and fails above a limit. Here the limits are compared with
// the specified budgets.

type Limits<Name extends string> = Readonly<Record<Name, number>>;

function exceeding<Name extends string>(limits: Limits<Name>, promised: Partial<Limits<NoInfer<Name>>>): string[] {
	return Object.entries<number | undefined>(promised).flatMap(([name, most = 0]) =>
		Object.entries<number>(limits).some(([limited, limit]) => limited === name && limit <= most) ? [] : [name],
	);
}

const isMeasured = (name: string) => benchmarks.some((benchmark) => benchmark.name === name);

test("bench limits of startup are within the specified budget, and a figure above its limit fails the bench", () => {
	const promised = { version: 60, help: 60, configGet: 120, firstPaint: 300, print: 400 };
	expect(exceeding(startLimits, promised)).toEqual([]);
	expect(["version", "commands", "interactive", "print"].filter((name) => !isMeasured(name))).toEqual([]);
	// A figure above its limit or a missing one fails the run.
	const figure = { name: "omp --version", unit: "ms", limit: startLimits.version } as const;
	expect([1, 1000, Number.NaN].map((value) => isBroken({ ...figure, value }))).toEqual([false, true, true]);
});

test("bench limits of a long transcript are within the specified budget", () => {
	expect(
		exceeding(transcriptLimits, { keyEchoMs: 16, resizeMs: 100, streamingCpuPercent: 15, replayMs: 2000 }),
	).toEqual([]);
	expect(isMeasured("transcript")).toBe(true);
});
