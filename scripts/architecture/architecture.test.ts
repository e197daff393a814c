import { expect, test } from "bun:test";
import { repositoryRoot } from "../repository-root.ts";
import { checkArchitecture, describeViolation } from "./architecture.ts";
import { madeUpTree } from "./made-up-tree.ts";
import { loadSourceTree } from "./source-tree.ts";

test("architecture: this repository follows its rules", async () => {
	expect(checkArchitecture(await loadSourceTree(repositoryRoot)).map(describeViolation)).toEqual([]);
});

test("architecture: every rule is checked", () => {
	const tree = madeUpTree({
		"packages/utils/src/layer.ts": `import "@oh-my-pi/pi-ai/stream";\n`,
		"packages/utils/src/world.ts": "process.exit();\n",
		"packages/utils/src/one.ts": `import "./two.ts";\n`,
		"packages/utils/src/two.ts": `import "./one.ts";\n`,
		"packages/utils/src/long.ts": "x;\n".repeat(401),
		"packages/utils/src/quuxifier.ts": "",
		"packages/utils/src/index.ts": `export * from "./abort.ts";\n`,
		"README.md": "`packages/gone`\n",
	});
	// The lists of exceptions are about the real repository.
	const found = checkArchitecture(tree).filter(({ file }) => !/\.data\.ts$/.test(file));
	expect(found.map(describeViolation)).toEqual([
		"packages/utils/src/layer.ts:1 imports @oh-my-pi/pi-ai/stream: utils may import no other package",
		"packages/utils/src/layer.ts:1 imports @oh-my-pi/pi-ai/stream: packages/utils/package.json does not list @oh-my-pi/pi-ai",
		"packages/utils/src has an import cycle:\n    packages/utils/src/one.ts:1 → packages/utils/src/two.ts\n    packages/utils/src/two.ts:1 → packages/utils/src/one.ts",
		"packages/utils/src/long.ts has 401 lines, 400 are allowed: move its second idea out, with its state and tests",
		"packages/utils/src/world.ts:1 touches process.exit: take it from the Host or an argument",
		"packages/utils/src/index.ts has only re-exports: import things where they are",
		"README.md:1 names packages/gone, which does not exist",
		'packages/utils/src/quuxifier.ts "quuxifier" is neither in GLOSSARY.md nor in scripts/architecture/plain-words.data.ts',
	]);
});
