import { describe, expect, test } from "bun:test";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { viewedOutput } from "../view/view.ts";
import { tokenize } from "./tokenize.ts";
import { findTools, type HiddenTool } from "./tool-index.ts";
import { toolSearchTool } from "./tool-search.ts";
import { toolSearchView } from "./view.ts";

const tool = (name: string, description: string, more: Partial<HiddenTool> = {}): HiddenTool => ({
	name,
	label: name,
	description,
	schemaKeys: [],
	...more,
});

const tools: readonly HiddenTool[] = [
	tool("todo", "Keep the task list of this session"),
	tool("ast_edit", "Rewrite code by syntax pattern", { schemaKeys: ["pattern", "rewrite"] }),
	tool("mcp__tracker__create_ticket", "Create an issue in the tracker", {
		serverName: "tracker",
		mcpToolName: "create_ticket",
		schemaKeys: ["title", "assignee"],
	}),
	tool("mcp__tracker__list_tickets", "List what is open", { serverName: "tracker", mcpToolName: "list_tickets" }),
];

function searching(corpus = tools, isEnabled = true) {
	let selected: readonly string[] = [];
	const search = toolSearchTool({
		isEnabled: () => isEnabled,
		discoverable: () => corpus,
		selected: () => selected,
		select: (names) => {
			selected = [...selected, ...names];
		},
	});
	return {
		search,
		selected: () => selected,
		find: (query: string, limit?: number) => runTool(search, { query, ...(limit !== undefined && { limit }) }),
	};
}

const names = (query: string) => findTools(query, tools).map(({ name }) => name);

describe("search_tool_bm25", () => {
	verifies("tools-agent:discovery:search", async () => {
		expect(names("task list")).toEqual(["todo", "mcp__tracker__list_tickets"]);
		expect(names("assignee")).toEqual(["mcp__tracker__create_ticket"]);
		expect(names("syntax pattern")).toEqual(["ast_edit"]);
		expect(names("weather")).toEqual([]);
		const { find } = searching();
		const output = await find("create ticket", 1);
		expect(JSON.parse(String(output.content))).toEqual({
			query: "create ticket",
			activated_tools: ["mcp__tracker__create_ticket"],
			match_count: 1,
			total_tools: 4,
		});
		expect(output.details?.tools).toEqual([
			{
				name: "mcp__tracker__create_ticket",
				label: "mcp__tracker__create_ticket",
				description: "Create an issue in the tracker",
				serverName: "tracker",
				score: expect.any(Number),
			},
		]);
	});

	verifies("tools-agent:discovery:tokenising", () => {
		expect(tokenize("HTTPServer2Go getÜberblick_v2 ast-edit")).toEqual([
			"http",
			"server2",
			"go",
			"get",
			"uberblick",
			"v2",
			"ast",
			"edit",
		]);
		expect(findTools("astEdit", tools)[0]?.name).toBe("ast_edit");
		expect(findTools("ÁST", tools)[0]?.name).toBe("ast_edit");
	});

	test("what was found before is not found again, and selections add up", async () => {
		const { find, selected } = searching();
		await find("tracker", 1);
		await find("tracker", 1);
		expect([...selected()].sort()).toEqual(["mcp__tracker__create_ticket", "mcp__tracker__list_tickets"]);
		expect((await find("tracker")).details).toMatchObject({ activated_tools: [], match_count: 0 });
	});

	test("what has only a word in common with the query is not loaded", async () => {
		const of = (server: string, name: string, description: string): HiddenTool =>
			tool(`mcp__${server}_${name}`, description, { serverName: server, mcpToolName: name });
		const { find } = searching([
			of("everything", "echo", "Echoes back the input string"),
			of("everything", "add", "Adds two numbers"),
			of("everything", "get_env", "Returns all environment variables"),
			of("fs", "write_file", "Create a new file or overwrite an existing one"),
			of("fs", "read_file", "Read the complete contents of a file"),
			of("fs", "move_file", "Move or rename files"),
			of("fs", "get_file_info", "Retrieve metadata about a file"),
		]);
		const { details } = await find("echo; add numbers; write file");
		expect([...(details?.activated_tools ?? [])].toSorted()).toEqual([
			"mcp__everything_add",
			"mcp__everything_echo",
			"mcp__fs_write_file",
		]);
		expect(details?.match_count).toBeGreaterThan(3);
	});

	verifies("tools-agent:discovery:errors", async () => {
		const { find } = searching();
		await expect(find("  ")).rejects.toThrow("Query must not be empty.");
		await expect(find("x", 0)).rejects.toThrow("Limit must be a whole number of at least 1.");
		await expect(find("x", 1.5)).rejects.toThrow("Limit must be a whole number of at least 1.");
		await expect(find("—?")).rejects.toThrow("Query must contain at least one letter or number.");
		await expect(searching(tools, false).find("x")).rejects.toThrow(
			"Tool discovery is disabled. Enable tools.discoveryMode",
		);
		const empty = await searching([]).find("anything");
		expect(JSON.parse(String(empty.content))).toMatchObject({ activated_tools: [], match_count: 0, total_tools: 0 });
	});

	test("the description names our own tools and counts those of servers", () => {
		expect(searching().search.prompt).toBe(
			"Find more tools. 4 are not in your list: todo, ast_edit, 2 of server tracker. Say in `query` what you want to do; the best matches are usable from your next step on.",
		);
	});

	test("the view lists what was found", async () => {
		const { details } = await searching().find("syntax pattern");
		const output = viewedOutput({ content: [{ type: "text", text: "{}" }], details }, "done");
		expect(toolSearchView.result?.(output, { theme: plainTheme, expanded: false, width: 80 }, {})).toEqual([
			"ast_edit Rewrite code by syntax pattern",
		]);
	});
});
