import { expect, test } from "bun:test";
import { repositoryRoot } from "../repository-root.ts";
import { checkArchitecture, describeViolation } from "./architecture.ts";
import { madeUpTree } from "./made-up-tree.ts";
import { loadSourceTree } from "./source-tree.ts";

test("architecture: this repository follows its rules", async () => {
	expect(checkArchitecture(await loadSourceTree(repositoryRoot)).map(describeViolation)).toEqual([]);
});

const longBody = "(text: string) {\n\tconst parts = [text];\n\tparts.push(text);\n\treturn parts;\n}\n";

test("architecture: every rule is checked", () => {
	const tree = madeUpTree({
		"packages/utils/src/layer.ts": `import "@oh-my-pi/pi-ai/stream";\n`,
		"packages/utils/src/world.ts": "process.exit();\n",
		"packages/utils/src/one.ts": `import "./two.ts";\n`,
		"packages/utils/src/two.ts": `import "./one.ts";\n`,
		"packages/utils/src/long.ts": "x;\n".repeat(401),
		"packages/utils/src/guest-list.ts": "",
		"packages/utils/src/state.ts": "let count = 0;\n",
		"packages/utils/src/copy.ts": `function split${longBody}`,
		"packages/utils/src/text-copy.ts": `function splitText${longBody}`,
		"packages/utils/src/list.ts": Array.from({ length: 26 }, (_, index) => `import "./text/${index}.md";\n`).join(""),
		...Object.fromEntries(
			["a", "b", "c", "d"].map((name) => [
				`packages/coding-agent/src/${name}.ts`,
				'import "./features/ssh/feature.ts";\n',
			]),
		),
		...Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`packages/utils/src/text/${index}.md`, ""])),
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
		"packages/utils/src/text holds 21 files, 20 are allowed: group them in subfolders",
		"packages/utils/src/list.ts imports 26 own modules, 25 are allowed: move a part out that needs some of them",
		`packages/coding-agent/src/features/ssh is imported by 4 files outside of the feature ssh, 3 are allowed; let it bring what they need:${["a", "b", "c", "d"].map((name) => `\n    packages/coding-agent/src/${name}.ts`).join("")}`,
		"packages/utils/src/world.ts:1 touches process.exit: take it from the Host or an argument",
		"packages/utils/src/state.ts:1 keeps count in the module: give it to what owns it, or use once()",
		"packages/utils/src/text-copy.ts:1 splitText is the same as split in packages/utils/src/copy.ts: keep one of them",
		"packages/utils/src/index.ts has only re-exports: import things where they are",
		"README.md:1 names packages/gone, which does not exist",
		'packages/utils/src/guest-list.ts a file name with "guest": write extension',
	]);
});
