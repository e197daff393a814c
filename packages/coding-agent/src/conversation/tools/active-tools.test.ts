import { describe, expect, test } from "bun:test";
import { type AgentTool, defineTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { sourceOf, ToolSources } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import { runToolWith } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { ActiveTools, type ActiveToolsOptions } from "./active-tools.ts";
import type { DiscoveryRules } from "./hidden-tools.ts";

type Extras = Partial<
	Pick<AgentTool, "aliases" | "companions" | "unavailableReason" | "onDemand" | "topics" | "isTopical">
>;

function tool(name: string, loadMode?: AgentTool["loadMode"], promptLength = 10, extras: Extras = {}): AgentTool {
	return defineTool({
		...extras,
		name,
		label: name,
		prompt: `${name} `.repeat(Math.ceil(promptLength / (name.length + 1))),
		parameters: { type: "object", properties: { [`${name}_key`]: { type: "string" } } },
		...(loadMode && { loadMode }),
		execute: async () => ({ content: "" }),
	});
}

const essential = [tool("read", "essential"), tool("bash", "essential")];
const discoverable = [tool("todo", "discoverable"), tool("ast_edit", "discoverable", 10, { companions: ["resolve"] })];
const foreign = [tool("mcp__tracker__create"), tool("mcp__tracker__list"), tool("mcp__mail__send")];
const everything = [...essential, ...discoverable, tool("yield", "hidden"), ...foreign];

interface Options extends Partial<Omit<ActiveToolsOptions, "sources" | "rules">> {
	readonly tools?: readonly AgentTool[];
	readonly rules?: Partial<DiscoveryRules>;
}

function activeTools({ tools = everything, rules, ...rest }: Options = {}) {
	return new ActiveTools({
		sources: sourcesOf(tools),
		rules: () => ({ mode: "all", essential: [], servers: [], ...rules }),
		...rest,
	});
}

/** One source per server, and one for the rest. */
function sourcesOf(tools: readonly AgentTool[]): ToolSources {
	const groups = Map.groupBy(tools, ({ name }) => /^mcp__(.+?)__/.exec(name)?.[1]);
	return new ToolSources(
		[...groups].map(([server, own]) => ({ id: server === undefined ? "builtin" : `mcp:${server}`, tools: () => own })),
	);
}

const names = ({ tools }: { tools: readonly AgentTool[] }) => tools.map(({ name }) => name);

describe("tool offer", () => {
	verifies("tools-agent:discovery:modes", () => {
		const all = everything.map(({ name }) => name);
		expect(names(activeTools({ rules: { mode: "off" } }))).toEqual(all);
		expect(names(activeTools({ rules: { mode: "mcp-only" } }))).toEqual([
			"read",
			"bash",
			"todo",
			"ast_edit",
			"yield",
			"search_tool_bm25",
		]);
		expect(names(activeTools())).toEqual(["read", "bash", "yield", "search_tool_bm25"]);
		expect(names(activeTools({ rules: { mode: "auto" } }))).toEqual(all);
		const extras = (length: number) => Array.from({ length }, (_, index) => tool(`extra${index}`, "discoverable"));
		// Tools of servers go first; omp's own only if they alone are too many.
		const tools = [...everything, ...extras(13)];
		const own = tools.map(({ name }) => name).filter((name) => !name.startsWith("mcp__"));
		expect(names(activeTools({ tools, rules: { mode: "auto" } }))).toEqual([...own, "search_tool_bm25"]);
		expect(names(activeTools({ tools: [...everything, ...extras(20)], rules: { mode: "auto" } }))).toEqual([
			"read",
			"bash",
			"yield",
			"search_tool_bm25",
		]);
		const wordy = [...everything, tool("wordy", "essential", 16_000)];
		expect(names(activeTools({ tools: wordy, rules: { mode: "auto" } }))).toEqual([
			"read",
			"bash",
			"yield",
			"wordy",
			"search_tool_bm25",
		]);
	});

	verifies("tools-agent:discovery:essential-override", () => {
		expect(names(activeTools({ rules: { essential: ["todo"], servers: ["mail"] } }))).toEqual([
			"read",
			"bash",
			"todo",
			"yield",
			"mcp__mail__send",
			"search_tool_bm25",
		]);
	});

	test("tools of extensions are hidden where everything is, and by a full list only if they say so", () => {
		const offered = (mode: DiscoveryRules["mode"]) => {
			const sources = sourcesOf(Array.from({ length: 30 }, (_, n) => tool(`t${n}`, "discoverable")));
			const own = [tool("plain"), tool("sometimes", "discoverable")];
			sources.put({ id: "extension:mine:/mine.ts", tools: () => own });
			return names(new ActiveTools({ sources, rules: () => ({ mode, essential: [], servers: [] }) }));
		};
		expect(offered("auto")).toEqual(["plain", "search_tool_bm25"]);
		expect(offered("all")).toEqual(["search_tool_bm25"]);
	});

	verifies("tools-agent:discovery:absent-when-nothing-hidden", () => {
		expect(names(activeTools({ tools: essential }))).toEqual(["read", "bash"]);
		expect(names(activeTools({ tools: [...essential, ...discoverable], selected: ["todo", "ast_edit"] }))).toEqual([
			"read",
			"bash",
			"todo",
			"ast_edit",
		]);
	});

	test("found tools are offered behind the others, whose text stays as it is", async () => {
		const tools = activeTools();
		const before = tools.tools;
		const summary = tools.hiddenSummary;
		await runToolWith(before.at(-1) as AgentTool, { query: "todo" });
		expect(names(tools)).toEqual(["read", "bash", "yield", "search_tool_bm25", "todo"]);
		expect(tools.tools.slice(0, -1)).toEqual([...before]);
		expect(tools.hiddenSummary).toBe(summary);
		expect(summary).toBe("2 built in, 2 of tracker, 1 of mail");
		expect(tools.select(["todo", "nope", "ast_edit"])).toEqual(["ast_edit"]);
	});

	verifies("tools-agent:discovery:budget", () => {
		const large = ["one", "two", "three"].map((name) => tool(name, "discoverable", 24_000));
		const tools = activeTools({ tools: [...essential, ...large, tool("huge", "discoverable", 100_000)] });
		tools.select(["one"]);
		tools.select(["two"]);
		expect(tools.selected).toEqual(["one", "two"]);
		tools.select(["three"]);
		expect(tools.selected).toEqual(["two", "three"]);
		tools.select(["huge"]);
		expect(tools.selected).toEqual(["huge"]);
	});

	test("a text must name a hidden tool as a whole word", () => {
		const tools = activeTools();
		expect(tools.namedIn("use ast_edit, then mcp__mail__send; no todos")).toEqual(["ast_edit", "mcp__mail__send"]);
		expect(tools.namedIn("read the todo list")).toEqual(["todo"]);
	});

	test("a host adds its own tools and removes built-in ones", () => {
		const tools = activeTools();
		const own = tool("host_thing");
		tools.use([...tools.tools.filter(({ name }) => name !== "bash"), own]);
		expect(names(tools)).toEqual(["read", "yield", "host_thing", "search_tool_bm25"]);
		tools.use([...essential, own]);
		expect(names(tools)).toEqual(["read", "bash", "host_thing"]);
		tools.use([...essential, tool("search_tool_bm25")]);
		expect(names(tools)).toEqual(["read", "bash", "search_tool_bm25"]);
	});

	test("an unavailable tool is not offered", () => {
		let isThere = false;
		const tools = activeTools({
			tools: [
				...essential,
				tool("ask", "essential", 10, { unavailableReason: () => (isThere ? undefined : "Nobody is there.") }),
			],
		});
		expect(names(tools)).toEqual(["read", "bash"]);
		expect(tools.refusal("ask")).toBe("Nobody is there.");
		expect(tools.refusal("read")).toBeUndefined();
		isThere = true;
		expect(names(tools)).toEqual(["read", "bash", "ask"]);
	});

	test("resolve is offered only with a tool that shows previews", () => {
		let isNeeded = false;
		const control = tool("resolve", "hidden", 10, { onDemand: () => isNeeded });
		const tools = activeTools({ tools: [...essential, ...discoverable, control] });
		expect(names(tools)).toEqual(["read", "bash", "search_tool_bm25"]);
		tools.select(["ast_edit"]);
		expect(names(tools)).toEqual(["read", "bash", "resolve", "search_tool_bm25", "ast_edit"]);
		tools.restore([]);
		expect(names(tools)).not.toContain("resolve");
		isNeeded = true;
		expect(names(tools)).toContain("resolve");
	});

	test("a tool that waits for its need is offered when a prompt names it, or when it is called", () => {
		const make = () => {
			const onDemand = () => false;
			const tools = [tool("launch", "discoverable", 10, { onDemand }), tool("resolve", "hidden", 10, { onDemand })];
			return activeTools({ tools: [...essential, ...tools], rules: { mode: "off" } });
		};
		const named = make();
		expect(names(named)).toEqual(["read", "bash"]);
		expect(named.namedIn("launch the server, and resolve it")).toEqual(["launch"]);
		named.select(named.namedIn("launch the server"));
		expect(names(named)).toEqual(["read", "bash", "launch"]);
		const browser = tool("browser", "discoverable", 10, { onDemand: () => false, topics: ["screenshot"] });
		const about = activeTools({ tools: [browser], rules: { mode: "off" } });
		expect(about.namedIn("Take a Screenshot of it")).toEqual(["browser"]);
		expect(about.namedIn("take screenshots")).toEqual([]);
		const useless = activeTools({ tools: [{ ...browser, isTopical: () => false }], rules: { mode: "off" } });
		expect([useless.namedIn("a screenshot"), useless.namedIn("the browser")]).toEqual([[], ["browser"]]);
		const called = make();
		expect(called.select(["launch", "resolve"])).toEqual(["launch"]);
		expect(names(called)).toContain("launch");
	});

	test("a fixed list stays as it is: what is found is described, and runs when it is called", async () => {
		const tools = activeTools({ isFixed: () => true });
		const before = tools.tools;
		const search = before.find(({ name }) => name === "search_tool_bm25") as AgentTool;
		const { content } = await runToolWith(search, { query: "send mail" });
		expect(JSON.parse(String(content))).toMatchObject({
			activated_tools: ["mcp__mail__send"],
			note: "Call them by name from now on, though your list of tools does not have them.",
			tools: [{ name: "mcp__mail__send", parameters: { properties: { mcp__mail__send_key: { type: "string" } } } }],
		});
		expect(tools.select(["todo"])).toEqual(["todo"]);
		expect(tools.tools).toBe(before);
		expect(tools.callable.map(({ name }) => name)).toEqual([...everything.map(({ name }) => name), "search_tool_bm25"]);
	});

	test("a tool may differ by model", () => {
		const forms = new Map([
			["a", [tool("edit", "essential")]],
			["b", [tool("edit", "essential", 50)]],
		]);
		const tools = new ActiveTools({
			sources: new ToolSources([{ id: "builtin", tools: (model) => forms.get(model?.id ?? "a") ?? [] }]),
			rules: () => ({ mode: "off", essential: [], servers: [] }),
		});
		const before = tools.tools[0];
		tools.useModel({ id: "b" } as never);
		expect(tools.tools[0]).not.toBe(before);
	});

	test("aliases resolve to tools, unless a tool has that name", () => {
		const tools = activeTools({
			tools: [
				tool("search", undefined, 10, { aliases: ["grep"] }),
				tool("eval", undefined, 10, { aliases: ["python"] }),
				tool("read", undefined, 10, { aliases: ["fetch"] }),
				tool("fetch"),
				tool("job", undefined, 10, { aliases: ["poll"] }),
			],
		});
		expect(
			["grep", "python", "fetch", "poll", "glob", "nope"].map((name) => {
				const meant = tools.route({ name, arguments: {} });
				return "name" in meant ? meant.name : meant.problem;
			}),
		).toEqual(["search", "eval", "fetch", "job", "glob", "nope"]);
	});

	test("list and tools keep their identity while nothing changes", async () => {
		const tools = activeTools();
		const before = tools.tools;
		expect(tools.tools).toBe(before);
		tools.select(["todo"]);
		expect(tools.tools).not.toBe(before);
		expect(tools.tools).toBe(tools.tools);
	});

	test("adding or removing a source does not affect tools of others, also hidden ones", () => {
		const tools = activeTools();
		const { sources } = tools;
		const greeting = [tool("greet", "essential")];
		sources.put({ id: "extension:greet", tools: () => greeting });
		expect(names(tools)).toEqual(["read", "bash", "yield", "greet", "search_tool_bm25"]);
		expect(tools.tools.map(sourceOf)).toEqual(["builtin", "builtin", "builtin", "extension:greet", undefined]);
		expect(tools.isHidden("mcp__mail__send")).toBe(true);
		tools.use([...tools.tools, tool("host_thing")]);
		expect(sources.ids).toEqual(["builtin", "mcp:tracker", "mcp:mail", "extension:greet", "host"]);
		sources.remove("extension:greet");
		expect(names(tools)).toEqual(["read", "bash", "yield", "host_thing", "search_tool_bm25"]);
		expect(tools.hidden.map(({ name }) => name)).toContain("mcp__tracker__list");
	});
});
