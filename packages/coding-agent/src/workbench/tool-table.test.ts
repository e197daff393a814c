import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { wireTools } from "@oh-my-pi/pi-agent-core/tools/intent";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { toolUse } from "@oh-my-pi/pi-agent-core/tools/tool-use";
import { ompProject } from "@oh-my-pi/pi-testkit/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { parseLaunchOptions } from "../startup/launch-options.ts";
import { prepareStart } from "../startup/prepare-start.ts";
import { startSession } from "../startup/start-session.ts";

type Row = readonly [
	name: string,
	tier: "read" | "network" | "write" | "exec",
	concurrency: "shared" | "exclusive",
	loadMode: "essential" | "discoverable" | "hidden",
	gate: string | undefined,
];

// biome-ignore format: one tool a line
const table: readonly Row[] = [
	["read", "read", "shared", "essential", undefined],
	["write", "write", "exclusive", "essential", undefined],
	["edit", "write", "exclusive", "essential", undefined],
	["search", "read", "shared", "essential", "search.enabled"],
	["find", "read", "shared", "essential", "find.enabled"],
	["ast_grep", "read", "shared", "discoverable", "astGrep.enabled"],
	["ast_edit", "write", "exclusive", "discoverable", "astEdit.enabled"],
	["bash", "exec", "exclusive", "essential", "bash.enabled"],
	["job", "read", "exclusive", "essential", "async.enabled"],
	["launch", "exec", "exclusive", "discoverable", "launch.enabled"],
	["ssh", "exec", "shared", "discoverable", "bash.enabled"],
	["task", "read", "shared", "essential", undefined],
	["irc", "read", "shared", "essential", undefined],
	["eval", "exec", "exclusive", "essential", undefined],
	["web_search", "network", "shared", "discoverable", "web_search.enabled"],
	["inspect_image", "read", "shared", "discoverable", undefined],
	["generate_image", "write", "shared", "discoverable", "generate_image.enabled"],
	["browser", "exec", "exclusive", "discoverable", "browser.enabled"],
	["resolve", "read", "exclusive", "hidden", undefined],
	["todo", "read", "exclusive", "discoverable", "todo.enabled"],
	["ask", "read", "exclusive", "discoverable", "ask.enabled"],
	["checkpoint", "read", "exclusive", "discoverable", "checkpoint.enabled"],
	["rewind", "read", "exclusive", "discoverable", "checkpoint.enabled"],
	["goal", "read", "exclusive", "hidden", "goal.enabled"],
	["search_tool_bm25", "read", "shared", "essential", undefined],
];

/** Sample calls of tools whose tier depends on the arguments. */
const sampleArguments: Readonly<Record<string, unknown>> = {
	bash: { command: "git push" },
	launch: { op: "start", name: "web", application: "git", args: ["push"] },
	ssh: { host: "box", command: "ls" },
	write: { path: "a.txt", content: "" },
	edit: { input: "[a.txt#0000]\nPUT 1:\n+x" },
	ast_edit: { ops: [], paths: ["src"] },
};

const everything = {
	"astGrep.enabled": true,
	"checkpoint.enabled": true,
	"generate_image.enabled": true,
	"inspect_image.mode": "on",
	// On demand otherwise.
	"tools.essentialOverride": ["launch", "browser"],
};

interface Wanted {
	readonly settings?: Readonly<Record<string, unknown>>;
	readonly args?: readonly string[];
	readonly withGoal?: boolean;
}

/** The tools of a session with a front end. */
async function offeredTools({
	settings = {},
	args = [],
	withGoal = false,
}: Wanted = {}): Promise<readonly AgentTool[]> {
	const config: Record<string, Record<string, unknown>> = {};
	for (const [key, value] of Object.entries(settings)) {
		const [section = "", name = ""] = key.split(".");
		config[section] = { ...config[section], [name]: value };
	}
	await using place = await workspace({
		"home/.omp/agent/config.yml": JSON.stringify(config),
		"home/.omp/agent/ssh.json": JSON.stringify({ hosts: { box: { host: "box.example" } } }),
		"repo/a.txt": "x",
	});
	const home = join(place.path, "home");
	const host = { cwd: place.file("repo"), home, env: { TERM: "xterm" }, now: () => 0, newId: () => Bun.randomUUIDv7() };
	const options = parseLaunchOptions(["--no-session", ...args]);
	const session = await startSession(await prepareStart(host, options), options);
	session.frontEnd.connect({ approve: async () => undefined, ask: async () => ({ kind: "cancelled" }) });
	if (withGoal) session.goal.create("reach it");
	await session.conversation.refresh();
	return session.conversation.tools;
}

const namesOf = (tools: readonly AgentTool[]) => tools.map(({ name }) => name);

