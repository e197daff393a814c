import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { wireTools } from "@oh-my-pi/pi-agent-core/tools/intent";
import { buildCall } from "@oh-my-pi/pi-agent-core/tools/normalized-call";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { builtInTools } from "@oh-my-pi/pi-tools/registry";
import { openSession } from "../../assembly/open-session.ts";
import { findGoal } from "../../features/goal/running-goal.ts";
import { parseLaunchOptions } from "../../startup/launch-options.ts";
import { prepareStart } from "../../startup/prepare-start.ts";

interface Row {
	readonly name: string;
	readonly tier: "read" | "network" | "write" | "exec";
	readonly concurrency: "shared" | "exclusive";
	readonly loadMode: "essential" | "discoverable" | "hidden";
	/** The setting that switches it off. */
	readonly gate: string | undefined;
}

/** A call of each tool; there is no verdict about arguments that are none. */
const sampleArguments: Readonly<Record<string, object>> = {
	ask: { questions: [{ id: "a", question: "b?", options: [{ label: "c" }, { label: "d" }] }] },
	ast_grep: { pat: "x" },
	browser: { action: "open" },
	checkpoint: { goal: "x" },
	eval: { cells: [{ language: "py", code: "1" }] },
	generate_image: { prompt: "x", subject: "x" },
	goal: { op: "get" },
	inspect_image: { path: "a.png", question: "x?" },
	irc: { op: "list" },
	read: { path: "a.txt" },
	resolve: { action: "apply", reason: "x" },
	rewind: { report: "x" },
	search: { pattern: "x" },
	search_tool_bm25: { query: "x" },
	task: { tasks: [{ task: "x" }] },
	todo: { op: "view" },
	web_search: { query: "x" },
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
	const session = await openSession(await prepareStart(host, options), options);
	session.frontEnd.connect({ approve: async () => undefined, ask: async () => ({ kind: "cancelled" }) });
	if (withGoal) findGoal(session).create("reach it");
	await session.conversation.refresh();
	return session.conversation.tools;
}

const line = ({ name, tier, concurrency, loadMode, gate = "" }: Row) =>
	`${name.padEnd(16)} ${tier.padEnd(7)} ${concurrency.padEnd(9)} ${loadMode.padEnd(12)} ${gate}`.trimEnd();

const namesOf = (tools: readonly AgentTool[]) => tools.map(({ name }) => name);

describe("the tools of a session", () => {
	verifies("tools-agent:registry:table", async () => {
		const all = { ...everything, "tools.discoveryMode": "off" };
		const [search] = (await offeredTools({ settings: { "tools.discoveryMode": "all" } })).slice(-1);
		const tools = [...(await offeredTools({ settings: all, withGoal: true })), ...(search ? [search] : [])];
		const rowOf = async (tool: AgentTool): Promise<Row> => {
			const use = buildCall(tool, sampleArguments[tool.name] ?? {});
			const approval = await use.approval();
			return {
				name: tool.name,
				tier: typeof approval === "object" ? approval.tier : (approval ?? "exec"),
				concurrency: (await use.isExclusive()) ? "exclusive" : "shared",
				loadMode: tool.loadMode ?? "essential",
				gate: builtInTools.find(({ name }) => name === tool.name)?.switch?.key,
			};
		};
		const rows = (await Promise.all(tools.map(rowOf))).toSorted((a, b) => (a.name < b.name ? -1 : 1));
		expect(`\n${rows.map(line).join("\n")}\n`).toMatchSnapshot();
		const terminal = tools.find(({ name }) => name === "bash");
		expect(await (terminal && buildCall(terminal, { command: "ls", pty: true }).isExclusive())).toBe(true);
		expect(await (terminal && buildCall(terminal, { command: "make" }).isExclusive())).toBe(true);

		// A shell elsewhere is off with the shell here.
		for (const { name, gate } of [...rows, { name: "ssh", gate: "bash.enabled" }]) {
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
		expect(namesOf(hub).toSorted()).toEqual(["eval", "irc", "job", "launch"]);
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
		const asking = wired.filter(hasIntent).map(({ name }) => name);
		expect(asking.toSorted()).toEqual(["bash", "eval", "task"]);
	});

	test("the goal tool is offered only while there is a goal, regardless of --tools", async () => {
		expect(namesOf(await offeredTools({ args: ["--tools", "read"] }))).toEqual(["read"]);
		expect(namesOf(await offeredTools({ args: ["--tools", "read"], withGoal: true }))).toEqual(["read", "goal"]);
		const unknown = offeredTools({ args: ["--tools", "gaol"] });
		await expect(unknown).rejects.toThrow(/Unknown tool in --tools: gaol\. Valid tools: (?!.*\bgoal\b)/);
	});
});
