import { describe, expect, test } from "bun:test";
import { partly } from "@oh-my-pi/pi-testkit/partly";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { lspSettings } from "@oh-my-pi/pi-tools/lsp/settings";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import { Settings } from "../../../settings/settings.ts";
import type { SubagentContext } from "../../../workbench/contract/agent-host.ts";
import type { Features } from "../../../workbench/features.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { ConversationContext } from "../../../workbench/running-feature.ts";
import type { Workbench } from "../../../workbench/workbench.ts";
import { lspCommand } from "../commands/lsp.ts";
import type { FoundServers } from "../servers/find-servers.ts";
import { badLines, definitionFrom, type FakeServer, type FakeServers, fakeServers } from "../testing/fake-servers.ts";
import { LspService } from "./lsp-service.ts";

const nothing: FoundServers = {
	definitions: [],
	untrusted: [],
	missing: [],
	warnings: [],
	folders: new Set<string>(),
	markers: new Set<string>(),
};

interface Options {
	readonly servers?: readonly FakeServer[];
	readonly found?: Partial<FoundServers>;
	readonly settings?: Record<string, unknown>;
}

/** A service over servers that are not really started, and a way to open conversations. */
async function started({ servers = [], found = {}, settings: global = {} }: Options = {}) {
	const tree = await workspace({ "one/x": "", "two/x": "" });
	const settings = new Settings({ global });
	const pools: FakeServers[] = [];
	const notices: string[] = [];
	const state = { found: { ...nothing, definitions: servers.map(definitionFrom), ...found } };
	const host = partly<Workbench["host"]>("host", { home: "/home/me" });
	const service = new LspService({
		workbench: partly<Workbench>("workbench", { settings, host }),
		find: async () => state.found,
		open: async ({ root, definitions }) => {
			const pool = fakeServers(
				root,
				servers.filter(({ name }) => definitions.some((one) => one.name === name)),
			);
			pools.push(pool);
			return pool;
		},
	});
	const join = (id: string, folder: { path: string }, isSubagent = false) => {
		const conversation = partly<Conversation>(id, {
			id,
			notify: (level, message) => void notices.push(`${level}: ${message}`),
		});
		const context = partly<ConversationContext>("context", {
			conversation,
			top: conversation,
			folder,
			settings,
			...(isSubagent ? { subagent: partly<SubagentContext>("subagent", {}) } : { subagent: undefined as never }),
		});
		return service.join(context);
	};
	const sessionIn = (path: string) => {
		const features = partly<Features>("features", { find: () => service as never });
		const workbench = partly<Workbench>("workbench", { features });
		return partly<OpenedConversation>("session", { folder: { path }, workbench, settings });
	};
	return {
		...{ tree, service, pools, notices, settings, join, sessionIn, state },
		one: { path: tree.file("one") },
		async [Symbol.asyncDispose]() {
			await service[Symbol.asyncDispose]();
			await tree[Symbol.asyncDispose]();
		},
	};
}

const written = (path: string, text: string) => [{ path, before: undefined, text }];
const call = () => ({
	tool: "write" as const,
	signal: new AbortController().signal,
	deadline: new AbortController().signal,
});

test("writing files for which there is no server opens nothing", async () => {
	await using lsp = await started({ servers: [{ name: "ts" }], found: { definitions: [] } });
	const { writeThrough, services } = lsp.join("Main", lsp.one);
	expect(await writeThrough?.diagnose?.(written(`${lsp.one.path}/a.x`, "bad"), call())).toBeUndefined();
	expect((await services?.languages?.load())?.definitions).toEqual([]);
	expect([lsp.pools, lsp.service.status?.(lsp.sessionIn(lsp.one.path))]).toEqual([[], undefined]);
	await using other = await started({ servers: [{ name: "ts" }] });
	const through = other.join("Main", other.one).writeThrough;
	await through?.diagnose?.(written(`${other.one.path}/a.txt`, "bad"), call());
	expect(other.pools).toEqual([]);
});

test("a write starts the server of its file, and the status line counts it", async () => {
	await using lsp = await started({
		servers: [
			{ name: "ts", check: badLines },
			{ name: "idle", fileTypes: [".y"] },
		],
	});
	const { writeThrough } = lsp.join("Main", lsp.one);
	expect(await writeThrough?.diagnose?.(written(`${lsp.one.path}/a.x`, "bad"), call())).toEqual({
		summary: "1 error(s)",
		messages: ["a.x:1:1 [error] [check] not good: bad"],
	});
	expect(lsp.service.status?.(lsp.sessionIn(lsp.one.path))).toBe("lsp 1");
});

describe("who has servers", () => {
	test("sub-agents only with task.enableLsp, and then those of the session", async () => {
		await using without = await started({ servers: [{ name: "ts" }] });
		without.join("Main", without.one);
		expect(without.join("A", without.one, true)).toEqual({});
		await using shared = await started({ servers: [{ name: "ts" }], settings: { task: { enableLsp: true } } });
		const [main, child] = [shared.join("Main", shared.one), shared.join("A", shared.one, true)];
		expect(await child.services?.languages?.load()).toBe((await main.services?.languages?.load()) as never);
	});

	test("a folder that everybody has left ends its servers", async () => {
		await using lsp = await started({ servers: [{ name: "ts" }] });
		const folder = { ...lsp.one };
		const { services } = lsp.join("Main", folder);
		await services?.languages?.load();
		folder.path = lsp.tree.file("two");
		expect((await services?.languages?.load())?.root).toBe(lsp.tree.file("two"));
		await until(() => lsp.pools[0]?.isDisposed);
		expect(lsp.pools.map(({ isDisposed }) => isDisposed)).toEqual([true, false]);
	});

	test("switching them off ends them, and nobody is asked any more", async () => {
		await using lsp = await started({ servers: [{ name: "ts", check: badLines }] });
		const { writeThrough, services } = lsp.join("Main", lsp.one);
		await services?.languages?.load();
		lsp.settings.override(lspSettings.enabled, false);
		await until(() => lsp.pools[0]?.isDisposed);
		expect(await writeThrough?.diagnose?.(written(`${lsp.one.path}/a.x`, "bad"), call())).toBeUndefined();
	});
});

