import { expect, test } from "bun:test";
import { readdir, stat, symlink, utimes } from "node:fs/promises";
import { type CommandResult, runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { buildProduct } from "./product-build.ts";

const source = "packages/coding-agent/src";
const tabProgram = "packages/tools/src/browser-control/tab-worker/tab-program.ts";

function product(): Promise<Workspace> {
	return workspace({
		"package.json": "{}",
		"bun.lock": "",
		"packages/coding-agent/package.json": `{ "name": "product" }`,
		[`${source}/main.ts`]: `if (process.argv.includes("--lazy")) void import("./lazy.ts");\nelse console.log("quick");\n`,
		[`${source}/lazy.ts`]: `import text from "./prompt.md" with { type: "text" };\nimport "dependency";\nconsole.log(text.trim());\n`,
		[`${source}/prompt.md`]: "from the prompt\n",
		[`${source}/unused.ts`]: "export {};\n",
		"packages/natives/src/walk/newest/walk-thread.ts": `console.log("in a thread");\n`,
		[tabProgram]: `console.log("in a tab");\n`,
		"node_modules/dependency/package.json": `{ "name": "dependency", "main": "index.js" }`,
		"node_modules/dependency/index.js": `console.log("dependency");\n`,
	});
}

function run(project: Workspace, ...args: string[]): Promise<CommandResult> {
	return runCommand([project.file("dist/omp"), ...args], { cwd: "/" });
}

/** A file of the same millisecond would count as newer than the build. */
async function buildLater(project: Workspace): Promise<void> {
	await Bun.sleep(10);
	await buildProduct(project.path);
}

async function changed(project: Workspace): Promise<string> {
	return (await runCommand(["sh", "dist/check.sh"], { cwd: project.path })).stdout;
}

test("build: makes one executable of everything, texts and dependencies included", async () => {
	await using project = await product();
	await buildProduct(project.path);
	expect((await run(project)).stdout).toBe("quick\n");
	expect((await run(project, "--lazy")).stdout).toBe("dependency\nfrom the prompt\n");
	expect((await readdir(project.file("dist"))).sort()).toEqual(["check.sh", "inputs", "omp"]);
});

test("build: lists what it was made from for the launcher", async () => {
	await using project = await product();
	await buildProduct(project.path);
	expect((await project.read("dist/inputs")).split("\0")).toEqual([
		"bun.lock",
		"package.json",
		"packages/coding-agent/package.json",
		`${source}/lazy.ts`,
		`${source}/main.ts`,
		`${source}/prompt.md`,
		"packages/natives/src/walk/newest/walk-thread.ts",
		tabProgram,
		"",
	]);
});

test("build: its check names a changed file until the next build", async () => {
	await using project = await product();
	await buildLater(project);
	expect(await changed(project)).toBe("");
	await project.write(`${source}/prompt.md`, "changed\n");
	expect(await changed(project)).toBe(`${source}/prompt.md\n`);
	await buildLater(project);
	expect(await changed(project)).toBe("");
	expect((await run(project, "--lazy")).stdout).toBe("dependency\nchanged\n");
});

test("build: an executable that is replaced while it runs still finds what it loads later", async () => {
	await using project = await product();
	await project.write(`${source}/main.ts`, `void Bun.stdin.text().then(() => import("./lazy.ts"));\n`);
	await buildProduct(project.path);
	const running = Bun.spawn([project.file("dist/omp")], { stdin: "pipe", stdout: "pipe" });
	await project.write(`${source}/prompt.md`, "changed\n");
	await buildProduct(project.path);
	await running.stdin.end();
	expect(await new Response(running.stdout).text()).toBe("dependency\nfrom the prompt\n");
});

test("build: counts as made when it began, so that later changes are newer", async () => {
	await using project = await product();
	const before = Date.now();
	await buildProduct(project.path);
	const { mtimeMs } = await stat(project.file("dist/inputs"));
	expect(mtimeMs).toBeGreaterThanOrEqual(before);
	expect(mtimeMs).toBeLessThan((await stat(project.file("dist/omp"))).mtimeMs);
});

test("build: a source from the future does not make every build outdated", async () => {
	await using project = await product();
	const future = new Date(Date.now() + 3_600_000);
	await utimes(project.file(`${source}/main.ts`), future, future);
	await buildProduct(project.path);
	expect((await stat(project.file("dist/inputs"))).mtimeMs).toBeGreaterThan(future.getTime());
});

test("build: one that fails leaves the last good one as it was", async () => {
	await using project = await product();
	await buildLater(project);
	await project.write(`${source}/main.ts`, "import './gone.ts';\n");
	await expect(buildProduct(project.path)).rejects.toThrow();
	expect((await readdir(project.file("dist"))).sort()).toEqual(["check.sh", "inputs", "omp"]);
	expect((await run(project)).stdout).toBe("quick\n");
	expect(await changed(project)).toBe(`${source}/main.ts\n`);
});

test("build: clears away what a killed one left", async () => {
	await using project = await product();
	await project.write("dist/tmp.1/omp", "half");
	await project.write("dist/tmp.check.2", "");
	await project.write("dist/tmp.3/omp", "under way");
	const longAgo = new Date(Date.now() - 3_600_000);
	for (const name of ["tmp.1", "tmp.check.2"]) await utimes(project.file(`dist/${name}`), longAgo, longAgo);
	await buildProduct(project.path);
	expect((await readdir(project.file("dist"))).sort()).toEqual(["check.sh", "inputs", "omp", "tmp.3"]);
});

test("build: the executable runs in an empty folder with nothing beside it", async () => {
	await using project = await product();
	await using elsewhere = await workspace({ "bunfig.toml": `preload = ["./gone.ts"]\n`, ".env": "NODE_ENV=oops\n" });
	await buildProduct(project.path);
	await Bun.write(elsewhere.file("omp"), Bun.file(project.file("dist/omp")));
	await runCommand(["chmod", "+x", elsewhere.file("omp")]);
	await project[Symbol.asyncDispose]();
	const result = await runCommand([elsewhere.file("omp"), "--lazy"], { cwd: elsewhere.path });
	expect(result).toEqual({ stdout: "dependency\nfrom the prompt\n", stderr: "", exitCode: 0 });
});

test("build: to save space, only packed files are kept, and the next build takes those", async () => {
	await using project = await product();
	const original = "node_modules/web-tree-sitter/web-tree-sitter.wasm";
	await project.write("node_modules/web-tree-sitter/package.json", `{ "name": "web-tree-sitter" }`);
	await project.write(original, "a grammar");
	await project.write("node_modules/dependency/README.md", "Read me.");
	await project.write("node_modules/puppeteer-core/unread.js", "export {};");
	await project.write(
		`${source}/main.ts`,
		`const file = Bun.embeddedFiles.find(({ name }) => name.includes("web-tree-sitter"));
		void file.bytes().then((bytes) => console.log(Buffer.from(Bun.zstdDecompressSync(bytes)).toString()));\n`,
	);
	await symlink("../packages/coding-agent", project.file("node_modules/linked"));
	await buildProduct(project.path, { keepsUnused: false });
	expect(await Bun.file(project.file(`${source}/unused.ts`)).exists()).toBe(true);
	expect((await run(project)).stdout).toBe("a grammar\n");
	expect(await Bun.file(project.file(original)).exists()).toBe(false);
	expect(await Bun.file(project.file("node_modules/dependency/README.md")).exists()).toBe(false);
	expect(await Bun.file(project.file("node_modules/puppeteer-core/unread.js")).exists()).toBe(false);
	await buildLater(project);
	expect((await run(project)).stdout).toBe("a grammar\n");
	// A newer version of the package counts again.
	await project.write(original, "a newer grammar");
	await buildProduct(project.path, { keepsUnused: false });
	expect((await run(project)).stdout).toBe("a newer grammar\n");
});
