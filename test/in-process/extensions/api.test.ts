import { describe, expect, test } from "bun:test";
import { says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { extendedSession } from "./extended-session.ts";

/** An extension whose command `go` runs the given body. */
const going = (body: string, before = "") =>
	`export default (pi) => { ${before}; pi.registerCommand("go", { handler: async (args, ctx) => { ${body} } }); };\n`;

describe("actions", () => {
	verifies("extensions:module:actions-during-load", async () => {
		const source = `export default (pi) => {
			for (const call of [() => pi.getActiveTools(), () => pi.sendMessage({ customType: "x", content: "", display: true }),
				() => pi.appendEntry("x"), () => pi.getSessionName()]) {
				try { call(); } catch (error) { seen.push(error.name + ": " + error.message); }
			}
			pi.events.on("now", (data) => seen.push(data));
			pi.events.emit("now", "works");
			seen.push(pi.getFlag("none"));
		};`;
		await using at = await extendedSession({ "a.ts": source });
		const text =
			"ExtensionRuntimeNotInitializedError: Extension runtime not initialized. Action methods cannot be called during extension loading.";
		expect(at.seen).toEqual([text, text, text, text, "works", undefined]);
	});

	verifies("extensions:api:event-bus", async () => {
		const sources = {
			"a.ts": `export default (pi) => { pi.events.on("hello", () => { throw new Error("deaf"); });
				const leave = pi.events.on("hello", (data) => { seen.push(data); leave(); }); };`,
			"b.ts": `export default (pi) => { pi.events.emit("hello", { from: "b" }); pi.events.emit("hello", "again"); };`,
		};
		await using at = await extendedSession(sources);
		expect(at.seen).toEqual([{ from: "b" }]);
	});

	verifies("extensions:api:append-entry", async () => {
		await using at = await extendedSession(
			{ "a.ts": going(`pi.appendEntry("my.entry", { secret: "kept" });`) },
			{ answers: [says("A."), says("B.")] },
		);
		await at.prompt("one");
		await at.command("go");
		await at.prompt("two");
		const kept = at.session.log.path().flatMap(({ id }) => at.session.log.findEntry(id) ?? []);
		expect(kept).toContainEqual(
			expect.objectContaining({ type: "custom", customType: "my.entry", data: { secret: "kept" } }),
		);
		expect(at.sent().join()).not.toContain("kept");
	});

	verifies("extensions:api:exec", async () => {
		const body = `
			seen.push(await pi.exec("sh", ["-c", "echo out; echo err >&2; exit 3"]));
			seen.push((await pi.exec("pwd", [], { cwd: "/" })).stdout);
			seen.push((await pi.exec("sleep", ["30"], { timeout: 20 })).killed);
			seen.push((await pi.exec("sleep", ["30"], { signal: AbortSignal.timeout(20) })).killed);
			seen.push((await pi.exec("no-such-program", [])).code);`;
		await using at = await extendedSession({ "a.ts": going(body) });
		await at.command("go");
		expect(at.seen).toEqual([{ stdout: "out\n", stderr: "err\n", code: 3, killed: false }, "/\n", true, true, 127]);
	});

	verifies("extensions:api:session-name", async () => {
		await using at = await extendedSession({
			"a.ts": going(`seen.push(pi.getSessionName()); await pi.setSessionName("Mine"); seen.push(pi.getSessionName());`),
		});
		await at.command("go");
		expect(at.seen).toEqual([undefined, "Mine"]);
	});

	verifies("extensions:api:active-tools", async () => {
		const body = `seen.push(pi.getAllTools().some(({ name }) => name === "bash")); await pi.setActiveTools(["read"]);`;
		await using at = await extendedSession({ "a.ts": going(body) }, { answers: [says("A.")] });
		await at.command("go");
		await at.prompt("hi");
		expect(at.offered()).toEqual([["read"]]);
		expect(at.seen).toEqual([true]);
	});

	verifies("extensions:ui:no-ui-defaults", async () => {
		const body = `const { ui } = ctx;
			seen.push(await ui.select("?", ["a"]), await ui.confirm("?", "?"), await ui.input("?"), await ui.editor("?"));
			ui.notify("x"); ui.setStatus("k", "v"); ui.setWidget("k", ["v"]); ui.setTitle("t"); ui.setEditorText("x");
			ui.setFooter(); ui.setHeader(); ui.setWorkingMessage("x");
			seen.push(await ui.custom(() => ({ render: () => [] })));`;
		await using at = await extendedSession({ "a.ts": going(body) });
		await at.command("go");
		expect(at.seen).toEqual([undefined, false, undefined, undefined, undefined]);
		expect(at.failures).toEqual([]);
	});
});

describe("isolation", () => {
	test("a handler that throws or hangs is named once, and the others and the run go on", async () => {
		const bad = `export default (pi) => {
			pi.on("turn_start", () => { throw new Error("bad turn"); });
			pi.on("agent_start", () => new Promise(() => {}));
			pi.registerCommand("go", { handler: async () => { throw new Error("bad command"); } });
		};`;
		const good = `export default (pi) => pi.on("turn_start", () => { seen.push("turn"); });`;
		const config = "extensionHandlers: { toolCallTimeoutMs: 30 }\n";
		const answers = [says("A."), says("B.")];
		await using at = await extendedSession({ "bad.ts": bad, "good.ts": good }, { answers, config });
		await at.prompt("one");
		await at.prompt("two");
		await at.command("go");
		expect(at.seen).toEqual(["turn", "turn"]);
		expect(at.failures).toEqual([
			"bad.ts agent_start: no answer within 30 ms",
			"bad.ts turn_start: bad turn",
			"bad.ts command:go: bad command",
		]);
	});

	verifies("extensions:context:managed-timers", async () => {
		const source = `export default (pi) => pi.on("session_start", (_event, ctx) => {
			ctx.setInterval(() => seen.push("tick"), 2);
			ctx.setTimeout(() => { throw new Error("bad timer"); }, 1);
			ctx.clearTimer(ctx.setTimeout(() => seen.push("never"), 1));
		});`;
		const at = await extendedSession({ "a.ts": source });
		await until(() => at.seen.length > 2 && at.failures.length === 1);
		await at[Symbol.asyncDispose]();
		const count = at.seen.length;
		await Bun.sleep(20);
		expect(at.seen).toHaveLength(count);
		expect(at.seen).not.toContain("never");
		expect(at.failures).toEqual(["a.ts timer: bad timer"]);
	});

	test("shows and timers that come and go leave nothing to undo", async () => {
		const source = `export default (pi) => pi.registerCommand("go", { handler: async (_args, ctx) => {
			for (let n = 0; n < 1000; n++) { ctx.ui.setStatus("s", String(n)); ctx.clearTimer(ctx.setTimeout(() => {}, 1000)); }
			ctx.ui.setStatus("s", undefined);
		} });`;
		const cleared: string[] = [];
		const { headlessUi } = await import("../../../packages/coding-agent/src/features/extensions/api/headless-ui.ts");
		const setStatus = (key: string, text: string | undefined) => void (text === undefined && cleared.push(key));
		await using at = await extendedSession({ "a.ts": source }, { front: { ui: { ...headlessUi, setStatus } } });
		await at.command("go");
		at.extensions.unload();
		expect(cleared).toEqual(["s"]);
	});

	verifies("extensions:module:reload-on-change", async () => {
		const source = (name: string) => `import { version } from "./lib.ts";
			export default (pi) => {
				pi.on("session_start", (_event, ctx) => {
					seen.push("start " + version);
					ctx.ui.setStatus("s", version);
					ctx.setInterval(() => seen.push("tick " + version), 1);
				});
				pi.on("agent_start", () => { seen.push("run " + version); });
				pi.registerTool({ name: "${name}", description: "x", parameters: { type: "object" }, execute: async () => ({ content: [] }) });
				pi.registerCommand("${name}", { handler: async () => {} });
				pi.events.on("ping", () => seen.push("heard " + version));
				globalThis.last = pi;
			};`;
		const statuses = new Map<string, string | undefined>();
		const { headlessUi } = await import("../../../packages/coding-agent/src/features/extensions/api/headless-ui.ts");
		const ui = { ...headlessUi, setStatus: (key: string, text: string | undefined) => void statuses.set(key, text) };
		const sources = { "a.ts": source("old_tool"), "lib.ts": `export const version = "old"; export default () => {};` };
		await using at = await extendedSession(sources, { answers: [says("A."), says("B.")], front: { ui } });
		await at.prompt("one");
		const { last: old } = globalThis as unknown as { last: { on: (name: string, run: () => void) => void } };
		await at.files.write("extensions/a.ts", source("new_tool"));
		await at.files.write("extensions/lib.ts", `export const version = "new"; export default () => {};`);
		expect(await at.extensions.reload()).toEqual([]);
		expect(statuses.get("s")).toBe("new");
		at.seen.length = 0;
		await at.prompt("two");
		at.extensions.bus.emit("ping", undefined);
		await Bun.sleep(10);
		expect(at.seen.filter((text) => String(text).includes("old"))).toEqual([]);
		expect(at.seen).toEqual(expect.arrayContaining(["run new", "heard new", "tick new"]));
		expect(at.offered()[1]).toContain("new_tool");
		expect(at.offered()[1]).not.toContain("old_tool");
		expect(at.extensions.commands.map(({ name }) => name)).toEqual(["new_tool"]);
		expect(() => old.on("agent_start", () => {})).toThrow("was unloaded");
		at.extensions.unload();
		expect(statuses.get("s")).toBeUndefined();
	});
});
