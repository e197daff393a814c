import { expect, test } from "bun:test";
import { repositoryCopy } from "./repository-copy.ts";

const tools = "packages/tools/src";
const describeSettings = "test/extending/added-settings.ts";

/** Everything there is of the tool `count_lines`. */
const folder = {
	"settings.ts": `import { boolean, integer, section } from "@oh-my-pi/pi-utils/settings/setting";

export const countLinesSettings = section(
	"countLines",
	{
		enabled: boolean({ default: true, label: "count_lines", help: "Count lines." }),
		maxFiles: integer({ default: 7, project: "free", label: "Files", help: "How many files are counted." }),
	},
	{ tab: "Tools", group: "Available Tools" },
	{ project: "switch" },
);
`,
	"view.ts": `import { defineView } from "../view/view.ts";
import type { countLinesTool } from "./count-lines.ts";

export const countLinesView = defineView<typeof countLinesTool>({ shape: "inline", title: ({ path = "" }) => \`Count \${path}\` });
`,
	"sample.data.ts": `import type { ToolSample } from "../view/tool-sample.ts";

export const countLinesSample: ToolSample = {
	args: { path: "src/greet.ts" },
	done: { text: "3 lines" },
	failed: { text: "No such file" },
};
`,
	"count-lines.ts": `import { defineTool, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import { countLinesSettings } from "./settings.ts";

const traits: ToolTraits = {
	name: "count_lines",
	effects: ["reads"],
	switch: countLinesSettings.enabled,
	view: async () => (await import("./view.ts")).countLinesView,
};

export const countLines: BuiltInTool = {
	...traits,
	summary: "Count the lines of files",
	sample: async () => (await import("./sample.data.ts")).countLinesSample,
	settings: [countLinesSettings],
	create: () => countLinesTool(),
};

export function countLinesTool() {
	return defineTool({
		...traits,
		label: "Count lines",
		prompt: "Counts lines.",
		parameters: { type: "object", properties: { path: { type: "string" } } } as const,
		approval: "read",
		execute: async ({ path = "" }) => ({ content: path }),
	});
}
`,
};

test("a tool with settings is a folder and a line in the registry; the rest is derived", async () => {
	await using copy = await repositoryCopy(describeSettings);
	const { run, omp } = copy;
	const regenerate = () => run("scripts/generated/write.ts");
	await regenerate();
	for (const [name, text] of Object.entries(folder)) await copy.write(`${tools}/count-lines/${name}`, text);
	const registry = await copy.read(`${tools}/registry.ts`);
	const line = 'import { countLines } from "./count-lines/count-lines.ts";\n';
	await copy.write(`${tools}/registry.ts`, line + registry.replace("\tread,\n", "\tread,\n\tcountLines,\n"));

	// As often as `bun run fix` does.
	expect([await regenerate(), await regenerate(), await regenerate()]).toEqual([
		`Wrote ${tools}/tool-settings.ts\nWrote packages/coding-agent/src/cli/help/tools.data.ts\n`,
		"Wrote docs/settings.md\n",
		"",
	]);
	expect(JSON.parse(await run(describeSettings, "countLines."))).toEqual([
		["countLines.enabled", true, "switch"],
		["countLines.maxFiles", 7, "free"],
	]);
	expect(await copy.read("docs/settings.md")).toContain("| `countLines.maxFiles` | number | `7` | How many files are");
	expect(await omp("config", "get", "countLines.maxFiles")).toBe("7\n");
	expect(await omp("--help", "tools")).toContain("count_lines");
	expect(await omp("gallery", "-t", "count_lines", "-s", "done", "-w", "40")).toContain("Count src/greet.ts");
}, 60_000);
