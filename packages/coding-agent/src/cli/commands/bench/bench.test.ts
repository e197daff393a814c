import { expect } from "bun:test";
import { modelServer } from "@oh-my-pi/pi-testkit/servers/model-server";
import { delivered, failure, text } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { CliError, UsageError } from "../../../process/usage-error.ts";
import { runCommandIn } from "../../testing/run-command-in.ts";
import { bench } from "./bench.ts";
import { buildReport } from "./bench-report.ts";

const words = "word ".repeat(30);
const slow = delivered(text(words, { usage: { inputTokens: 10, outputTokens: 60 } }), {
	chunkChars: 30,
	chunkDelayMs: 4,
});

verifies("cli:sub:bench", async () => {
	await using server = await modelServer({
		replies: [...Array.from({ length: 6 }, () => slow), failure(400, "no such deployment"), failure(400, "still none")],
	});
	const cost = "{ input: 3, output: 15, cacheRead: 0, cacheWrite: 0 }";
	const models = [
		"providers:",
		"  acme:",
		`    baseUrl: ${server.url}`,
		"    apiKey: ACME_KEY",
		"    api: anthropic-messages",
		"    models:",
		`      - { id: a-1, contextWindow: 200000, maxTokens: 8192, cost: ${cost} }`,
		`      - { id: a-2, contextWindow: 200000, maxTokens: 100, cost: ${cost} }`,
		"",
	].join("\n");
	const run = (...argv: string[]) =>
		runCommandIn(bench, argv, { files: { "agent/models.yml": models }, env: { ACME_KEY: "key" } });

	const { stdout, stderr, code } = await run(
		"acme/a-1",
		"acme/a-2",
		"--runs",
		"2",
		"--max-tokens",
		"200",
		"--par",
		"1",
		"--json",
	);
	expect([code, stderr]).toEqual([0, "Asking 2 models 2 times each…\n"]);
	const { models: reports } = JSON.parse(stdout);
	const figure = { median: expect.any(Number), min: expect.any(Number), max: expect.any(Number) };
	const measured = {
		ttftMs: expect.any(Number),
		durationMs: expect.any(Number),
		outputTokens: 60,
		cost: expect.closeTo(0.00093),
	};
	expect(reports).toMatchObject(
		["acme/a-1", "acme/a-2"].map((model) => ({
			model,
			failed: 0,
			runs: [measured, measured],
			ttftMs: figure,
			outputTokens: { median: 60, min: 60, max: 60 },
			cost: expect.closeTo(0.00186),
		})),
	);
	// max_tokens is capped by the model, and a nonce defeats the prompt cache.
	expect(server.requests.map((request) => (request as { max_tokens?: number }).max_tokens)).toEqual([
		200, 200, 100, 100,
	]);
	expect(JSON.stringify(server.requests[0])).toContain("[id] Explain");

	const table = await run("acme/a-1", "--runs", "2", "--prompt", "Count to three");
	expect(table.stdout).toMatch(/^model +first token +tokens\/s +range +tokens +cost +failed\nacme\/a-1 +\d+ ms +/);
	expect(JSON.stringify(server.requests.at(-1))).toContain("Count to three");

	const failed = await run("acme/a-2", "--runs", "2", "--par", "1");
	expect([failed.code, failed.stdout.split("\n")[1]]).toEqual([1, expect.stringMatching(/^acme\/a-2 .* 2\/2$/)]);
	expect(failed.stderr).toContain("acme/a-2: 400 no such deployment");
	await expect(run("nonsense-99")).rejects.toThrow(CliError);
	await expect(run("acme/a-1", "--runs", "0")).rejects.toThrow(UsageError);
	await expect(run()).rejects.toThrow("Expected at least one model");

	const runs = [10, 30, 20].map((tokensPerSecond) => ({
		...measured,
		ttftMs: 5,
		durationMs: 9,
		cost: 1,
		tokensPerSecond,
	}));
	expect(buildReport("m", [...runs, { error: "gone" }])).toMatchObject({
		failed: 1,
		tokensPerSecond: { median: 20, min: 10, max: 30 },
		cost: 3,
	});
});
