import { expect, test } from "bun:test";
import { chmod, symlink } from "node:fs/promises";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { listFiles } from "./list-files.ts";
import type { WalkRules } from "./walk-rules.ts";

const rules: WalkRules = { hidden: true, respectIgnore: true, nodeModules: false };
const { signal } = new AbortController();

async function filesIn(root: string, changes: Partial<WalkRules> = {}): Promise<string[]> {
	const found: string[] = [];
	await listFiles({ root, rules: { ...rules, ...changes } }, { signal, onPaths: (paths) => found.push(...paths) });
	return found.sort();
}

const files = {
	".gitignore": "*.log\n",
	".hidden": "",
	".git/config": "",
	"a.log": "",
	"a.ts": "",
	"node_modules/x/index.js": "",
	"odd\nname.ts": "",
	"sub/.gitignore": "!keep.log\n",
	"sub/keep.log": "",
};

test.each([
	["by default", {}, [".gitignore", ".hidden", "a.ts", "odd\nname.ts", "sub/.gitignore", "sub/keep.log"]],
	["without hidden ones", { hidden: false }, ["a.ts", "odd\nname.ts", "sub/keep.log"]],
	[
		"with node_modules",
		{ hidden: false, nodeModules: true },
		["a.ts", "node_modules/x/index.js", "odd\nname.ts", "sub/keep.log"],
	],
	["with ignored ones", { hidden: false, respectIgnore: false }, ["a.log", "a.ts", "odd\nname.ts", "sub/keep.log"]],
])("excludes what the rules say: %s", async (_what, changes, expected) => {
	await using project = await workspace(files);
	expect(await filesIn(project.path, changes)).toEqual(expected);
});

test("a symlink loop ends", async () => {
	await using project = await workspace({ "a/b.txt": "" });
	await symlink(project.path, project.file("a/loop"));
	expect(await filesIn(project.path)).toEqual(["a/b.txt"]);
});

test("an unreadable ignore file is skipped", async () => {
	await using project = await workspace({ "a/.gitignore/odd": "", "a/b.txt": "", "c/.gitignore": "*" });
	await chmod(project.file("c/.gitignore"), 0o000);
	// Root can read everything.
	const expected = process.getuid?.() === 0 ? [] : ["c/.gitignore"];
	expect(await filesIn(project.path)).toEqual(["a/.gitignore/odd", "a/b.txt", ...expected]);
});

test("an aborted walk rejects with the reason", async () => {
	await using project = await workspace({ a: "" });
	const controller = new AbortController();
	controller.abort(new Error("enough"));
	const walk = listFiles({ root: project.path, rules }, { signal: controller.signal, onPaths: () => {} });
	await expect(walk).rejects.toThrow("enough");
});