describe("the tools of a session", () => {
	verifies("tools-agent:registry:table", async () => {
		const all = { ...everything, "tools.discoveryMode": "off" };
		const [search] = (await offeredTools({ settings: { "tools.discoveryMode": "all" } })).slice(-1);
		const tools = [...(await offeredTools({ settings: all, withGoal: true })), ...(search ? [search] : [])];
		const rowOf = async (tool: AgentTool): Promise<Row> => {
			const use = toolUse(tool, sampleArguments[tool.name] ?? {});
			const approval = await use.approval();
			const tier = typeof approval === "object" ? approval.tier : (approval ?? "exec");
			const gate = table.find(([name]) => name === tool.name)?.[4];
			return [tool.name, tier, (await use.isExclusive()) ? "exclusive" : "shared", tool.loadMode ?? "essential", gate];
		};
		const rows = await Promise.all(tools.map(rowOf));
		const inOrder = (list: readonly Row[]) => list.toSorted(([a], [b]) => (a < b ? -1 : 1));
		expect(inOrder(rows)).toEqual(inOrder(table));
		const terminal = tools.find(({ name }) => name === "bash");
		expect(await (terminal && toolUse(terminal, { command: "ls", pty: true }).isExclusive())).toBe(true);
		expect(await (terminal && toolUse(terminal, { command: "make" }).isExclusive())).toBe(true);

		for (const [name, , , , gate] of table) {
			if (!gate) continue;
			const without = await offeredTools({ settings: { ...all, [gate]: false }, withGoal: true });
			expect(namesOf(without)).not.toContain(name);
		}
		const byDefault = namesOf(await offeredTools({ settings: { "tools.discoveryMode": "off" } }));
		expect(byDefault).not.toContain("ast_grep");
		expect(byDefault).not.toContain("checkpoint");
		const neither = await offeredTools({ settings: { ...all, "eval.py": false, "eval.js": false } });
		expect(namesOf(neither)).not.toContain("eval");
	});

	verifies("tools-agent:registry:aliases", async () => {
		const named = await offeredTools({ settings: everything, args: ["--tools", "grep,glob,python,fetch,todo_write"] });
		expect(namesOf(named).toSorted()).toEqual(["eval", "find", "read", "search", "todo"]);
		const hub = await offeredTools({ args: ["--tools", "js,hub"] });
		expect(namesOf(hub).toSorted()).toEqual(["eval", "job"]);
		await using omp = await ompProject({
			files: { "a.txt": "needle\n" },
			replies: [
				toolCall("grep", { i: "Looking", pattern: "needle" }),
				toolCall("fetch", { i: "Reading", path: "a.txt" }),
				text("Found."),
			],
		});
		expect(await omp.run(["-p", "look"])).toMatchObject({ exitCode: 0 });
		const told = omp.model.requests.map(({ messages }) => JSON.stringify(messages));
		expect(told[1]).toContain("*1:needle");
		expect(told[2]).toContain("]\\n1:needle");
	});

	verifies("tools-agent:registry:companions", async () => {
		const withPreview = await offeredTools({ args: ["--tools", "read,ast_edit"] });
		expect(namesOf(withPreview)).toEqual(["read", "ast_edit", "resolve"]);
		expect(namesOf(await offeredTools({ args: ["--tools", "read,resolve"] }))).toEqual(["read"]);
		for (const one of ["checkpoint", "rewind"]) {
			const tools = await offeredTools({ settings: everything, args: ["--tools", one] });
			expect(namesOf(tools)).toEqual(["checkpoint", "rewind"]);
		}
	});

	test("launch is offered when it is named, irc whenever task is", async () => {
		const byDefault = namesOf(await offeredTools());
		expect(byDefault).toContain("irc");
		expect(byDefault.indexOf("irc")).toBe(byDefault.indexOf("task") + 1);
		expect(namesOf(await offeredTools({ settings: { "tools.discoveryMode": "off" } }))).not.toContain("launch");
		expect(namesOf(await offeredTools({ args: ["--tools", "read,launch"] }))).toEqual(["read", "launch"]);
	});

	verifies("tools-agent:registry:intent-exceptions", async () => {
		const tools = await offeredTools({ settings: { ...everything, "tools.discoveryMode": "off" }, withGoal: true });
		const wired = wireTools(tools, { intentTracing: true });
		const hasIntent = ({ parameters }: (typeof wired)[number]) =>
			Array.isArray(parameters.required) && parameters.required.includes("i");
		const without = wired.filter((tool) => !hasIntent(tool)).map(({ name }) => name);
		expect(without.toSorted()).toEqual(["checkpoint", "eval", "rewind"]);
	});

	test("the goal tool is offered only while there is a goal, regardless of --tools", async () => {
		expect(namesOf(await offeredTools({ args: ["--tools", "read"] }))).toEqual(["read"]);
		expect(namesOf(await offeredTools({ args: ["--tools", "read"], withGoal: true }))).toEqual(["read", "goal"]);
		const unknown = offeredTools({ args: ["--tools", "gaol"] });
		await expect(unknown).rejects.toThrow(/Unknown tool in --tools: gaol\. Valid tools: (?!.*\bgoal\b)/);
	});
});
