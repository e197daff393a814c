/** `npm test`: checks and tests everything, offline. The last line is "N passed, N failed". */
import { availableParallelism } from "node:os";
import { buildProduct } from "./build/product-build.ts";
import { checkParts } from "./check/check-parts.ts";
import { afterSecondRun, filesToRunAgain } from "./check/run-again.ts";
import { runCheck } from "./check/run-check.ts";
import { describeSkipped } from "./check/skipped-tests.ts";
import { readTestSummary, type TestSummary } from "./check/test-summary.ts";
import { repositoryRoot } from "./repository-root.ts";

const checked = await runCheck(repositoryRoot, checkParts, console.log);
// What ships is what the whole-product tests start.
await buildProduct(repositoryRoot);

// Many tests wait for a terminal or a program most of their time, so two processes share the files.
const shards = Math.min(2, availableParallelism());
const running = Array.from({ length: shards }, (_, index) =>
	startTests([`--shard=${index + 1}/${shards}`], { reportsAtOnce: index === 0 }),
);
let total: TestSummary = { passed: 0, failed: 0, failures: [], skipped: [] };
for (const result of running) total = add(total, await result);

// A test that fails beside others and passes by itself is named, but does not fail the run: that would say nothing about the change.
const again = filesToRunAgain(total);
if (again.length > 0) {
	console.log(`\nRunning again, by themselves: ${again.join(" ")}`);
	const first = total;
	total = afterSecondRun(
		first,
		await startTests(
			again.map((file) => `./${file}`),
			{ reportsAtOnce: true },
		),
	);
	if (total.failed < first.failed) {
		const texts = first.failures.map(({ text }) => text).join("\n\n");
		console.log(`\nFailed the first time; ${first.failed - total.failed} of these passed when run again:\n\n${texts}`);
	}
}

// Again at the end: the reports above have thousands of lines.
if (total.failures.length > 0) console.log(`\nFailed:\n\n${total.failures.map(({ text }) => text).join("\n\n")}`);
if (total.skipped.length > 0) console.log(`\n${describeSkipped(total.skipped)}`);
if (!checked) console.log("\nThe check complained; see the top.");
const failed = total.failed + (checked ? 0 : 1);
console.log(`\n${total.passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function add(one: TestSummary, other: TestSummary): TestSummary {
	return {
		passed: one.passed + other.passed,
		failed: one.failed + other.failed,
		failures: [...one.failures, ...other.failures],
		skipped: [...one.skipped, ...other.skipped],
	};
}

/** One process reports as it goes, others when they are done. */
async function startTests(args: readonly string[], options: { readonly reportsAtOnce: boolean }): Promise<TestSummary> {
	// A busy machine must not fail a test; one that hangs still ends.
	const tests = Bun.spawn([process.execPath, "test", "--timeout=30000", ...args], {
		cwd: repositoryRoot,
		stdio: ["ignore", "ignore", "pipe"],
	});
	const decoder = new TextDecoder();
	let report = "";
	// A process that a test left behind may hold the pipe open for ever.
	const ended = tests.exited.then(() => Bun.sleep(2000));
	const reader = tests.stderr.getReader();
	for (;;) {
		const next = await Promise.race([reader.read(), ended]);
		if (!next || next.done) break;
		if (options.reportsAtOnce) process.stderr.write(next.value);
		report += decoder.decode(next.value, { stream: true });
	}
	void reader.cancel();
	if (!options.reportsAtOnce) process.stderr.write(report);
	return readTestSummary(report, await tests.exited);
}
