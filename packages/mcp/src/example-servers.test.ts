import { describe, expect, test } from "bun:test";
import { dirname, join } from "node:path";
import { until } from "@oh-my-pi/pi-testkit/until";
import { connectServer, type ServerConnection } from "./connect-server.ts";
import type { Params, ServerConfig, ServerPorts } from "./server/server-config.ts";

// The example servers of the official SDK.
const folder = join(dirname(Bun.resolveSync("@modelcontextprotocol/sdk/types.js", import.meta.dir)), "examples/server");
const freePort = join(import.meta.dir, "testing/free-port.ts");

function connect(config: Omit<ServerConfig, "name">, ports: Partial<ServerPorts> = {}): Promise<ServerConnection> {
	const own = { clientInfo: { name: "test", version: "1" }, newId: () => crypto.randomUUID(), ...ports };
	return connectServer({ name: "example", ...config }, own);
}

const overPipes = (name: string, ports?: Partial<ServerPorts>) =>
	connect({ transport: "stdio", command: process.execPath, args: [join(folder, `${name}.js`)] }, ports);

/** Starts an example that listens on a port. */
async function listening(name: string): Promise<{ readonly origin: string } & AsyncDisposable> {
	const child = Bun.spawn([process.execPath, "--preload", freePort, join(folder, `${name}.js`)], {
		stdin: "ignore",
		stdout: "pipe",
		stderr: "pipe",
	});
	let said = "";
	const read = async (stream: ReadableStream<Uint8Array>) => {
		const decoder = new TextDecoder();
		for await (const chunk of stream) said += decoder.decode(chunk, { stream: true });
	};
	void read(child.stdout);
	void read(child.stderr);
	const port = await until(() => /took port (\d+)/.exec(said)?.[1], { describe: () => said });
	return {
		origin: `http://127.0.0.1:${port}`,
		async [Symbol.asyncDispose]() {
			child.kill("SIGKILL");
			await child.exited;
		},
	};
}

const texts = ({ content }: { readonly content: readonly Params[] }) =>
	content.map(({ text }) => String(text)).join("\n");

describe("examples of the SDK", () => {
	test("mcpServerOutputSchema: a result with structure", async () => {
		await using server = await overPipes("mcpServerOutputSchema");
		const result = await server.callTool("get_weather", { city: "Oslo", country: "Norway" });
		expect(result).toMatchObject({ isError: false, structuredContent: { temperature: expect.any(Object) } });
	});

	test("progressExample: progress, and a call that is cancelled", async () => {
		await using server = await overPipes("progressExample");
		const progress: unknown[] = [];
		const result = await server.callTool("count", { n: 3 }, { onProgress: (one) => progress.push(one.message) });
		expect(texts(result)).toBe("Counted to 3");
		expect(progress).toEqual(["Counting: 1/3", "Counting: 2/3", "Counting: 3/3"]);
		const cancel = new AbortController();
		const cancelled = server.callTool(
			"count",
			{ n: 100 },
			{ signal: cancel.signal, onProgress: () => cancel.abort("enough") },
		);
		await expect(cancelled).rejects.toBe("enough");
		expect(texts(await server.callTool("count", { n: 1 }))).toBe("Counted to 1");
	});

	test("toolWithSampleServer: a tool that asks the model of the client", async () => {
		const sample = async ({ messages }: Params) => {
			expect(JSON.stringify(messages)).toContain("a long text");
			return { role: "assistant", model: "scripted", content: { type: "text", text: "short" } };
		};
		await using server = await overPipes("toolWithSampleServer", { sample });
		expect(texts(await server.callTool("summarize", { text: "a long text" }))).toBe("short");
	});

	test("jsonResponseStreamableHttp: answers without a stream", async () => {
		await using example = await listening("jsonResponseStreamableHttp");
		await using server = await connect({ transport: "http", url: `${example.origin}/mcp` });
		expect(texts(await server.callTool("greet", { name: "Ada" }))).toBe("Hello, Ada!");
	});

	test("simpleStreamableHttp: tools, log lines, a form, resources and prompts", async () => {
		await using example = await listening("simpleStreamableHttp");
		const heard: string[] = [];
		const forms: unknown[] = [];
		await using server = await connect(
			{ transport: "http", url: `${example.origin}/mcp` },
			{
				onNotification: (method) => heard.push(method),
				elicit: async ({ requestedSchema }) => {
					forms.push(Object.keys(Object(requestedSchema).properties));
					return { action: "accept", content: { name: "Ada", email: "ada@example.com" } };
				},
			},
		);
		expect(texts(await server.callTool("greet", { name: "Ada" }))).toBe("Hello, Ada!");
		await server.callTool("start-notification-stream", { interval: 5, count: 3 });
		await until(() => heard.filter((method) => method === "notifications/message").length >= 3);
		expect(texts(await server.callTool("collect-user-info", { infoType: "contact" }))).toContain("ada@example.com");
		expect(forms).toEqual([["name", "email", "phone"]]);
		const [resource] = await server.listResources();
		expect((await server.readResource(resource?.uri ?? ""))[0]?.text).toBeString();
		const [prompt] = await server.listPrompts();
		expect(await server.getPrompt(prompt?.name ?? "", { name: "Ada" })).toHaveLength(1);
	});

	test("simpleStatelessStreamableHttp: a server without sessions", async () => {
		await using example = await listening("simpleStatelessStreamableHttp");
		await using server = await connect({ transport: "http", url: `${example.origin}/mcp` });
		const result = await server.callTool("start-notification-stream", { interval: 5, count: 2 });
		expect(texts(result)).toContain("every 5ms");
	});

	for (const [name, transport, path] of [
		["simpleSseServer", "sse", "/mcp"],
		["sseAndStreamableHttpCompatibleServer", "sse", "/sse"],
		["sseAndStreamableHttpCompatibleServer", "http", "/mcp"],
	] as const) {
		test(`${name} over ${transport}`, async () => {
			await using example = await listening(name);
			let count = 0;
			await using server = await connect(
				{ transport, url: `${example.origin}${path}` },
				{ onNotification: (method) => void (method === "notifications/message" && count++) },
			);
			const result = await server.callTool("start-notification-stream", { interval: 5, count: 3 });
			expect(texts(result)).toContain("notifications every 5ms");
			await until(() => count >= 3);
		});
	}

	test("ssePollingExample: a stream that the server ends before the answer is resumed", async () => {
		await using example = await listening("ssePollingExample");
		await using server = await connect({ transport: "http", url: `${example.origin}/mcp` });
		expect(texts(await server.callTool("long-task", {}))).toBe("Long task completed successfully!");
	});

	test("elicitationFormExample: a form with fields of every kind", async () => {
		await using example = await listening("elicitationFormExample");
		const content = {
			username: "ada",
			email: "ada@example.com",
			password: "12345678",
			newsletter: true,
			role: "designer",
		};
		await using server = await connect(
			{ transport: "http", url: `${example.origin}/mcp` },
			{ elicit: async () => ({ action: "accept", content }) },
		);
		expect(texts(await server.callTool("register_user", {}))).toContain("ada@example.com");
	});

	test("honoWebStandardStreamableHttp", async () => {
		await using example = await listening("honoWebStandardStreamableHttp");
		await using server = await connect({ transport: "http", url: `${example.origin}/mcp` });
		expect(texts(await server.callTool("greet", { name: "Ada" }))).toContain("Ada");
	});
});
