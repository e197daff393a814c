import { describe, expect, test } from "bun:test";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { runToolWith } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { discoverAndLoadCustomTools } from "./custom-tools.ts";
import { discoverAndLoadHooks, HookRunner, HookToolWrapper, loadHooks } from "./hooks.ts";

/** Runs these hooks; what they push to `globalThis.seen` is collected. */
async function running(sources: Readonly<Record<string, string>>) {
	const files = await workspace(sources);
	const seen: unknown[] = [];
	Object.assign(globalThis, { seen });
	const { hooks, errors } = await loadHooks(
		Object.keys(sources).map((name) => files.file(name)),
		files.path,
	);
	const runner = new HookRunner(hooks, files.path);
	const failures: string[] = [];
	runner.onError(({ hookPath, event, error }) => failures.push(`${hookPath.split("/").pop()} ${event}: ${error}`));
	return { files, hooks, errors, runner, seen, failures, [Symbol.asyncDispose]: () => files[Symbol.asyncDispose]() };
}

const echo: AgentTool = {
	name: "echo",
	label: "Echo",
	prompt: "E",
	parameters: { type: "object", properties: { text: { type: "string" } } },
	execute: async ({ text }: { text: string }) => {
		if (text === "fail") throw new Error("it failed");
		return { content: text, details: { own: true } };
	},
} as AgentTool;

const hook = (body: string) => `export default (omp) => { ${body} };\n`;

verifies("extensions:hooks:library", async () => {
	await using at = await running({
		"a.ts":
			hook(`omp.on("tool_result", (event) => { seen.push([event.content[0].text, event.isError]); return { content: [{ type: "text", text: "a" }], isError: true }; });
			omp.on("before_agent_start", () => ({ message: { customType: "x", content: "first", display: true } }));
			omp.on("tool_call", ({ input }) => { if (input.text === "throws") throw new Error("guard is broken"); if (input.text === "no") return { block: true, reason: "not that" }; });
			omp.registerCommand("go", { description: "a", handler: async () => {} });`),
		"b.ts":
			hook(`omp.on("tool_result", (event) => { seen.push([event.content[0].text, event.isError]); return { content: [{ type: "text", text: "b" }] }; });
			omp.on("tool_result", () => { throw new Error("later"); });
			omp.on("before_agent_start", () => ({ message: { customType: "x", content: "second", display: true } }));
			omp.registerCommand("go", { description: "b", handler: async () => {} });
			omp.registerMessageRenderer("x", () => undefined);`),
	});
	const { tool } = new HookToolWrapper(echo, at.runner);
	// The last result wins, all see the original, `isError` is ignored.
	const output = await runToolWith(tool, { text: "hello" });
	expect(output).toMatchObject({ content: [{ type: "text", text: "b" }], details: { own: true } });
	expect(output.isError ?? false).toBe(false);
	expect(at.seen.splice(0)).toEqual([
		["hello", false],
		["hello", false],
	]);
	expect(at.failures).toEqual(["b.ts tool_result: later"]);
	// A failed tool stays failed, with its own error.
	await expect(runToolWith(tool, { text: "fail" })).rejects.toThrow("it failed");
	expect(at.seen.splice(0)).toEqual([
		["it failed", true],
		["it failed", true],
	]);
	// A `tool_call` that blocks or throws keeps the tool from running.
	await expect(runToolWith(tool, { text: "no" })).rejects.toThrow("not that");
	await expect(runToolWith(tool, { text: "throws" })).rejects.toThrow("guard is broken");
	expect(at.seen).toEqual([]);
	expect(await at.runner.emitBeforeAgentStart("hi")).toMatchObject({ message: { content: "first" } });
	expect(at.runner.getCommand("go")?.description).toBe("a");
	expect(at.runner.getMessageRenderer("x")).toBeFunction();
	expect(at.runner.getCommand("none")).toBeUndefined();
});

