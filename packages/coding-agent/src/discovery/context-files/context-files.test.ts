import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { scopedValues } from "@oh-my-pi/pi-ai/models/select/path-scoped";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { systemPromptFiles } from "../capabilities/system-prompt.ts";
import { CapabilityRegistry } from "../contract/capability-registry.ts";
import { loadContext } from "../contract/load-context.ts";
import { discoveryProviders } from "../providers.ts";
import { deeperContextFiles } from "./deeper-files.ts";
import { expandImports } from "./expand-imports.ts";
import { loadContextFiles } from "./load-context-files.ts";

interface Options {
	readonly cwd?: string;
	readonly disabledProviders?: readonly unknown[];
	readonly disabledExtensions?: readonly string[];
}

/** The context files of a temporary tree, as `path: content`; `home` is a folder in it. */
async function contextIn(files: Record<string, string>, options: Options = {}): Promise<string[]> {
	await using tree = await workspace(files);
	const { registry, context } = await discovery(tree.path, options);
	const found = await loadContextFiles(registry, context);
	return found.files.map(({ path, content }) => `${path.slice(tree.path.length + 1)}: ${content}`);
}

async function discovery(root: string, { cwd = "repo", disabledProviders = [], disabledExtensions = [] }: Options) {
	const home = join(root, "home");
	const place = { cwd: join(root, cwd), home, agentDir: join(home, ".omp/agent") };
	const registry = new CapabilityRegistry(discoveryProviders, {
		providers: () => scopedValues(disabledProviders, place, "providers"),
		extensions: () => disabledExtensions,
	});
	return { registry, context: await loadContext(place) };
}

const inRepo = { "repo/.git": "" };

