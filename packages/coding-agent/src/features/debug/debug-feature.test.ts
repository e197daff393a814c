import { expect, test } from "bun:test";
import { chmod } from "node:fs/promises";
import { inspectProgram } from "@oh-my-pi/pi-dap/adapter/inspect-program";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { discovery } from "../../discovery/testing/found-by.ts";
import { Settings } from "../../settings/settings.ts";
import { TrustGate } from "../../trust/trust-gate.ts";
import { loadDapConfig } from "./config/dap-config.ts";
import { findAdapters } from "./find-adapters.ts";
import { missingAdapters } from "./missing-adapters.ts";
import { startDebug } from "./start-debug.ts";

const script = "#!/bin/sh\nexit 0\n";
const elf = "\x7fELF and more";

async function places(files: Readonly<Record<string, string | Uint8Array>>) {
	const tree = await workspace({ "repo/.git": "", ...files });
	for (const name of await Array.fromAsync(new Bun.Glob("bin/*").scan(tree.path))) await chmod(tree.file(name), 0o755);
	const { context } = await discovery(tree.path);
	return { tree, context: { ...context, env: { PATH: tree.file("bin") } } };
}

verifies("tools-exec:debug:adapters", async () => {
	const custom = { command: "odd-dap", args: ["--stdio"], fileTypes: ["odd"], launchDefaults: { strict: true } };
	const { tree, context } = await places({
		"bin/odd-dap": script,
		"bin/gdb": script,
		"bin/lldb-dap-19": script,
		"bin/lldb-dap-17": script,
		"bin/dlv": script,
		"bin/go": script,
		"bin/rdbg": script,
		"home/.omp/agent/dap.yaml": `adapters:\n  odd:\n    command: other\n    rootMarkers: [odd.toml]\n`,
		"repo/.omp/dap.json": JSON.stringify({ adapters: { odd: custom, rdbg: { launchDefaults: { script: true } } } }),
		"repo/main.odd": "",
		"repo/main.rb": "",
		"repo/main.go": "",
		"repo/go.mod": "",
		"repo/tool": "#!/usr/bin/env ruby\n",
		"repo/app": elf,
		"repo/goapp": Buffer.from(`${elf}\xff Go buildinf:`, "latin1"),
		"repo/x.unknown": "",
	});
	await using _ = tree;
	const answers = async (words: readonly string[]) =>
		words.includes("--version") ? "GNU gdb (Debian 13.1-3) 13.1\n" : undefined;
	const catalog = await findAdapters(context, new Settings(), answers);
	const chosen = async (name: string) => {
		const facts = inspectProgram(tree.file(`repo/${name}`));
		const { adapter, missing } = await catalog.chooseForLaunch(facts ?? { path: "", kind: "file", fileType: "" });
		return [adapter?.definition.name, ...missing.map(({ definition, reason }) => `${definition.name}: ${reason}`)];
	};
	expect(await chosen("main.odd")).toEqual(["odd"]);
	expect(await chosen("main.rb")).toEqual(["rdbg"]);
	expect(await chosen("tool")).toEqual(["rdbg"]);
	expect(await chosen("main.go")).toEqual(["dlv"]);
	// A folder has no ending: a file of the project tells.
	expect(await chosen("")).toEqual(["dlv"]);
	expect(await chosen("goapp")).toEqual(["dlv"]);
	expect(await chosen("app")).toEqual(["lldb-dap", "gdb: gdb 13.1 does not speak DAP; it takes gdb 14"]);
	expect(await chosen("x.unknown")).toEqual([undefined]);
	const lldb = await catalog.findNamed("lldb-dap");
	expect(lldb && "command" in lldb && lldb.command).toBe(tree.file("bin/lldb-dap-19"));
	const odd = await catalog.findNamed("odd");
	expect(odd).toMatchObject({
		command: tree.file("bin/odd-dap"),
		args: ["--stdio"],
		definition: {
			fileTypes: [".odd"],
			rootMarkers: ["odd.toml"],
			launchDefaults: { strict: true },
			connectMode: "stdio",
		},
	});
	expect((await catalog.findNamed("rdbg"))?.definition.launchDefaults).toEqual({ localfs: true, script: true });
	expect((await catalog.available()).map(({ definition }) => definition.name)).toEqual([
		"odd",
		"rdbg",
		"lldb-dap",
		"dlv",
	]);
	expect((await catalog.chooseForAttach({ port: 5 })).adapter?.definition.name).toBe("lldb-dap");
});

