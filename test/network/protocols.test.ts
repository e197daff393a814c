import { afterAll, expect, setDefaultTimeout } from "bun:test";
import { requiresNamespaces } from "@oh-my-pi/pi-testkit/network/real-addresses";
import { world } from "./world.ts";

setDefaultTimeout(300_000);
const onRealAddresses = requiresNamespaces();
const record = () =>
	Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		fetch(request) {
			recorded.push(`${request.headers.get("host")}${new URL(request.url).pathname}`);
			return Response.json({ error: { message: "Not today" } }, { status: 400 });
		},
	});
const open = world(({ url }) => {
	recorder = record();
	return [
		{ name: "model.example", server: url },
		{ name: "recorder.example", server: recorder.url.href },
	];
});
let recorder: ReturnType<typeof record> | undefined;
const recorded: string[] = [];
afterAll(() => recorder?.stop(true));

const key = "key-0123456789-abcdef";

/** A model of each protocol, with what its provider needs besides an address. */
const protocols: Readonly<Record<string, { path: string; env: Readonly<Record<string, string>> }>> = {
	"anthropic/claude-sonnet-4-5": { path: "", env: { ANTHROPIC_API_KEY: key } },
	"deepseek/deepseek-v4-pro": { path: "/v1", env: { DEEPSEEK_API_KEY: key } },
	"openai/gpt-5.5": { path: "/v1", env: { OPENAI_API_KEY: key } },
	"google/gemini-3.1-pro-preview": { path: "/v1beta", env: { GEMINI_API_KEY: key } },
	"amazon-bedrock/us.anthropic.claude-opus-4-8": {
		path: "",
		env: { AWS_ACCESS_KEY_ID: "AKIDEXAMPLE", AWS_SECRET_ACCESS_KEY: key, AWS_REGION: "eu-west-1" },
	},
	"azure-openai-responses/gpt-5.5": { path: "/openai/v1", env: { AZURE_OPENAI_API_KEY: key } },
	"google-vertex/gemini-3.1-pro-preview": {
		path: "",
		env: { GOOGLE_CLOUD_ACCESS_TOKEN: key, GOOGLE_CLOUD_PROJECT: "p1", GOOGLE_CLOUD_LOCATION: "europe-west4" },
	},
	"ollama-cloud/gpt-oss:120b": { path: "", env: { OLLAMA_CLOUD_API_KEY: key } },
};

for (const [selector, { path, env }] of Object.entries(protocols)) {
	onRealAddresses(`${selector} answers at http and https without a port`, async () => {
		const { net } = await open();
		const [provider = ""] = selector.split("/");
		for (const scheme of ["http", "https"]) {
			const home = net.files.file(`${provider}-${scheme}`);
			const lines = `providers:\n  ${provider}: { baseUrl: "${scheme}://model.example${path}" }\n`;
			await net.files.write(`${provider}-${scheme}/.omp/agent/models.yml`, lines);
			const result = await net.omp(["-p", "hi", "--model", selector], { home, env });
			expect([scheme, result.stdout, result.exitCode]).toEqual([scheme, "It works.\n", 0]);
		}
	});
}

/** Protocols that the scripted model does not speak: it matters here that the request arrives. */
const others = {
	"openai-codex-responses": "/codex/responses",
	"google-gemini-cli": "/v1internal:streamGenerateContent",
	"pi-native": "/v1/pi/stream",
};

for (const [api, path] of Object.entries(others)) {
	onRealAddresses(`requests of ${api} arrive at http and https without a port`, async () => {
		const { net } = await open();
		recorded.length = 0;
		for (const scheme of ["http", "https"]) {
			const folder = `${api}-${scheme}`;
			const lines = [
				"providers:",
				"  other:",
				`    { baseUrl: "${scheme}://recorder.example", apiKey: ACME_KEY, api: ${api}, models: [{ id: m }] }`,
			];
			await net.files.write(`${folder}/.omp/agent/models.yml`, `${lines.join("\n")}\n`);
			const home = net.files.file(folder);
			const { exitCode, stderr } = await net.omp(["-p", "hi", "--model", "other/m"], { home, env: { ACME_KEY: key } });
			expect([exitCode, stderr]).toEqual([1, expect.stringContaining("Not today")]);
		}
		expect(recorded).toEqual([`recorder.example${path}`, `recorder.example${path}`]);
	});
}
