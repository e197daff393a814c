import { expect, test } from "bun:test";
import { readdir, stat, utimes } from "node:fs/promises";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { buildBinary } from "./binary-build.ts";
import { buildProduct } from "./product-build.ts";

const source = "packages/coding-agent/src";

function product(): Promise<Workspace> {
	return workspace({
		"package.json": "{}",
		"bun.lock": "",
		"packages/coding-agent/package.json": `{ "name": "product" }`,
		[`${source}/main.ts`]: `if (process.argv.includes("--lazy")) await import("./lazy.ts");\nelse console.log("quick");\n`,
		[`${source}/lazy.ts`]: `import text from "./prompt.md" with { type: "text" };\nimport "dependency";\nconsole.log(text.trim());\n`,
		[`${source}/prompt.md`]: "from the prompt\n",
		[`${source}/unused.ts`]: "export {};\n",
		"packages/natives/src/walk/walk-thread.ts": `console.log("in a thread");\n`,
		"node_modules/dependency/package.json": `{ "name": "dependency", "main": "index.js" }`,
		"node_modules/dependency/index.js": `console.log("dependency");\n`,
	});
}

function run(project: Workspace, id: string, ...args: string[]): Promise<{ stdout: string }> {
	return runCommand([process.execPath, project.file(`dist/${id}/main.js`), ...args], { cwd: "/" });
}

async function pointedAt(project: Workspace): Promise<string | undefined> {
	return (await project.read("dist/current")).split(" ")[0];
}

test("build: splits what is loaded later from what is not, texts and dependencies included", async () => {
	await using project = await product();
	const { id, isNew } = await buildProduct(project.path);
	expect(isNew).toBe(true);
	expect((await run(project, id)).stdout).toBe("quick\n");
	expect((await run(project, id, "--lazy")).stdout).toBe("dependency\nfrom the prompt\n");
	expect(await project.read(`dist/${id}/main.js`)).not.toContain("from the prompt");
	expect(await project.read("dist/current")).toBe(`${id} ${process.execPath}\n`);
});

test("build: lists what it was made from for the launcher", async () => {
	await using project = await product();
	const { id } = await buildProduct(project.path);
	const { stdout } = await runCommand(["sh", "-c", `. ./dist/${id}/inputs.sh; printf '%s\\n' $newer $inputs`], {
		cwd: project.path,
	});
	expect(stdout.split("\n")).toEqual([
		expect.stringMatching(/^-c?newer$/),
		"bun.lock",
		"package.json",
		"packages/coding-agent/package.json",
		`${source}/lazy.ts`,
		`${source}/main.ts`,
		`${source}/prompt.md`,
		"packages/natives/src/walk/walk-thread.ts",
		"",
	]);
});

test("build: the same sources give the same build, others another", async () => {
	await using project = await product();
	const first = await buildProduct(project.path);
	expect(await buildProduct(project.path)).toEqual({ ...first, isNew: false });
	await project.write(`${source}/prompt.md`, "changed\n");
	const second = await buildProduct(project.path);
	expect(second.isNew).toBe(true);
	expect(await pointedAt(project)).toBe(second.id);
	// A session may still be running from the one before.
	expect((await run(project, first.id, "--lazy")).stdout).toBe("dependency\nfrom the prompt\n");
});

test("build: counts as made when it began, so that later changes are newer", async () => {
	await using project = await product();
	const before = Date.now();
	await buildProduct(project.path);
	const { mtimeMs } = await stat(project.file("dist/current"));
	expect(mtimeMs).toBeGreaterThanOrEqual(before);
	expect(mtimeMs).toBeLessThan(
		(await stat(project.file(`dist/${await pointedAt(project)}/metafile.json`))).mtimeMs + 5,
	);
});

test("build: a source from the future does not make every build outdated", async () => {
	await using project = await product();
	const future = new Date(Date.now() + 3_600_000);
	await utimes(project.file(`${source}/main.ts`), future, future);
	await buildProduct(project.path);
	expect((await stat(project.file("dist/current"))).mtimeMs).toBeGreaterThan(future.getTime());
});

test("build: one that fails leaves the last good one as it was", async () => {
	await using project = await product();
	const { id } = await buildProduct(project.path);
	const before = await readdir(project.file("dist"));
	await project.write(`${source}/main.ts`, "import './gone.ts';\n");
	await expect(buildProduct(project.path)).rejects.toThrow();
	expect(await readdir(project.file("dist"))).toEqual(before);
	expect(await pointedAt(project)).toBe(id);
});

test("build: keeps the last three, and clears away what a killed one left", async () => {
	await using project = await product();
	await project.write("dist/tmp.1/main.js", "half");
	await project.write("dist/tmp.2/main.js", "under way");
	const longAgo = new Date(Date.now() - 3_600_000);
	await utimes(project.file("dist/tmp.1"), longAgo, longAgo);
	const ids: string[] = [];
	for (let count = 0; count < 5; count++) {
		await project.write(`${source}/prompt.md`, `version ${count}\n`);
		ids.push((await buildProduct(project.path)).id);
		await utimes(project.file(`dist/${ids.at(-1)}`), count, count);
	}
	expect((await readdir(project.file("dist"))).sort()).toEqual([...ids.slice(2), "current", "tmp.2"].sort());
});

test("build: a Bun inside the checkout is named by its place there", async () => {
	await using project = await product();
	await buildProduct(project.path, project.file(".bun/bun-9/bun"));
	expect((await project.read("dist/current")).split(" ")[1]).toBe(".bun/bun-9/bun\n");
});

test("build: the executable runs in an empty folder with nothing beside it", async () => {
	await using project = await product();
	await using elsewhere = await workspace({ "bunfig.toml": `preload = ["./gone.ts"]\n`, ".env": "NODE_ENV=oops\n" });
	await buildBinary(project.path, elsewhere.file("omp"));
	await project[Symbol.asyncDispose]();
	const result = await runCommand([elsewhere.file("omp"), "--lazy"], { cwd: elsewhere.path });
	expect(result).toEqual({ stdout: "dependency\nfrom the prompt\n", stderr: "", exitCode: 0 });
});
