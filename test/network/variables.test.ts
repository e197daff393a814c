import { expect, setDefaultTimeout } from "bun:test";
import { requiresNamespaces } from "@oh-my-pi/pi-testkit/network/real-addresses";
import { world } from "./world.ts";

setDefaultTimeout(300_000);
const onRealAddresses = requiresNamespaces();
const open = world(({ url }) => [{ name: "gateway.example", server: url }]);

interface Case {
	readonly model: string;
	readonly env: Readonly<Record<string, string>>;
	readonly path: string;
	/** The header with the key. */
	readonly header: readonly [name: string, value: string];
}

const key = "key-0123456789-abcdef";
const bearer = ["authorization", `Bearer ${key}`] as const;
const address = "https://gateway.example";

const cases: Readonly<Record<string, Case>> = {
	ANTHROPIC_BASE_URL: {
		model: "anthropic/claude-sonnet-4-5",
		env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: address },
		path: "/v1/messages",
		header: ["x-api-key", key],
	},
	ANTHROPIC_AUTH_TOKEN: {
		model: "anthropic/claude-sonnet-4-5",
		env: { ANTHROPIC_AUTH_TOKEN: key, ANTHROPIC_API_KEY: "another", ANTHROPIC_BASE_URL: address },
		path: "/v1/messages",
		header: bearer,
	},
	OPENAI_BASE_URL: {
		model: "openai/gpt-5.5",
		env: { OPENAI_API_KEY: key, OPENAI_BASE_URL: `${address}/v1` },
		path: "/v1/responses",
		header: bearer,
	},
	OPENAI_API_BASE: {
		model: "openai/gpt-5.5",
		env: { OPENAI_API_KEY: key, OPENAI_API_BASE: `${address}/v1/` },
		path: "/v1/responses",
		header: bearer,
	},
	GOOGLE_GEMINI_BASE_URL: {
		model: "google/gemini-3.1-pro-preview",
		env: { GEMINI_API_KEY: key, GOOGLE_API_KEY: "another", GOOGLE_GEMINI_BASE_URL: address },
		path: "/v1beta/models/gemini-3.1-pro-preview:streamGenerateContent?alt=sse",
		header: ["x-goog-api-key", key],
	},
	GOOGLE_API_KEY: {
		model: "google/gemini-3.1-pro-preview",
		env: { GOOGLE_API_KEY: key, GOOGLE_GEMINI_BASE_URL: `${address}/v1beta/` },
		path: "/v1beta/models/gemini-3.1-pro-preview:streamGenerateContent?alt=sse",
		header: ["x-goog-api-key", key],
	},
	OPENROUTER_BASE_URL: {
		model: "openrouter/openai/gpt-5.5",
		env: { OPENROUTER_API_KEY: key, OPENROUTER_BASE_URL: `${address}/v1` },
		path: "/v1/chat/completions",
		header: bearer,
	},
	DEEPSEEK_BASE_URL: {
		model: "deepseek/deepseek-v4-pro",
		env: { DEEPSEEK_API_KEY: key, DEEPSEEK_BASE_URL: `${address}/v1` },
		path: "/v1/chat/completions",
		header: bearer,
	},
	KIMI_CODE_BASE_URL: {
		model: "kimi-code/kimi-for-coding",
		env: { KIMI_API_KEY: key, KIMI_CODE_BASE_URL: `${address}/v1` },
		path: "/v1/messages",
		header: ["x-api-key", key],
	},
	TOGETHER_BASE_URL: {
		model: "together/",
		env: { TOGETHER_API_KEY: key, TOGETHER_BASE_URL: `${address}/v1` },
		path: "/v1/chat/completions",
		header: bearer,
	},
};

for (const [name, { model: selector, env, path, header }] of Object.entries(cases)) {
	onRealAddresses(`${name} is used, with the key where the gateway expects it`, async () => {
		const { net, model } = await open();
		await net.files.write("home/.omp/agent/config.yml", "retry: { enabled: false }\n");
		const args = ["-p", "hi", ...(selector.endsWith("/") ? [] : ["--model", selector])];
		const { stdout, stderr } = await net.omp(args, { env });
		expect([stdout, stderr.replace(/^Approvals.*\n/, "")]).toEqual(["It works.\n", ""]);
		const { headers = {}, path: requested } = model.exchanges.at(-1) ?? {};
		expect([headers.host, requested, headers[header[0]]]).toEqual(["gateway.example", path, header[1]]);
		const withKeys = ["authorization", "x-api-key", "x-goog-api-key"].filter((one) => headers[one] !== undefined);
		expect(withKeys).toEqual([header[0]]);
	});
}

onRealAddresses("a project's .env sends no key elsewhere", async () => {
	const { net, model } = await open();
	const count = model.requests.length;
	const lines = Object.entries(cases).flatMap(([, { env }]) =>
		Object.entries(env).map(([name, value]) => `${name}=${value}`),
	);
	await net.files.write("hostile/.env", `${lines.filter((line) => line.includes(address)).join("\n")}\n`);
	for (const [, { model: selector, env }] of Object.entries(cases)) {
		const keys = Object.fromEntries(Object.entries(env).filter(([, value]) => !value.includes(address)));
		const args = ["-p", "hi", "--trust", ...(selector.endsWith("/") ? [] : ["--model", selector])];
		const { exitCode } = await net.omp(args, { env: keys, cwd: net.files.file("hostile") });
		expect(exitCode).toBe(1);
	}
	expect(model.requests.length).toBe(count);
});
