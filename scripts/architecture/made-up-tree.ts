import type { SourceTree } from "./source-tree.ts";

/** A tree for tests: some packages with manifests, and the given files. */
export function madeUpTree(files: Readonly<Record<string, string>>): SourceTree {
	const manifest = (name: string, dependencies: readonly string[], exports: readonly string[]) =>
		JSON.stringify({
			name: `@oh-my-pi/pi-${name}`,
			exports: Object.fromEntries(exports.map((entry) => [`./${entry}`, `./src/${entry}.ts`])),
			dependencies: Object.fromEntries(dependencies.map((dependency) => [dependency, "workspace:*"])),
		});
	return new Map(
		Object.entries({
			"package.json": JSON.stringify({ devDependencies: { "@oh-my-pi/pi-testkit": "workspace:*" } }),
			"packages/utils/package.json": manifest("utils", [], ["abort"]),
			"packages/utils/src/abort.ts": "export const abort = 1;\n",
			"packages/ai/package.json": manifest("ai", ["@oh-my-pi/pi-utils"], ["stream"]),
			"packages/ai/src/stream.ts": `import { abort } from "@oh-my-pi/pi-utils/abort";\nexport const stream = abort;\n`,
			"packages/tui/package.json": manifest("tui", ["@oh-my-pi/pi-utils"], ["theme"]),
			"packages/tui/src/theme.ts": "export interface Theme {}\n",
			"packages/tools/package.json": manifest("tools", ["@oh-my-pi/pi-utils", "@oh-my-pi/pi-tui"], []),
			"packages/testkit/package.json": manifest("testkit", [], ["until"]),
			"packages/testkit/src/until.ts": "export const until = 1;\n",
			...files,
		}),
	);
}