test("adapters of a project need trust, and what is wrong in a file is reported", async () => {
	const { tree, context } = await places({
		"home/.dap.json": JSON.stringify({ odd: { command: "user" } }),
		"repo/dap.yml": "adapters:\n  odd:\n    command: ./run-it\n    args: [--fast]\n",
		"repo/run-it": script,
		"repo/.dap.json": "{ broken",
		"repo/.omp/dap.json": JSON.stringify({ odd: { connectMode: "pigeon", colour: 1 }, "bad name": 5 }),
	});
	await using _ = tree;
	await chmod(tree.file("repo/run-it"), 0o755);
	const gate = new TrustGate({
		cwd: tree.file("repo"),
		home: tree.file("home"),
		agentDir: tree.file("home/.omp/agent"),
	});
	const { adapters, warnings, paths } = await loadDapConfig({ ...context, gate }, new Settings());
	expect(Object.fromEntries(adapters)).toEqual({ odd: { command: "user" } });
	expect(paths).toEqual([tree.file("home/.dap.json")]);
	expect(gate.waiting.map(({ id, effects }) => [id, effects])).toEqual([
		["dap-config:.omp/dap.json", ["changes debug adapters"]],
		["dap-config:dap.yml", ["a debug adapter runs: odd → ./run-it --fast", "with the file run-it"]],
	]);
	expect(warnings).toEqual([
		`${tree.file("repo/.omp/dap.json")}: adapter "odd": "connectMode" must be stdio, tcp or socket`,
		`${tree.file("repo/.omp/dap.json")}: adapter "odd": unknown field "colour"`,
		`${tree.file("repo/.omp/dap.json")}: adapter "bad name" must be an object, and its name letters, digits, ".", "_" and "-"`,
		`${tree.file("repo/.dap.json")}:1:3: expected a name in quotes or "}"`,
	]);
	const trusted = await loadDapConfig(context, new Settings());
	expect(trusted.adapters.get("odd")).toEqual({ command: "./run-it", args: ["--fast"] });
});

test("the doctor misses only adapters that a file names", async () => {
	const { tree, context } = await places({ "repo/dap.json": JSON.stringify({ odd: { command: "no-such-adapter" } }) });
	await using _ = tree;
	const { registry } = await discovery(tree.path);
	const host = { cwd: context.cwd, home: context.home, env: {}, now: () => 0, newId: () => "id" };
	const place = { host, settings: new Settings(), registry, context };
	expect(await missingAdapters(place)).toEqual(['debug adapter odd: program "no-such-adapter" not found']);
	await Bun.$`rm ${tree.file("repo/dap.json")}`;
	const { context: without } = await discovery(tree.path);
	expect(await missingAdapters({ ...place, context: without })).toEqual([]);
});

test("all conversations share one debugger, and sub-agents have it only by name", async () => {
	const { tree, context } = await places({ "repo/dap.json": JSON.stringify({ odd: { command: "/bin/true" } }) });
	await using _ = tree;
	const { cwd, home, agentDir, gate } = context;
	const env = { PATH: process.env.PATH };
	const host = { cwd, home, env, now: () => 0, newId: () => crypto.randomUUID() };
	const settings = new Settings();
	await using running = asDisposable(startDebug({ host, settings, agentDir, gate, env: { child: env, command: env } }));
	const join = (subagent?: object) => running.join?.({ subagent } as never).services?.debugging;
	const service = join();
	expect(service).toBeDefined();
	expect(join({})).toBeUndefined();
	expect(join({ namedTools: ["read"] })).toBeUndefined();
	expect(join({ namedTools: ["debug"] }) === service).toBe(true);
	const [first, second] = [await service?.load(), await service?.load()];
	expect(first !== undefined && first === second).toBe(true);
	const catalog = await service?.adapters(cwd);
	expect(catalog?.definitions[0]?.name).toBe("odd");
	expect(catalog?.place.env).toMatchObject({ TERM: "dumb", PATH: process.env.PATH });
});

function asDisposable<T extends Partial<AsyncDisposable>>(value: T): T & AsyncDisposable {
	return { ...value, [Symbol.asyncDispose]: async () => void (await value[Symbol.asyncDispose]?.()) };
}