test("a changed trust replaces the definitions, and servers that stay go on", async () => {
	await using lsp = await started({ servers: [{ name: "ts" }, { name: "mine" }], found: {} });
	lsp.state.found = { ...lsp.state.found, definitions: lsp.state.found.definitions.slice(0, 1) };
	const { services } = lsp.join("Main", lsp.one);
	const servers = await services?.languages?.load();
	lsp.state.found = { ...nothing, definitions: [{ name: "ts" }, { name: "mine" }].map(definitionFrom) };
	await lsp.service.trustChanged();
	expect(await services?.languages?.load()).toBe(servers as never);
	expect(lsp.pools.map(({ calls }) => calls)).toEqual([["update ts mine"]]);
});

test("a root marker that comes later counts", async () => {
	await using lsp = await started({ servers: [{ name: "ts" }], found: { definitions: [] } });
	const { services } = lsp.join("Main", lsp.one);
	expect((await services?.languages?.load())?.definitions).toEqual([]);
	lsp.state.found = { ...nothing, definitions: [definitionFrom({ name: "ts" })] };
	await lsp.tree.write("one/package.json", "{}");
	expect((await services?.languages?.load())?.definitions.map(({ name }) => name)).toEqual(["ts"]);
});

test("servers start on first use; with lsp.lazy off, when the screen is there", async () => {
	await using lazy = await started({ servers: [{ name: "ts" }] });
	await lazy.service.atScreen(lazy.sessionIn(lazy.one.path));
	expect(lazy.pools).toEqual([]);
	lazy.join("Main", lazy.one);
	await using eager = await started({
		servers: [{ name: "ts" }, { name: "biome", linterProgram: "biome" }],
		settings: { lsp: { lazy: false } },
	});
	eager.join("Main", eager.one);
	eager.service.atScreen(eager.sessionIn(eager.one.path));
	await until(() => eager.pools[0]?.calls.length);
	expect(eager.pools[0]?.calls).toEqual(["ts start"]);
});

describe("what the user sees", () => {
	const servers = [
		{ name: "ts" },
		{ name: "vscode-css-language-server" },
		{ name: "broken", failure: new Error("no") },
	];
	const found = { untrusted: ["ruff"], missing: ['gopls: program "gopls" not found'], warnings: ["lsp.json: no"] };

	test("the greeting lists the servers, those that run with their state", async () => {
		await using lsp = await started({ servers, found });
		const { services } = lsp.join("Main", lsp.one);
		const section = await lsp.service.welcome(lsp.sessionIn(lsp.one.path));
		expect(section?.rows().map(({ text, state }) => `${state}: ${text}`)).toEqual([
			"idle: ts",
			"idle: css",
			"idle: broken",
		]);
		const pool = await services?.languages?.load();
		await pool?.client(pool.definitions[0] as never, { signal: new AbortController().signal });
		expect(section?.rows()[0]).toEqual({ text: "ts  ready", state: "running" });
		await using none = await started();
		expect(await none.service.welcome(none.sessionIn(none.one.path))).toBeUndefined();
	});

	test("/lsp shows state, memory and problems, restarts, and prints logs", async () => {
		await using lsp = await started({ servers, found });
		const { services } = lsp.join("Main", lsp.one);
		const session = lsp.sessionIn(lsp.one.path);
		const run = async (args: string) => {
			const outcome = await lspCommand.run?.({ args, session, commands: { list: async () => [] } });
			return outcome && "text" in outcome ? (outcome.text ?? "") : "";
		};
		const notes = [
			"lsp.json: no",
			"ruff: would run a program or code of this project that is not trusted; see /trust",
			'gopls: program "gopls" not found',
		];
		expect(await run("")).toBe(
			["ts  not started", "vscode-css-language-server  not started", "broken  not started", ...notes].join("\n"),
		);
		const pool = await services?.languages?.load();
		await pool?.client(pool.definitions[0] as never, { signal: new AbortController().signal });
		expect((await run("list")).split("\n").slice(0, 3)).toEqual([
			"ts  ready, pid 7, 3 MB, 1 open file",
			"vscode-css-language-server  not started",
			"broken  failed",
		]);
		expect(await run("log ts")).toBe("one\ntwo");
		expect(await run("log nope")).toBe(
			'There is no language server "nope" here. Known: ts, vscode-css-language-server, broken',
		);
		expect(await run("restart")).toBe("Restarted ts, broken.");
		expect(await run("restart ts")).toBe("Restarted ts.");
		expect(lsp.pools[0]?.calls.at(-1)).toBe("ts reload");
		expect(await run("dance")).toBe('unknown action "dance". Use one of: list, restart, log');
		expect(lsp.service.status?.(session)).toBe("lsp ✘");
		expect(lsp.notices).toEqual(["warning: lsp.json: no"]);
	});
});
