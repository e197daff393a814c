import { expect, test } from "bun:test";
import { checkLayers } from "./layers.ts";
import { madeUpTree } from "./made-up-tree.ts";

test("layers: a valid tree passes", () => {
	expect(checkLayers(madeUpTree({}))).toEqual([]);
});

test("layers: a lower package must not import an upper one, not even a type", () => {
	const tree = madeUpTree({
		"packages/utils/src/leak.ts": `// why\nimport type { Stream } from "@oh-my-pi/pi-ai/stream";\nexport type Leak = Stream;\n`,
	});
	expect(checkLayers(tree)).toEqual([
		{
			file: "packages/utils/src/leak.ts",
			line: 2,
			message: "imports @oh-my-pi/pi-ai/stream: utils may import no other package",
		},
	]);
});

test("layers: lazy imports and re-exports count", () => {
	const tree = madeUpTree({
		"packages/tui/src/lazy.ts": `export const lazy = () => import("@oh-my-pi/pi-ai/stream");\n`,
		"packages/tui/src/pass.ts": `export { stream } from "@oh-my-pi/pi-ai/stream";\n`,
	});
	expect(checkLayers(tree).map(({ file }) => file)).toEqual(["packages/tui/src/lazy.ts", "packages/tui/src/pass.ts"]);
	expect(checkLayers(tree)[0]?.message).toBe("imports @oh-my-pi/pi-ai/stream: tui may import only utils, natives");
});

test("layers: an import in a string does not count", () => {
	const tree = madeUpTree({
		"packages/utils/src/text.ts":
			'// import "@oh-my-pi/pi-ai/stream"\nexport const code = `\nimport { stream } from "@oh-my-pi/pi-ai/stream";\n`;\n',
	});
	expect(checkLayers(tree)).toEqual([]);
});

test("layers: only tests import the testkit and testing folders", () => {
	const source = `import { until } from "@oh-my-pi/pi-testkit/until";\nexport const x = until;\n`;
	const tree = madeUpTree({
		"packages/ai/src/stream.test.ts": source,
		"packages/ai/src/shipped.ts": source,
		"packages/ai/src/testing/fake.ts": source,
		"packages/ai/src/uses-fake.ts": `import { x } from "./testing/fake.ts";\nexport const y = x;\n`,
	});
	expect(checkLayers(tree)).toEqual([
		{
			file: "packages/ai/src/shipped.ts",
			line: 1,
			message: "imports @oh-my-pi/pi-testkit/until: only tests may",
		},
		{ file: "packages/ai/src/uses-fake.ts", line: 1, message: "imports ./testing/fake.ts: only tests may" },
	]);
});

test("layers: in tools only views import the terminal", () => {
	const source = `import type { Theme } from "@oh-my-pi/pi-tui/theme";\nexport type T = Theme;\n`;
	const tree = madeUpTree({
		"packages/tools/src/bash/view.ts": source,
		"packages/tools/src/bash/view.test.ts": source,
		"packages/tools/src/define-view.ts": source,
		"packages/tools/src/views.ts": source,
		"packages/tools/src/view/tree-lines.ts": source,
		"packages/tools/src/bash/execute.ts": source,
		"packages/tools/src/review.ts": source,
	});
	const message = "imports @oh-my-pi/pi-tui/theme: in tools only views may import tui";
	expect(checkLayers(tree)).toEqual([
		{ file: "packages/tools/src/bash/execute.ts", line: 1, message },
		{ file: "packages/tools/src/review.ts", line: 1, message },
	]);
});

test("layers: only listed files import a mode", () => {
	const tree = madeUpTree({
		"packages/coding-agent/package.json": `{ "name": "@oh-my-pi/pi-coding-agent" }`,
		"packages/coding-agent/src/modes/print/run.ts": `import "./format.ts";\nimport "../../settings.ts";\n`,
		"packages/coding-agent/src/modes/print/format.ts": "export {};\n",
		"packages/coding-agent/src/modes/rpc/run.ts": `import "../print/format.ts";\n`,
		"packages/coding-agent/src/settings.ts": `import "./modes/print/run.ts";\n`,
		"packages/coding-agent/src/main.ts": `await import("./modes/print/run.ts");\n`,
	});
	expect(checkLayers(tree)).toEqual([
		{
			file: "packages/coding-agent/src/modes/rpc/run.ts",
			line: 1,
			message:
				"imports ../print/format.ts: only main.ts, cli/command/command-terminal.ts, cli/commands/acp.ts, cli/commands/doctor/keybinding-problems.ts, cli/commands/gallery/tool-gallery.ts, cli/commands/launch/launch.ts, cli/commands/launch/run-at-terminal.ts, cli/commands/mcp-serve.ts and sdk/runners.ts may start a mode",
		},
		{
			file: "packages/coding-agent/src/settings.ts",
			line: 1,
			message:
				"imports ./modes/print/run.ts: only main.ts, cli/command/command-terminal.ts, cli/commands/acp.ts, cli/commands/doctor/keybinding-problems.ts, cli/commands/gallery/tool-gallery.ts, cli/commands/launch/launch.ts, cli/commands/launch/run-at-terminal.ts, cli/commands/mcp-serve.ts and sdk/runners.ts may start a mode",
		},
	]);
});

test("layers: a new package must be listed", () => {
	const tree = madeUpTree({ "packages/misc/src/thing.ts": "export {};\n" });
	expect(checkLayers(tree)).toEqual([
		{ file: "packages/misc", message: "has no place in scripts/architecture/layers.data.ts" },
	]);
});
