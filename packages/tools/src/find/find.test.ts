import { describe, expect, test } from "bun:test";
import { chmod, mkdir, symlink, utimes } from "node:fs/promises";
import { runTool, runToolWith } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { type FileFinder, localFinder } from "../files/open/file-finder.ts";
import { finishTool } from "../output/finish-tool.ts";
import { urlRouter } from "../urls/url-router.ts";
import { type FindDeps, findTool } from "./find.ts";

const finder = localFinder();

function findIn(cwd: string, overrides: Partial<FindDeps> = {}) {
	return finishTool(findTool({ cwd: () => cwd, home: "/home/nobody", now: () => 0, finder, ...overrides }));
}

async function filesFound(cwd: string, params: Parameters<ReturnType<typeof findTool>["execute"]>[0]) {
	const { details } = await runTool(findIn(cwd), params);
	return [...(details?.files ?? [])].sort();
}

/** Later in the list is older. */
async function ageInOrder(project: Workspace, ...paths: string[]) {
	for (const [index, path] of paths.entries()) await utimes(project.file(path), 1000 - index, 1000 - index);
}

describe("find", () => {
	verifies("tools-files:find:globs", async () => {
		await using project = await workspace({
			"a.ts": "",
			".hidden.ts": "",
			"src/b.ts": "",
			"src/lib/c.ts": "",
			"src/lib/d.js": "",
			"src/[id].tsx": "",
			"odd;name.ts": "",
		});
		await mkdir(project.file("src/empty"));
		const found: Record<string, string[]> = {
			"*.ts": [".hidden.ts", "a.ts", "odd;name.ts", "src/b.ts", "src/lib/c.ts"],
			"src/*.ts": ["src/b.ts"],
			"src/**/*.{ts,js}": ["src/b.ts", "src/lib/c.ts", "src/lib/d.js"],
			"src/[id].tsx": ["src/[id].tsx"],
			lib: [],
			"src/lib": ["src/lib/c.ts", "src/lib/d.js"],
			"**/lib": ["src/lib/"],
			"src/*": ["src/[id].tsx", "src/b.ts", "src/empty/", "src/lib/"],
			"a.ts; src/lib/*.js": ["a.ts", "src/lib/d.js"],
			"odd;name.ts": ["odd;name.ts"],
			"src/b.ts": ["src/b.ts"],
		};
		const { lib: _, ...present } = found;
		for (const [path, expected] of Object.entries(present))
			expect([path, await filesFound(project.path, { path })]).toEqual([path, expected]);
		expect(await filesFound(project.path, { path: "*.ts", hidden: false })).not.toContain(".hidden.ts");
		expect(await filesFound(project.path, {})).toContain("src/empty/");
	});

	test("several targets are given as the model happens to write them", async () => {
		await using project = await workspace({ "a.ts": "", "b/c.ts": "" });
		const tool = findIn(project.path);
		const { details } = await runToolWith(tool, { paths: ["a.ts", "b/*.ts"] });
		expect([...(details?.files ?? [])].sort()).toEqual(["a.ts", "b/c.ts"]);
	});

	verifies("tools-files:find:order-and-limit", async () => {
		await using project = await workspace({ "old.ts": "", "new.ts": "", "src/mid.ts": "" });
		await ageInOrder(project, "new.ts", "src/mid.ts", "old.ts", "src");
		const { content, details } = await runTool(findIn(project.path), { path: "*.ts", limit: 2 });
		expect(content).toBe("new.ts\n# src/\nmid.ts\n\n[2 results limit reached. Use limit=4 for more]");
		expect(details).toEqual({
			scopePath: "*.ts",
			cwd: project.path,
			fileCount: 2,
			files: ["new.ts", "src/mid.ts"],
			truncated: true,
			resultLimitReached: 2,
			meta: { limits: { resultLimit: { reached: 2, suggestion: 4 } } },
		});
		expect((await runTool(findIn(project.path), { path: "*.ts", limit: 1000 })).details?.files).toHaveLength(3);
		expect((await runTool(findIn(project.path), { path: "*.ts", limit: 1.9 })).details?.files).toEqual(["new.ts"]);
		for (const limit of [0, -1]) {
			await expect(runTool(findIn(project.path), { limit })).rejects.toThrow("Limit must be a positive number");
		}
	});

	test("the largest page says that there is more, not how to get it", async () => {
		await using project = await workspace(Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`f${n}.txt`, ""])));
		expect((await runTool(findIn(project.path), {})).content).toEndWith("\n\n[200 results limit reached]");
	});

	test("nothing found is an answer", async () => {
		await using project = await workspace({ "a.ts": "" });
		const { content, useless } = await runTool(findIn(project.path), { path: "*.go" });
		expect([content, useless]).toEqual(["No files found matching pattern", true]);
	});

	verifies("tools-files:find:missing", async () => {
		await using project = await workspace({ "src/a.ts": "" });
		await expect(runTool(findIn(project.path), { path: "nope" })).rejects.toThrow("Path not found: nope");
		await expect(runTool(findIn(project.path), { path: "nope; gone/*.ts" })).rejects.toThrow(
			"Path not found: nope, gone/*.ts",
		);
		const { content, details } = await runTool(findIn(project.path), { path: "src/*.ts; nope" });
		expect(content).toBe("# src/\na.ts\n\nSkipped missing paths: nope");
		expect(details?.missingPaths).toEqual(["nope"]);
	});

	verifies("tools-files:find:root-refused", async () => {
		await using project = await workspace({ "a.ts": "" });
		for (const path of ["/*.conf", "/..", "/**/hosts"]) {
			await expect(runTool(findIn(project.path), { path })).rejects.toThrow(
				"Searching from root directory '/' is not allowed",
			);
		}
		expect(await filesFound(project.path, { path: "/" })).toEqual(["a.ts"]);
	});

	verifies("tools-files:find:timeout-partial", async () => {
		const slow: FileFinder = {
			stat: async (paths) => paths.map((path) => ({ isDirectory: path === "/w", modifiedMs: 0 })),
			glob: async (_pattern, { onPaths, signal }) => {
				onPaths(["a.ts", "b.ts"]);
				await sleep(60_000, { signal });
			},
		};
		const { content, details } = await runTool(findIn("/w", { finder: slow, timeoutMs: 50 }), {});
		expect(content).toBe(
			"a.ts\nb.ts\n\nfind timed out after 0.05s; returning 2 partial matches — narrow the pattern instead of retrying blindly",
		);
		expect(details?.truncated).toBe(true);
	});

	test("an abort ends the walk", async () => {
		const stuck: FileFinder = {
			stat: async (paths) => paths.map(() => ({ isDirectory: true, modifiedMs: 0 })),
			glob: (_pattern, { signal }) => sleep(60_000, { signal }),
		};
		const controller = new AbortController();
		const running = runTool(findIn("/w", { finder: stuck }), {}, { signal: controller.signal });
		controller.abort(new Error("stop"));
		await expect(running).rejects.toThrow("stop");
	});

	test("progress lists what was found so far", async () => {
		let now = 0;
		const seen: unknown[] = [];
		const finderInParts: FileFinder = {
			stat: async (paths) => paths.map((path) => ({ isDirectory: path === "/w", modifiedMs: 0 })),
			glob: async (_pattern, { onPaths }) => {
				for (const path of ["a", "b", "c"]) {
					now += 150;
					onPaths([path]);
					await Promise.resolve().then(() => {});
				}
			},
		};
		const tool = findIn("/w", { finder: finderInParts, now: () => now });
		await runTool(tool, {}, { onProgress: ({ content }) => seen.push(content) });
		expect(seen).toEqual(["/w/a\n/w/b"]);
	});

	test("ignored, hidden, looping, unreadable: as a walk should take them", async () => {
		await using project = await workspace(
			{
				".gitignore": "dist/\n",
				"dist/x.js": "",
				"node_modules/m/i.js": "",
				"a/b.js": "",
				"venv/.gitignore": "*",
				"venv/lib.js": "",
			},
			{ git: true },
		);
		await symlink("..", project.file("a/up"));
		await mkdir(project.file("locked"));
		await chmod(project.file("locked"), 0o000);
		expect(await filesFound(project.path, { path: "*.js" })).toEqual(["a/b.js"]);
		expect(await filesFound(project.path, { path: "*.js", gitignore: false })).toEqual([
			"a/b.js",
			"dist/x.js",
			"venv/lib.js",
		]);
		expect(await filesFound(project.path, { path: "node_modules/**/*.js" })).toEqual(["node_modules/m/i.js"]);
		expect(await filesFound(project.path, { path: "dist" })).toEqual(["dist/x.js"]);
		expect(await filesFound(project.path, { path: "venv/*.js" })).toEqual(["venv/lib.js"]);
		await chmod(project.file("locked"), 0o700);
	});

	test("internal URLs with a file behind them are folders like others", async () => {
		await using project = await workspace({ "notes/a.md": "" });
		const urls = urlRouter(() => [
			{ scheme: "local", resolve: async () => ({ text: "", backingPath: project.file("notes") }) },
			{ scheme: "memory", resolve: async () => ({ text: "", backingPath: project.file("notes") }) },
			{ scheme: "skill", resolve: async () => ({ text: "words" }) },
		]);
		const tool = findIn(project.path, { urls });
		expect((await runTool(tool, { path: "local://notes" })).content).toBe("# notes/\na.md");
		expect((await runTool(tool, { path: "memory://root/*.md" })).content).toBe("# notes/\na.md");
		await expect(runTool(tool, { path: "skill://x" })).rejects.toThrow(
			"Cannot find internal URL without a backing file: skill://x",
		);
		await expect(runTool(tool, { path: "local://x/*.md" })).rejects.toThrow(
			"Glob patterns are not supported for internal URLs",
		);
		await expect(runTool(tool, { path: "nope://x" })).rejects.toThrow(
			"Supported schemes: local://, memory://, skill://",
		);
	});
});

test("what the model is told about find fits into few words", () => {
	const { name, prompt, parameters } = findIn("/w");
	expect({ name, prompt, parameters }).toMatchSnapshot();
	expect(Buffer.byteLength(prompt + JSON.stringify(parameters))).toBeLessThan(900);
});