describe("the hook runner", () => {
	test("gives a context, chains messages, stops at a cancellation, and connects what hooks send", async () => {
		await using at = await running({
			"a.ts": hook(`omp.on("context", ({ messages }) => ({ messages: [...messages, "a"] }));
				omp.on("session_before_switch", (event, ctx) => { seen.push([event.reason, ctx.hasUI, ctx.isIdle(), typeof ctx.cwd]); return { cancel: true }; });
				omp.on("session_start", () => { omp.sendMessage({ customType: "c", content: "x", display: true }); omp.appendEntry("e", 1); });
				try { omp.appendEntry("too early"); } catch (error) { seen.push(error.message); }`),
			"b.ts": hook(`omp.on("context", ({ messages }) => ({ messages: [...messages, "b"] }));
				omp.on("session_before_switch", () => { seen.push("never"); });`),
		});
		expect(at.seen.splice(0)).toEqual(["appendEntry cannot be called before the session has started"]);
		const sent: unknown[] = [];
		at.runner.initialize({
			sendMessageHandler: ({ content }) => sent.push(content),
			appendEntryHandler: (type, data) => sent.push([type, data]),
		});
		expect(await at.runner.emitContext(["m"])).toEqual(["m", "a", "b"]);
		expect(await at.runner.emit({ type: "session_before_switch", reason: "new" })).toEqual({ cancel: true });
		expect(at.seen).toEqual([["new", false, true, "string"]]);
		await at.runner.emit({ type: "session_start" });
		expect(sent).toEqual(["x", ["e", 1]]);
	});

	test("what fails to load is named; hooks of a project that is not trusted are not run", async () => {
		await using files = await workspace({
			".git/HEAD": "",
			".omp/hooks/pre/mine.ts": "globalThis.hookRan = true; export default () => {};\n",
			"fine.ts": hook(
				"globalThis.hostParts = [typeof omp.pi.AgentSession, omp.arktype !== undefined, omp.zod.z !== undefined];",
			),
			"broken.ts": "export default (\n",
		});
		const given = [files.file("fine.ts"), files.file("broken.ts")];
		const { hooks, errors } = await discoverAndLoadHooks(given, files.path);
		expect(hooks.map(({ path }) => path.split("/").pop())).toEqual(["fine.ts"]);
		expect(errors.map(({ path, error }) => `${path.split("/").pop()}: ${error}`).toSorted()).toEqual([
			expect.stringMatching(/^broken\.ts: line 1/),
			"mine.ts: Not trusted; see omp trust",
		]);
		expect("hookRan" in globalThis).toBe(false);
		expect((globalThis as { hostParts?: unknown }).hostParts).toEqual(["function", true, true]);
	});
});

describe("custom tools for other programs", () => {
	const tool = (name: string) => `class Tool { name = "${name}"; description = "D"; parameters = { type: "object" };
		async execute() { return { content: [{ type: "text", text: this.name }] }; } }
		export default (pi) => { globalThis.stage = () => pi.pushPendingAction({ label: "x", apply: async () => ({ content: [] }) }); return new Tool(); };\n`;

	test("load from paths, with conflicts, descriptions and what is not trusted as errors", async () => {
		await using files = await workspace({
			".git/HEAD": "",
			".omp/tools/mine.ts": "globalThis.toolRan = true; export default () => [];\n",
			"a.ts": tool("a"),
			"again.ts": tool("a"),
			"read.ts": tool("read"),
			"about.md": "---\nname: about\n---\n",
		});
		const named = ["a.ts", "again.ts", "read.ts", "about.md"].map((name) => files.file(name));
		const { tools, errors } = await discoverAndLoadCustomTools(named, files.path, ["read"]);
		expect(tools.map(({ tool: loaded }) => loaded.name)).toEqual(["a"]);
		expect(errors.map(({ path, error }) => `${path.split("/").pop()}: ${error}`)).toEqual([
			"about.md: This file describes a tool and cannot be loaded as one",
			"mine.ts: Not trusted; see omp trust",
			'again.ts: Tool name "a" conflicts with an existing tool',
			'read.ts: Tool name "read" conflicts with an existing tool',
		]);
		expect("toolRan" in globalThis).toBe(false);
		const { stage } = globalThis as unknown as { stage: () => void };
		expect(stage).toThrow("Pending action store unavailable for custom tools in this runtime.");
		const staged: string[] = [];
		await discoverAndLoadCustomTools([files.file("a.ts")], files.path, [], {
			pushPendingAction: ({ label }) => staged.push(label),
		});
		(globalThis as unknown as { stage: () => void }).stage();
		expect(staged).toEqual(["x"]);
	});
});
