import { expect, test } from "bun:test";
import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { until } from "@oh-my-pi/pi-testkit/until";
import { connectServer } from "./connect-server.ts";
import type { Params, ServerConfig, ServerPorts } from "./server/server-config.ts";

// The servers that the protocol's authors publish.
const everything = join(
	dirname(Bun.resolveSync("@modelcontextprotocol/server-everything/package.json", import.meta.dir)),
	"dist/index.js",
);
const filesystem = join(
	dirname(Bun.resolveSync("@modelcontextprotocol/server-filesystem/package.json", import.meta.dir)),
	"dist/index.js",
);

const stdio = (...args: readonly string[]): ServerConfig => ({
	name: "official",
	transport: "stdio",
	command: process.execPath,
	args,
});
const connect = (config: ServerConfig, ports: Partial<ServerPorts> = {}) =>
	connectServer(config, { clientInfo: { name: "test", version: "1" }, newId: () => crypto.randomUUID(), ...ports });

/** Everything that each transport has to carry. */
async function exercise(config: ServerConfig): Promise<void> {
	const methods: string[] = [];
	const asked: Params[] = [];
	await using server = await connect(config, {
		roots: () => [{ uri: "file:///work", name: "work" }],
		onNotification: (method) => methods.push(method),
		elicit: async (params) => {
			asked.push(params);
			return { action: "decline" };
		},
		sample: async () => ({
			role: "assistant",
			model: "scripted",
			content: { type: "text", text: "sampled" },
		}),
	});
	const has = async (name: string) => (await server.listTools()).some((tool) => tool.name === name);
	const text = async (name: string, args: Params) => {
		const { content } = await server.callTool(name, args);
		return content.map((block) => block.text ?? block.type).join("\n");
	};
	expect(await text("echo", { message: "hi" })).toBe("Echo: hi");
	expect((await server.callTool("get-tiny-image", {})).content.some(({ type }) => type === "image")).toBe(true);
	expect((await server.callTool("echo", {})).isError).toBe(true);
	const progress: number[] = [];
	await server.callTool(
		"trigger-long-running-operation",
		{ duration: 0.2, steps: 4 },
		{ onProgress: (update) => progress.push(update.progress) },
	);
	expect(progress).toEqual([1, 2, 3, 4]);
	const resources = await server.listResources();
	expect(resources.length).toBeGreaterThan(0);
	expect((await server.readResource(resources[0]?.uri ?? ""))[0]?.text).toBeString();
	expect((await server.listResourceTemplates()).length).toBeGreaterThan(0);
	await server.subscribe(resources[0]?.uri ?? "");
	await server.unsubscribe(resources[0]?.uri ?? "");
	const prompts = await server.listPrompts();
	expect(prompts.map(({ name }) => name)).toContain("simple-prompt");
	expect((await server.getPrompt("simple-prompt", {}))[0]?.content.type).toBe("text");
	await server.setLogLevel("debug");
	await server.ping();
	// These tools appear once the client has said what it can do.
	await until(() => has("trigger-sampling-request"));
	expect(await text("trigger-sampling-request", { prompt: "x", maxTokens: 5 })).toContain("sampled");
	await until(() => has("trigger-elicitation-request"));
	await server.callTool("trigger-elicitation-request", {});
	expect(asked).toHaveLength(1);
	await until(() => has("get-roots-list"));
	expect(await text("get-roots-list", {})).toContain("file:///work");
	expect(methods).toContain("notifications/tools/list_changed");
}

test("server-everything over stdio", async () => {
	await exercise(stdio(everything, "stdio"));
});

test("a task of server-everything asks for input and gives its result", async () => {
	const asked: Params[] = [];
	await using server = await connect(stdio(everything, "stdio"), {
		elicit: async (params) => {
			asked.push(params);
			return { action: "accept", content: { interpretation: "technical" } };
		},
	});
	const tools = await server.listTools();
	expect(tools.find(({ needsTask }) => needsTask)?.name).toBe("simulate-research-query");
	const told: unknown[] = [];
	const { content } = await server.callTool(
		"simulate-research-query",
		{ topic: "python", ambiguous: true },
		{ asTask: true, onProgress: ({ message }) => told.push(message) },
	);
	expect(asked).toHaveLength(1);
	expect(String(content[0]?.text)).toContain("# Research Report: python (technical)");
	expect(told).toContain("Gathering sources...");
}, 30_000);

for (const [transport, mode, path] of [
	["http", "streamableHttp", "mcp"],
	["sse", "sse", "sse"],
] as const) {
	test(`server-everything over ${transport}`, async () => {
		const port = await freePort();
		const child = Bun.spawn([process.execPath, everything, mode], {
			env: { ...process.env, PORT: String(port) },
			stdout: "ignore",
			stderr: "ignore",
		});
		try {
			const url = `http://localhost:${port}/${path}`;
			await until(() => fetch(`http://localhost:${port}/none`));
			await exercise({ name: "official", transport, url });
		} finally {
			child.kill();
			await child.exited;
		}
	});
}

test("server-filesystem reads a file in its folder and no other", async () => {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), "mcp-files-")));
	writeFileSync(join(folder, "a.txt"), "from the server");
	await using server = await connect(stdio(filesystem, folder));
	expect((await server.listTools()).map(({ name }) => name)).toContain("read_text_file");
	const read = await server.callTool("read_text_file", { path: join(folder, "a.txt") });
	expect(read.content).toEqual([{ type: "text", text: "from the server" }]);
	expect((await server.callTool("read_text_file", { path: "/etc/passwd" })).isError).toBe(true);
});

async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	return typeof address === "object" && address ? address.port : 0;
}
