import { describe, expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { failure, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const lines = (output: string) =>
	output
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));

describe("context management", () => {
	verifies("context-management:fallback:bad-chain-warns", async () => {
		await using omp = await ompProject({ replies: [text("Fine.")] });
		await omp.home.write(".omp/agent/config.yml", "retry:\n  fallbackChains:\n    default: [acme/none-such]\n");
		const { stdout, stderr, exitCode } = await omp.run(["-p", "go"]);
		expect({ stdout, exitCode }).toEqual({ stdout: "Fine.\n", exitCode: 0 });
		expect(stderr).toContain('retry.fallbackChains.default: Model "acme/none-such" not found.');
	});

	test("a context above the threshold is compacted, logged, and the session continues", async () => {
		await using omp = await ompProject({
			files: { "big.txt": `${"lorem ipsum dolor sit amet ".repeat(40)}\n`.repeat(40) },
			replies: [
				text("word ".repeat(4000)),
				toolCall("read", { i: "look", path: "big.txt" }),
				text("## Goal\nRead the file"),
				text("## Original Request\nRead the file"),
				text("I read a file."),
				text("All read."),
			],
		});
		await omp.home.write(".omp/agent/config.yml", "compaction: { thresholdTokens: 12000, keepRecentTokens: 100 }\n");
		const { stdout } = await omp.run(["--mode", "json", "-p", "say something", "look at big.txt"]);
		const events = lines(stdout).filter(({ type }) => /compaction|agent_/.test(type));
		expect(events.map(({ type }) => type)).toEqual([
			"agent_start",
			"agent_end",
			"agent_start",
			"auto_compaction_start",
			"auto_compaction_end",
			"agent_end",
		]);
		const [session = []] = await omp.sessions();
		expect(session.find(({ type }) => type === "compaction")).toMatchObject({ shortSummary: "I read a file." });
	});

	test("a fallback model is used when the usage limit is reached", async () => {
		await using omp = await ompProject({
			replies: [failure(429, "You have reached your usage limit"), text("I am the second.")],
		});
		await omp.home.write(".omp/agent/config.yml", "retry:\n  fallbackChains:\n    acme/a-1: [acme/a-2]\n");
		const { stdout } = await omp.run(["--mode", "json", "--model", "acme/a-1", "-p", "go"]);
		const events = lines(stdout);
		expect(events.find(({ type }) => type === "retry_fallback_applied")).toEqual({
			type: "retry_fallback_applied",
			from: "acme/a-1",
			to: "acme/a-2",
			role: "default",
		});
		expect(omp.model.requests.map(({ model }) => model)).toEqual(["a-1", "a-2"]);
	});
});
