import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { CliError } from "../../../process/usage-error.ts";
import { type CommandWorld, runCommandIn } from "../../testing/run-command-in.ts";
import { models } from "./models.ts";

const yaml = `
providers:
  gw:
    baseUrl: http://127.0.0.1:9/v1
    auth: none
    api: openai-completions
    models:
      - { id: fast, contextWindow: 200000, maxTokens: 8192, cost: { input: 0.5, output: 2 } }
      - { id: deep, reasoning: true, input: [text, image], contextWindow: 1050000 }
`;

const run = (command: typeof models, argv: string[], world: CommandWorld = {}) =>
	runCommandIn(command, argv, { files: { "agent/models.yml": yaml }, ...world });

verifies("models-and-auth:cli:models-table", async () => {
	const { stdout, code } = await run(models, ["gw"]);
	expect(stdout).toBe(`● gw (2 models, usable now)
  model  context  max-out  thinking                       images  $/M in  $/M out
  fast      200K       8K  -                              -          0.5        2
  deep     1.05M      16K  minimal,low,medium,high,xhigh  yes          -        -

2 models; usable now: gw (2)
`);
	expect(code).toBe(0);
});

test("omp models: lists usable models first, and what is missing for the others", async () => {
	const { stdout } = await run(models, []);
	const heads = stdout.split("\n").filter((line) => /^[●○]/.test(line));
	expect(heads.length).toBeGreaterThan(50);
	expect(heads.slice(0, 2)).toEqual(["● gw (2 models, usable now)", "● offline (1 model, usable now)"]);
	expect(heads).toContain(
		"○ groq (6 models): log in with /login groq, set GROQ_API_KEY, or give the provider an apiKey in models.yml.",
	);
	expect(stdout.split("\n").length).toBeGreaterThan(1000);
	expect(stdout).toContain("  claude-opus-4-8 ");
});

test("omp models: without any key it suggests setting one", async () => {
	const { stdout } = await run(models, ["offline"], { files: {} });
	expect(stdout).toEndWith("\nNo models available. Set API keys in environment variables.\n");
});

verifies("models-and-auth:cli:models-json", async () => {
	const { stdout, stderr } = await run(models, ["gw", "deep", "--json"]);
	expect(stderr).toBe("");
	expect(JSON.parse(stdout)).toEqual({
		models: [
			{
				provider: "gw",
				id: "deep",
				selector: "gw/deep",
				name: "deep",
				contextWindow: 1_050_000,
				maxTokens: 16_384,
				reasoning: true,
				thinking: ["minimal", "low", "medium", "high", "xhigh"],
				input: ["text", "image"],
				cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
				usable: true,
			},
		],
	});
});

test("omp models find: matching models, and what --model would select", async () => {
	const { stdout, code } = await run(models, ["find", "opus"], { env: { ANTHROPIC_API_KEY: "k" }, files: {} });
	expect(stdout).toStartWith("● anthropic (12 models, usable now)\n");
	expect(stdout).toEndWith("\n--model opus selects anthropic/claude-opus-5-5\n");
	expect(code).toBe(0);
	const high = await run(models, ["find", "opus:high"], { env: { ANTHROPIC_API_KEY: "k" }, files: {} });
	expect(high.stdout).toEndWith("\n--model opus:high selects anthropic/claude-opus-5-5 at high\n");
	expect(high.stdout).toStartWith("● anthropic (12 models, usable now)\n");
	const nothing = await run(models, ["find", "no-such-thing"]);
	expect(nothing).toMatchObject({ code: 1, stdout: "" });
	await expect(run(models, ["find"])).rejects.toThrow(CliError);
});

test("omp models: a broken models.yml is named with its line, and the bundled models are listed", async () => {
	const files = { "agent/models.yml": "providers:\n  gw:\n    baseUrl: [1]\n" };
	const { stdout, stderr, dir } = await run(models, ["anthropic"], { files });
	expect(stderr).toBe(
		`Warning: ${dir}/agent/models.yml:3: providers.gw.baseUrl: must be a text (the provider gw is left out)\n`,
	);
	expect(stdout).toContain("claude-opus-4-8");
});

verifies("models-and-auth:registry:disabled-providers", async () => {
	const files = {
		"agent/models.yml": yaml,
		"agent/config.yml": 'disabledProviders: [{ path: "~", providers: [gw] }]\n',
	};
	const { stdout } = await run(models, ["gw"], { files });
	expect(stdout).toStartWith("○ gw (2 models): gw is in disabledProviders\n");
});

test("omp models: a key in .env counts", async () => {
	const { stdout } = await run(models, ["groq"], { files: { ".env": "GROQ_API_KEY=gsk-1\n" } });
	expect(stdout).toStartWith("● groq (6 models, usable now)\n");
});

test("omp models: an unknown action is refused with the usage", async () => {
	await expect(run(models, ["bogus"])).rejects.toThrow(
		'Expected action to be one of: ls, find, refresh, or a provider; got "bogus"\nUSAGE\n',
	);
});

test("omp models refresh: queries the endpoints and prints the results", async () => {
	using gateway = Bun.serve({ port: 0, fetch: () => Response.json({ data: [{ id: "a" }, { id: "b" }] }) });
	const entry = (url: string) =>
		`{ baseUrl: "${url}", auth: none, api: openai-completions, discovery: { type: openai-models-list } }`;
	const files = {
		"agent/models.yml": `providers:\n  up: ${entry(`http://127.0.0.1:${gateway.port}`)}\n  down: ${entry("http://127.0.0.1:9")}\n`,
	};
	const { stdout, code } = await run(models, ["refresh"], { files });
	expect(stdout).toContain("up: 2 models\n");
	expect(stdout).toMatch(/^down: failed: /m);
	expect(code).toBe(0);
});
