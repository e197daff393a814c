import { expect, test } from "bun:test";
import { repositoryRoot } from "../repository-root.ts";
import { checkArchitecture, describeViolation } from "./architecture.ts";
import { madeUpTree } from "./made-up-tree.ts";
import { loadSourceTree } from "./source-tree.ts";

test("architecture: this repository keeps its rules", async () => {
	expect(checkArchitecture(await loadSourceTree(repositoryRoot)).map(describeViolation)).toEqual([]);
});

test("architecture: every rule is among those checked", () => {
	const tree = madeUpTree({
		"packages/utils/src/layer.ts": `import "@oh-my-pi/pi-ai/stream";\n`,
		"packages/utils/src/world.ts": "process.exit();\n",
		"packages/utils/src/wide.ts": `${Array.from({ length: 21 }, (_, n) => `import "./${n}.ts";`).join("\n")}\nif (1) {}\n`,
		"packages/utils/src/index.ts": `export * from "./abort.ts";\n`,
		"README.md": "`packages/gone`\n",
	});
	expect(checkArchitecture(tree).map(describeViolation)).toEqual([
		"packages/utils/src/layer.ts:1 imports @oh-my-pi/pi-ai/stream: utils may import no other package",
		"packages/utils/src/layer.ts:1 imports @oh-my-pi/pi-ai/stream: packages/utils/package.json does not list @oh-my-pi/pi-ai",
		"packages/utils/src/wide.ts imports 21 files of our own; 20 is the most it may",
		"packages/utils/src/world.ts:1 touches process.exit: take it from the Host or an argument",
		"packages/utils/src/index.ts only passes things on: import them where they are",
		"README.md:1 names packages/gone, which does not exist",
	]);
});
