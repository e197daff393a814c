import { expect, test } from "bun:test";
import { madeUpTree } from "./made-up-tree.ts";
import { checkPackageBorders } from "./package-borders.ts";

test("package borders: a valid tree passes", () => {
	expect(checkPackageBorders(madeUpTree({}))).toEqual([]);
});

test("package borders: importing an unexported entry fails", () => {
	const tree = madeUpTree({ "packages/ai/src/deep.ts": `import "@oh-my-pi/pi-utils/src/abort.ts";\n` });
	expect(checkPackageBorders(tree)).toEqual([
		{
			file: "packages/ai/src/deep.ts",
			line: 1,
			message: "imports @oh-my-pi/pi-utils/src/abort.ts: packages/utils/package.json does not export ./src/abort.ts",
		},
	]);
});

test("package borders: a pattern in exports is supported", () => {
	const tree = madeUpTree({
		"packages/utils/package.json": `{ "name": "@oh-my-pi/pi-utils", "exports": { "./text/*": "./src/text/*.ts" } }`,
		"packages/ai/src/stream.ts": `import "@oh-my-pi/pi-utils/text/wrap";\n`,
		"packages/ai/src/other.ts": `import "@oh-my-pi/pi-utils/abort";\n`,
	});
	expect(checkPackageBorders(tree).map(({ file }) => file)).toEqual(["packages/ai/src/other.ts"]);
});

test("package borders: the project's documents may be embedded", () => {
	const tree = madeUpTree({
		"docs/a.md": "# A\n",
		"packages/ai/src/docs.ts": `import a from "../../../docs/a.md" with { type: "text" };\n`,
	});
	expect(checkPackageBorders(tree)).toEqual([]);
});

test("package borders: relative imports stay inside a package, package names outside", () => {
	const tree = madeUpTree({
		"packages/ai/src/out.ts": `import "../../utils/src/abort.ts";\n`,
		"packages/ai/src/self.ts": `import "@oh-my-pi/pi-ai/stream";\n`,
	});
	expect(checkPackageBorders(tree)).toEqual([
		{
			file: "packages/ai/src/out.ts",
			line: 1,
			message: "imports ../../utils/src/abort.ts: a relative path stays inside its package",
		},
		{
			file: "packages/ai/src/self.ts",
			line: 1,
			message: "imports @oh-my-pi/pi-ai/stream: inside a package use a relative path",
		},
	]);
});

test("package borders: used packages must be listed; tests may use those of the repository", () => {
	const tree = madeUpTree({
		"packages/ai/src/yaml.ts": `import "yaml";\nimport "node:fs";\nimport "bun:sqlite";\nimport { $ } from "bun";\n$;`,
		"packages/ai/src/stream.test.ts": `import "@oh-my-pi/pi-testkit/until";\nimport "bun:test";\n`,
		"packages/ai/src/other.test.ts": `import "@scope/unknown/deep";\n`,
	});
	expect(checkPackageBorders(tree)).toEqual([
		{ file: "packages/ai/src/yaml.ts", line: 1, message: "imports yaml: packages/ai/package.json does not list yaml" },
		{
			file: "packages/ai/src/other.test.ts",
			line: 1,
			message: "imports @scope/unknown/deep: packages/ai/package.json does not list @scope/unknown",
		},
	]);
});

test("package borders: types may come from a package that is only needed for development", () => {
	const tree = madeUpTree({
		"packages/utils/package.json": `{ "name": "@oh-my-pi/pi-utils", "devDependencies": { "protocol-types": "1.0.0" } }`,
		"packages/utils/src/abort.ts": `import type { Message } from "protocol-types";\nexport type Abort = Message;\n`,
		"packages/utils/src/value.ts": `import { decode } from "protocol-types";\ndecode();\n`,
	});
	const files = checkPackageBorders(tree).map(({ file }) => file);
	expect(files.filter((file) => file.startsWith("packages/utils/"))).toEqual(["packages/utils/src/value.ts"]);
});

test("package borders: an exported file exists", () => {
	const tree = madeUpTree({
		"packages/utils/package.json": `{ "name": "@oh-my-pi/pi-utils", "exports": { "./abort": "./src/abort.ts", "./gone": "./src/gone.ts" } }`,
	});
	expect(checkPackageBorders(tree)).toEqual([
		{ file: "packages/utils/package.json", message: "exports ./gone as ./src/gone.ts, which does not exist" },
	]);
});

test("package borders: an export is named after the path of its file", () => {
	const manifest = (name: string) =>
		`{ "name": "@oh-my-pi/pi-${name}", "exports": { "./abort": "./src/net/abort.ts", "./rules.md": "./src/rules.md" } }`;
	const files = { "src/net/abort.ts": "", "src/rules.md": "" };
	const tree = madeUpTree(
		Object.fromEntries(
			["mcp", "coding-agent"].flatMap((name) => [
				[`packages/${name}/package.json`, manifest(name)],
				...Object.entries(files).map(([path, text]) => [`packages/${name}/${path}`, text]),
			]),
		),
	);
	expect(checkPackageBorders(tree)).toEqual([
		{
			file: "packages/mcp/package.json",
			message: "exports ./abort as ./src/net/abort.ts: name it ./net/abort",
		},
	]);
});
