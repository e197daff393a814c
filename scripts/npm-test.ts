/** `npm test`: checks and tests everything, offline. The last line is "N passed, N failed". */
import { availableParallelism } from "node:os";
import { buildProduct } from "./build/product-build.ts";
import { checkParts } from "./check/check-parts.ts";
import { runCheck } from "./check/run-check.ts";
import { readTestSummary } from "./check/test-summary.ts";
import { repositoryRoot } from "./repository-root.ts";

const checked = await runCheck(repositoryRoot, checkParts, console.log);
// What ships is what the whole-product tests start.
await buildProduct(repositoryRoot);

// Many tests wait for a terminal or a program most of their time, so two processes share the files.
const shards = Math.min(2, availableParallelism());
const running = Array.from({ length: shards }, (_, index) => startTests(index + 1));
let passed = 0;
let failed = checked ? 0 : 1;
const failures: string[] = [];
for (const { report, exited } of running) {
	const exitCode = await exited;
	const summary = readTestSummary(await report, exitCode);
	passed += summary.passed;
	failed += summary.failed;
	failures.push(...summary.failures);
}
// Again at the end: the reports above have thousands of lines.
if (failures.length > 0) console.log(`\nFailed:\n\n${failures.join("\n\n")}`);
if (!checked) console.log("\nThe check complained; see the top.");
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** The first process reports as it goes, the others when they are done. */
function startTests(shard: number): { report: Promise<string>; exited: Promise<number> } {
	// A busy machine must not fail a test; one that hangs still ends.
	const tests = Bun.spawn([process.execPath, "test", "--timeout=30000", `--shard=${shard}/${shards}`], {
		cwd: repositoryRoot,
		stdio: ["ignore", "ignore", "pipe"],
	});
	const read = async () => {
		const decoder = new TextDecoder();
		let report = "";
		for await (const chunk of tests.stderr) {
			if (shard === 1) process.stderr.write(chunk);
			report += decoder.decode(chunk, { stream: true });
		}
		if (shard > 1) process.stderr.write(report);
		return report;
	};
	return { report: read(), exited: tests.exited };
}
