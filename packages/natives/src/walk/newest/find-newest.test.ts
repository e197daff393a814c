import { afterAll, expect, test } from "bun:test";
import { utimes } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { globFiles } from "../glob-files.ts";
import { findNewest } from "./find-newest.ts";
import { type FoundPath, NewestPaths } from "./newest-paths.ts";
import { WalkThreads } from "./walk-threads.ts";

const rules = { hidden: true, respectIgnore: true, nodeModules: false };
const { signal } = new AbortController();
const isIgnored = (index: number) => index % 7 === 0;

/** Unbalanced, so that the threads must rebalance, with some ignore files. */
async function plantTree(): Promise<{ project: Workspace; times: Map<string, number> }> {
	const project = await workspace({ ".gitignore": "*.log\n", "deep/0/.gitignore": "!7.log\n" });
	const random = seeded(3);
	const times = new Map<string, number>();
	const plant = async (folder: string, index: number) => {
		const path = `${folder}/${index}.${isIgnored(index) ? "log" : "txt"}`;
		const seconds = 1_000_000 + random.below(500_000);
		await project.write(path, "");
		await utimes(project.file(path), seconds, seconds);
		if (!isIgnored(index) || path === "deep/0/7.log") times.set(project.file(path), seconds * 1000);
	};
	for (let folder = 0; folder < 60; folder++) {
		const path = folder < 40 ? `deep/${folder}` : `deep/0/${folder}/below/${folder}`;
		for (let index = 0; index < 100; index++) await plant(path, index);
	}
	return { project, times };
}

const { project, times } = await plantTree();
afterAll(() => project[Symbol.asyncDispose]());

const expectedPage = [...times]
	.map(([path, modifiedMs]) => ({ path, modifiedMs }))
	.toSorted((a, b) => b.modifiedMs - a.modifiedMs || (a.path < b.path ? -1 : 1))
	.slice(0, 50);

async function newestFiles(threads?: WalkThreads): Promise<{ found: readonly FoundPath[]; isCut: boolean }> {
	const into = new NewestPaths(50);
	await findNewest({ root: project.path, pattern: "**/*.{txt,log}", rules, into, signal, threads });
	return into.page();
}

test("a walk without threads finds the newest", async () => {
	expect(await newestFiles()).toEqual({ found: expectedPage, isCut: true });
});

test("a walk with threads finds the same, repeatedly", async () => {
	let started = 0;
	const start = () => {
		started++;
		return new Worker(new URL("./walk-thread.ts", import.meta.url));
	};
	const threads = new WalkThreads({ most: 2, start });
	for (let count = 0; count < 5; count++)
		expect(await newestFiles(threads)).toEqual({ found: expectedPage, isCut: true });
	expect(started).toBe(2);
	expect(threads.areReady).toBe(true);
});

test("concurrent walks do not share threads", async () => {
	const threads = new WalkThreads({ most: 1 });
	const pages = await Promise.all(Array.from({ length: 4 }, () => newestFiles(threads)));
	expect(pages).toEqual(pages.map(() => ({ found: expectedPage, isCut: true })));
});

test.each([
	["cannot be loaded", "throw new Error('no')"],
	["fails at its work", "require('node:worker_threads').parentPort.on('message', () => { throw new Error('no') })"],
	["ends by itself", "require('node:worker_threads').parentPort.on('message', () => process.exit(0))"],
])("a thread that %s only costs time", async (_what, program) => {
	const threads = new WalkThreads({ most: 2, start: () => new Worker(program, { eval: true }) });
	for (let count = 0; count < 2; count++)
		expect(await newestFiles(threads)).toEqual({ found: expectedPage, isCut: true });
});

test("an idle thread that exits is replaced", async () => {
	const started: Worker[] = [];
	const start = () => {
		const worker = new Worker(new URL("./walk-thread.ts", import.meta.url));
		started.push(worker);
		return worker;
	};
	const threads = new WalkThreads({ most: 1, start });
	await newestFiles(threads);
	await started[0]?.terminate();
	expect(threads.areReady).toBe(false);
	expect(await newestFiles(threads)).toEqual({ found: expectedPage, isCut: true });
	expect(started).toHaveLength(2);
});

test("an aborted walk keeps what was found and rejects with the reason", async () => {
	const into = new NewestPaths(50);
	const controller = new AbortController();
	const onProgress = () => controller.abort(new Error("enough"));
	const threads = new WalkThreads({ most: 1 });
	const walk = findNewest({
		root: project.path,
		pattern: "**/*",
		rules,
		into,
		signal: controller.signal,
		threads,
		onProgress,
	});
	await expect(walk).rejects.toThrow("enough");
	expect(into.page().found).not.toHaveLength(0);
	// The next walk finds everything.
	expect(await newestFiles(threads)).toEqual({ found: expectedPage, isCut: true });
});

test.each(["**/*", "deep/*", "deep/0/**/*.txt", "**/{4,5}*/below", "*", "**/!(x)", "**/[0-3].txt"])(
	"the newest of %s are among the glob's results",
	async (pattern) => {
		const into = new NewestPaths(10_000);
		await findNewest({ root: project.path, pattern, rules, into, signal });
		const globbed: string[] = [];
		const onPaths = (paths: readonly string[]) => globbed.push(...paths);
		await globFiles({ root: project.path, pattern, rules }, { signal, onPaths });
		const glob = new Bun.Glob(pattern);
		const everything: string[] = [];
		await globFiles(
			{ root: project.path, pattern: "**", rules },
			{ signal, onPaths: (paths) => everything.push(...paths) },
		);
		const expected = everything.filter((path) => glob.match(path.replace(/\/$/, ""))).sort();
		expect(globbed.sort()).toEqual(expected);
		const found = into.page().found.map(({ path }) => path.slice(project.path.length + 1));
		expect(found.sort()).toEqual(expected);
	},
);

test("a folder named explicitly is walked even if it is ignored", async () => {
	await using ignoring = await workspace({ ".gitignore": "/out/**\n", "out/a/b.js": "" });
	const into = new NewestPaths(50);
	await findNewest({ root: ignoring.file("out"), pattern: "**/*", rules, into, signal });
	const found = into.page().found.map(({ path }) => path);
	expect(found.sort()).toEqual([ignoring.file("out/a/"), ignoring.file("out/a/b.js")]);
});
