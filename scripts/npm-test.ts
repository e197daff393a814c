import { checkParts } from "./check/check-parts.ts";
import { runCheck } from "./check/run-check.ts";
import { readTestSummary } from "./check/test-summary.ts";
import { repositoryRoot } from "./repository-root.ts";

const checked = await runCheck(repositoryRoot, checkParts, console.log);

// A busy machine must not fail a test; one that hangs still ends.
const tests = Bun.spawn([process.execPath, "test", "--timeout=30000"], {
	cwd: repositoryRoot,
	stdio: ["ignore", "inherit", "pipe"],
});
const decoder = new TextDecoder();
let report = "";
for await (const chunk of tests.stderr) {
	process.stderr.write(chunk);
	report += decoder.decode(chunk, { stream: true });
}
const exitCode = await tests.exited;

const summary = readTestSummary(report, exitCode);
const failed = summary.failed + (checked ? 0 : 1);
if (!checked) console.log("\nThe check complained; see the top.");
console.log(`\n${summary.passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