describe("context files", () => {
	verifies("discovery:context:one-user-file", async () => {
		const files = { "home/.claude/CLAUDE.md": "claude", "repo/x": "" };
		expect(await contextIn(files)).toEqual(["home/.claude/CLAUDE.md: claude"]);
		expect(await contextIn({ ...files, "home/.omp/agent/AGENTS.md": "omp" })).toEqual([
			"home/.omp/agent/AGENTS.md: omp",
		]);
	});

	verifies("discovery:context:one-per-depth", async () => {
		const files = {
			...inRepo,
			"repo/AGENTS.md": "root",
			"repo/packages/api/AGENTS.md": "api",
			"repo/packages/api/.claude/CLAUDE.md": "claude api",
		};
		const cwd = "repo/packages/api";
		expect(await contextIn(files, { cwd })).toEqual([
			"repo/AGENTS.md: root",
			"repo/packages/api/.claude/CLAUDE.md: claude api",
		]);
		expect(await contextIn({ ...files, "repo/packages/api/.omp/AGENTS.md": "omp api" }, { cwd })).toEqual([
			"repo/AGENTS.md: root",
			"repo/packages/api/.omp/AGENTS.md: omp api",
		]);
	});

	verifies("discovery:context:order", async () => {
		const files = {
			...inRepo,
			"repo/AGENTS.md": "far",
			"repo/a/AGENTS.md": "same",
			"repo/a/b/AGENTS.md": "near",
			"home/.omp/agent/AGENTS.md": "same",
		};
		expect(await contextIn(files, { cwd: "repo/a/b" })).toEqual([
			"repo/AGENTS.md: far",
			"repo/a/b/AGENTS.md: near",
			"home/.omp/agent/AGENTS.md: same",
		]);
	});

	test("an empty file is ignored and shadows nothing", async () => {
		expect(await contextIn({ ...inRepo, "repo/.omp/AGENTS.md": " \n", "repo/AGENTS.md": "plain" })).toEqual([
			"repo/AGENTS.md: plain",
		]);
	});

	test("only the nearest non-empty .omp counts, plus .pi of the working directory", async () => {
		const files = { ...inRepo, "repo/.omp/AGENTS.md": "far", "repo/.omp/SYSTEM.md": "far system" };
		expect(await contextIn(files, { cwd: "repo/a" })).toEqual(["repo/.omp/AGENTS.md: far"]);
		await using tree = await workspace({ ...files, "repo/a/.omp/config.yml": "x: 1", "repo/a/.pi/AGENTS.md": "old" });
		const { registry, context } = await discovery(tree.path, { cwd: "repo/a" });
		const found = await loadContextFiles(registry, context);
		expect(found.files.map(({ content }) => content)).toEqual(["old"]);
		expect((await registry.load(systemPromptFiles, context)).items).toEqual([]);
		const above = await discovery(tree.path, { cwd: "repo" });
		const systems = () => above.registry.load(systemPromptFiles, above.context);
		expect((await systems()).items).toEqual([]);
		await above.context.gate.decide(above.context.gate.waiting, true);
		expect((await systems()).items.map(({ content }) => content)).toEqual(["far system"]);
	});

	verifies("discovery:agents-md:walk", async () => {
		const files = {
			"home/work/repo/.git": "",
			"home/work/repo/AGENTS.md": "repo",
			"home/work/AGENTS.md": "work",
			"home/AGENTS.md": "home",
			"AGENTS.md": "above home",
			"home/work/repo/.hidden/AGENTS.md": "hidden",
		};
		expect(await contextIn(files, { cwd: "home/work/repo/.hidden" })).toEqual([
			"home/work/AGENTS.md: work",
			"home/work/repo/AGENTS.md: repo",
		]);
		expect(await contextIn({ "home/work/AGENTS.md": "work", "home/AGENTS.md": "home" }, { cwd: "home/work" })).toEqual([
			"home/AGENTS.md: home",
			"home/work/AGENTS.md: work",
		]);
		expect(await contextIn({ "AGENTS.md": "outside", ...inRepo, "repo/AGENTS.md": "in" })).toEqual([
			"repo/AGENTS.md: in",
		]);
	});

	test("a bare CLAUDE.md counts only if its folder has neither AGENTS.md nor .claude/CLAUDE.md", async () => {
		const files = { ...inRepo, "repo/CLAUDE.md": "bare" };
		expect(await contextIn(files)).toEqual(["repo/CLAUDE.md: bare"]);
		expect(await contextIn({ ...files, "repo/AGENTS.md": "kept" })).toEqual(["repo/AGENTS.md: kept"]);
		expect(await contextIn({ ...files, "repo/.claude/CLAUDE.md": "kept" })).toEqual(["repo/.claude/CLAUDE.md: kept"]);
	});

	verifies("discovery:disable:provider", async () => {
		const files = { ...inRepo, "repo/AGENTS.md": "plain", "repo/.claude/CLAUDE.md": "claude" };
		expect(await contextIn(files, { disabledProviders: ["claude"] })).toEqual(["repo/AGENTS.md: plain"]);
		const scoped = (path: string) => [{ path, providers: ["claude"] }];
		expect(await contextIn(files, { disabledProviders: scoped("/nowhere") })).toEqual([
			"repo/.claude/CLAUDE.md: claude",
		]);
		expect(await contextIn(files, { disabledProviders: scoped("..") })).toEqual(["repo/AGENTS.md: plain"]);
	});

	test("a single file can be disabled by its id", async () => {
		const files = { ...inRepo, "repo/AGENTS.md": "plain", "home/.claude/CLAUDE.md": "user" };
		expect(await contextIn(files, { disabledExtensions: ["context-file:project:AGENTS.md"] })).toEqual([
			"home/.claude/CLAUDE.md: user",
		]);
	});

	verifies("discovery:context:imports", async () => {
		const files = {
			...inRepo,
			"home/style.md": "tabs",
			"repo/docs/build.md": "run make\n@more.md",
			"repo/docs/more.md": "and test, see @build.md",
			"repo/AGENTS.md": [
				"@docs/build.md",
				"Style: (@~/style.md), mail ada@docs/build.md",
				"Like `@docs/more.md` or",
				"```",
				"@docs/more.md",
				"```",
				"at @docs/more.md.",
			].join("\n"),
		};
		expect(await contextIn(files)).toEqual([
			[
				"repo/AGENTS.md: run make",
				"and test, see @build.md",
				"Style: (@~/style.md), mail ada@docs/build.md",
				"Like `@docs/more.md` or",
				"```",
				"@docs/more.md",
				"```",
				"at @docs/more.md.",
				"",
				"docs/more.md:",
				"",
				"and test, see @build.md",
				"",
				"build.md:",
				"",
				"run make",
				"@more.md",
			].join("\n"),
		]);
	});

	test("imports nest five deep and no deeper", async () => {
		const read = async (path: string) => {
			const number = Number(/(\d+)\.md$/.exec(path)?.[1]);
			return `${number} @${number + 1}.md`;
		};
		expect(await expandImports("@1.md", "/r/AGENTS.md", { home: "/h", read })).toBe("1 2 3 4 5 @6.md");
	});

	verifies("discovery:context:import-missing", async () => {
		const read = async (path: string) => (path === "/r/image.png" ? "\0png" : undefined);
		const text = "@nowhere.md, @scope/package and @image.png";
		expect(await expandImports(text, "/r/AGENTS.md", { home: "/h", read })).toBe(text);
	});

	test("files in subfolders are listed but not included", async () => {
		await using tree = await workspace({
			"AGENTS.md": "own",
			"a/AGENTS.md": "1",
			"a/b/c/AGENTS.md": "3",
			"a/b/c/d/AGENTS.md": "4",
			"node_modules/x/AGENTS.md": "no",
			"ignored/AGENTS.md": "no",
			".gitignore": "ignored/\n",
		});
		expect(await deeperContextFiles(tree.path)).toEqual(["a/AGENTS.md", "a/b/c/AGENTS.md"]);
	});
});
