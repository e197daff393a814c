import { describe, expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { TrustGate } from "../../../trust/trust-gate.ts";
import { importGraph } from "./import-graph.ts";
import { checkExtensions } from "./load-extensions.ts";
import { readModuleGraph } from "./module-graph.ts";

const packages = () => ({ "pi-tui": async () => ({ name: "ours" }) });

describe("the module graph of an extension", () => {
	test("what was read is what runs, whatever happens to the files meanwhile", async () => {
		await using files = await workspace({
			"a.ts": 'import { b } from "./b.ts";\nexport default (): string => "first " + b;\n',
			"b.ts": 'export const b: string = "b";\n',
		});
		const graph = readModuleGraph(files.file("a.ts"));
		await files.write("a.ts", "export default () => 'swapped';\n");
		await files.write("b.ts", "throw new Error('swapped');\n");
		const module = await importGraph(graph, packages);
		expect((module.default as () => string)()).toBe("first b");
		const again = await importGraph(readModuleGraph(files.file("a.ts")), packages);
		expect((again.default as () => string)()).toBe("swapped");
	});

	test("has each file once, also when imports go in a circle", async () => {
		await using files = await workspace({
			"a.ts": 'import { b } from "./b.js";\nexport const a = 1;\nexport default () => b();\n',
			"b.ts": 'import { a } from "./a.ts";\nexport const b = () => a + 1;\n',
		});
		const graph = readModuleGraph(files.file("a.ts"));
		expect(graph.files.size).toBe(2);
		expect(((await importGraph(graph, packages)).default as () => number)()).toBe(2);
	});

	test("imports types from nowhere, CommonJS, JSON, text, and what is imported when it runs", async () => {
		await using files = await workspace({
			"a.ts": `import type { Missing } from "./missing.ts";
				import { one, nested } from "./common.cjs";
				import data from "./data.json";
				import note from "./note.md" with { type: "text" };
				import { name } from "@oh-my-pi/pi-tui";
				import { join } from "node:path";
				export default async (_: Missing) => {
					const later = await import("./later.ts");
					return [one, nested, data.x, note, name, join("a", "b"), later.value];
				};`,
			"common.cjs": 'const { inner } = require("./inner.cjs");\nmodule.exports = { one: 1, nested: inner };\n',
			"inner.cjs": "exports.inner = 2;\n",
			"data.json": '{ "x": 3 }',
			"note.md": "# Note",
			"later.ts": "export const value = 4;\n",
		});
		const { default: run } = await importGraph(readModuleGraph(files.file("a.ts")), packages);
		expect(await (run as () => Promise<unknown>)()).toEqual([1, 2, 3, "# Note", "ours", "a/b", 4]);
	});

	test("names of its own package are files of it, or other packages", async () => {
		await using files = await workspace({
			"package.json": '{ "name": "mine", "imports": { "#src/*": "./src/*.ts", "#other": "other" } }',
			"index.ts": 'import { a } from "#src/deep/a";\nimport b from "#other";\nexport default () => [a, b];\n',
			"src/deep/a.ts": 'import { c } from "#src/c";\nexport const a: string = c + "a";\n',
			"src/c.ts": 'export const c: string = "c";\n',
			"missing.ts": 'import "#src/nowhere";\n',
			"node_modules/other/package.json": '{ "name": "other", "main": "main.js" }',
			"node_modules/other/main.js": "module.exports = 2;\n",
		});
		const graph = readModuleGraph(files.file("index.ts"));
		expect(graph.files.size).toBe(3);
		expect(((await importGraph(graph, packages)).default as () => unknown)()).toEqual(["ca", 2]);
		expect(() => readModuleGraph(files.file("missing.ts"))).toThrow("Cannot find #src/nowhere, imported by");
	});

	test("a package that is imported when it runs may be missing: the import is rejected", async () => {
		await using files = await workspace({
			"a.ts": 'export default () => import("not-installed/part").catch(() => "did without");\n',
			"b.ts": 'import "not-installed";\n',
		});
		expect(() => readModuleGraph(files.file("b.ts"))).toThrow("Cannot find the package not-installed");
		const { default: run } = await importGraph(readModuleGraph(files.file("a.ts")), packages);
		// Nobody has checked what is installed later.
		await files.write("node_modules/not-installed/part.js", "module.exports = 'not checked';\n");
		expect(await (run as () => Promise<unknown>)()).toBe("did without");
	});

	test("refuses FIFOs, and packages of ours that are not there", async () => {
		await using files = await workspace({ "b.ts": 'import "@oh-my-pi/pi-nothing";\n' });
		Bun.spawnSync(["mkfifo", files.file("a.ts")]);
		expect(() => readModuleGraph(files.file("a.ts"))).toThrow("not a regular file");
		expect(importGraph(readModuleGraph(files.file("b.ts")), packages)).rejects.toThrow("omp has no such package");
	});
});

describe("what a project can make omp look at", () => {
	const found = (tree: { file(name: string): string }) => {
		const [agentDir, cwd, home] = [tree.file("home/.omp/agent"), tree.file("repo"), tree.file("home")];
		const gate = new TrustGate({ agentDir, cwd, home, now: () => 0 });
		const places = { cwd, home, agentDir, named: [], configured: [], disabled: [], discovers: true };
		return { ...checkExtensions(places, gate), waiting: gate.waiting.map(({ id }) => id) };
	};

	test.each(["../../../../other/*.ts", "/**/*.ts", "./x/../../../../other/*.ts", "{..,x}/../../../other/*.ts"])(
		"the glob %s of a manifest does not leave its folder",
		async (glob) => {
			await using tree = await workspace({
				"repo/.git/HEAD": "",
				"other/a.ts": "export default () => {};",
				"repo/.omp/extensions/x/package.json": JSON.stringify({ omp: { extensions: [glob] } }),
			});
			const glanced: string[] = [];
			const scan = Bun.Glob.prototype.scanSync;
			Bun.Glob.prototype.scanSync = function (this: Bun.Glob, options) {
				const all = [...scan.call(this, options)];
				glanced.push(...all);
				return all.values();
			} as typeof scan;
			try {
				expect(found(tree).waiting).toEqual([]);
			} finally {
				Bun.Glob.prototype.scanSync = scan;
			}
			expect(glanced).toEqual([]);
		},
	);

	test("a file whose name looks like a glob is a module", async () => {
		await using tree = await workspace({
			"repo/.git/HEAD": "",
			"repo/.omp/extensions/x/a*.ts": "export default () => {};",
			"repo/.omp/extensions/x/package.json": JSON.stringify({ omp: { extensions: ["./*.ts"] } }),
		});
		expect(found(tree).waiting).toEqual(["extension:.omp/extensions/x/a*.ts"]);
	});

	test("a link that a glob starts with does not lead out", async () => {
		await using tree = await workspace({
			"repo/.git/HEAD": "",
			"other/a.ts": "export default () => {};",
			"repo/.omp/extensions/x/package.json": JSON.stringify({ omp: { extensions: ["link/*.ts", "./link/**/*.ts"] } }),
		});
		await symlink(tree.file("other"), tree.file("repo/.omp/extensions/x/link"));
		expect(found(tree).waiting).toEqual([]);
	});

	test("extensions that are too large together are named and left out", async () => {
		const library = `export const x = [${'"a",'.repeat(900_000)}];`;
		const many = Array.from({ length: 60 }, (_, index) => [
			`repo/.omp/extensions/e${index}.ts`,
			'import "../lib.ts";\nexport default () => {};',
		]);
		await using tree = await workspace({
			"repo/.git/HEAD": "",
			"repo/.omp/lib.ts": library,
			...Object.fromEntries(many),
		});
		const { waiting, errors } = found(tree);
		expect(waiting.length).toBeGreaterThan(0);
		expect(waiting.length + errors.length).toBe(60);
		expect(errors[0]?.error).toContain("more than 32 MB");
	});
});

describe("the trust gate and extensions", () => {
	const files = {
		"home/.omp/agent/x": "",
		"repo/.git/HEAD": "",
		"repo/.omp/extensions/a.ts": 'import "helper";\nimport "../../src/lib.ts";\nexport default () => {};\n',
		"repo/src/lib.ts": "export {};\n",
		"repo/node_modules/helper/package.json": '{ "name": "helper", "main": "main.js" }',
		"repo/node_modules/helper/main.js": "module.exports = 1;\n",
	};
	const check = async (tree: { file(name: string): string }, accept = false) => {
		const [agentDir, cwd, home] = [tree.file("home/.omp/agent"), tree.file("repo"), tree.file("home")];
		const gate = new TrustGate({ agentDir, cwd, home, now: () => 0 });
		const places = { cwd, home, agentDir, named: [], configured: [], disabled: [], discovers: true };
		const { admitted } = checkExtensions(places, gate);
		if (accept) await gate.decide(gate.waiting, true);
		return { admitted: admitted.length, waiting: gate.waiting };
	};

	test.each(["repo/.omp/extensions/a.ts", "repo/src/lib.ts", "repo/node_modules/helper/main.js"])(
		"one byte more in %s asks again",
		async (changed) => {
			await using tree = await workspace(files);
			expect((await check(tree, true)).admitted).toBe(0);
			expect((await check(tree)).admitted).toBe(1);
			await tree.write(changed, `${await tree.read(changed)} `);
			const again = await check(tree);
			expect([again.admitted, again.waiting[0]?.before?.trusted]).toEqual([0, true]);
		},
	);

	test("a link in the project needs trust, also one that leads to a file of the user's", async () => {
		await using tree = await workspace({ ...files, "home/own.ts": "export default () => {};\n" });
		await symlink(tree.file("repo/src/lib.ts"), tree.file("repo/.omp/extensions/inside.ts"));
		await symlink(tree.file("home/own.ts"), tree.file("repo/.omp/extensions/outside.ts"));
		const { waiting } = await check(tree);
		expect(waiting.map(({ id }) => id).toSorted()).toEqual([
			"extension:.omp/extensions/a.ts",
			"extension:.omp/extensions/inside.ts",
			"extension:.omp/extensions/outside.ts",
		]);
	});
});
