import { expect, test } from "bun:test";
import { defineTool } from "./tool.ts";
import { sourceOf, ToolSources } from "./tool-sources.ts";

function tool(name: string) {
	return defineTool({
		name,
		label: name,
		prompt: "",
		parameters: { type: "object", properties: {} },
		execute: async () => ({ content: "" }),
	});
}

const names = (sources: ToolSources) => sources.tools(undefined).map(({ name }) => name);

test("tool sources: of two tools with one name the earlier source's is taken, and the other is reported once", () => {
	const problems: string[] = [];
	const own = tool("read");
	const foreign = tool("read");
	const sources = new ToolSources([{ id: "builtin", tools: () => [own] }], {
		onProblem: (message) => problems.push(message),
	});
	sources.put({ id: "mcp:files", tools: () => [foreign, tool("list")] });
	expect(sources.tools(undefined)[0]).toBe(own);
	expect(names(sources)).toEqual(["read", "list"]);
	expect(problems).toEqual(['Tool "read" of mcp:files is left out: builtin has one of that name']);
	sources.remove("builtin");
	expect(sources.tools(undefined)[0]).toBe(foreign);
	expect(sourceOf(foreign)).toBe("mcp:files");
});

test("tool sources: a source is replaced in its place, and listeners hear of it", () => {
	const sources = new ToolSources(["a", "b"].map((id) => ({ id, tools: () => [] })));
	let changes = 0;
	const stop = sources.onChange(() => changes++);
	sources.put({ id: "a", tools: () => [tool("first")] });
	sources.put({ id: "c", tools: () => [] });
	expect([sources.ids, sources.remove("b"), sources.remove("b"), changes]).toEqual([["a", "b", "c"], true, false, 3]);
	stop();
	sources.remove("c");
	expect([sources.ids, changes]).toEqual([["a"], 3]);
});

test("tool sources: the list is the same array while its tools are the same", () => {
	const one = tool("one");
	const sources = new ToolSources([{ id: "a", tools: () => [one] }]);
	const before = sources.tools(undefined);
	expect(sources.tools(undefined)).toBe(before);
	sources.put({ id: "b", tools: () => [] });
	expect(sources.tools(undefined)).toBe(before);
	sources.put({ id: "b", tools: () => [tool("two")] });
	expect(sources.tools(undefined)).not.toBe(before);
});

test("tool sources: a source that throws has no tools, and what is switched off takes no name", () => {
	const problems: string[] = [];
	const off = tool("ast_grep");
	const theirs = tool("ast_grep");
	const sources = new ToolSources(
		[
			{ id: "builtin", tools: () => [off] },
			{
				id: "broken",
				tools() {
					throw new Error("no server");
				},
			},
			{ id: "host", tools: () => [theirs] },
		],
		{ isOn: (one) => one !== off, onProblem: (message) => problems.push(message) },
	);
	expect(sources.tools(undefined)).toEqual([theirs]);
	expect(problems).toEqual(["Tools of broken are left out: no server"]);
});
