import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { systemPromptClaim } from "../trust/file-claims.ts";
import { TrustGate } from "../trust/trust-gate.ts";
import type { Capability, DiscoveryProvider, Found, LoadContext } from "./contract/capability.ts";
import { CapabilityRegistry } from "./contract/capability-registry.ts";
import { FileCache } from "./contract/file-cache.ts";
import { loadContext, walk } from "./contract/load-context.ts";
import {
	type ConfigDir,
	configDirs,
	findConfigFile,
	nearestProjectConfigDirs,
	projectConfigDirs,
	userConfigDirs,
} from "./files/config-bases.ts";

interface Named {
	readonly name: string;
}

const things: Capability<Named> = {
	id: "things",
	displayName: "Things",
	description: "",
	trust: "text",
	key: ({ name }) => name,
	validate: ({ name }) => (name === "" ? "has no name" : undefined),
	extensionId: ({ name }) => `thing:${name}`,
};

const context = {} as LoadContext;

function provider(id: string, priority: number, names: readonly string[], more: Partial<DiscoveryProvider> = {}) {
	const items = names.map(
		(name): Found<Named> => ({
			name,
			_source: { provider: id, providerName: "", path: `/${id}/${name}`, level: "user" },
		}),
	);
	const given: DiscoveryProvider = {
		id,
		displayName: id.toUpperCase(),
		description: "",
		priority,
		loads: { things: async () => ({ items }) },
		...more,
	};
	return given;
}

function registry(providers: readonly DiscoveryProvider[], off: { providers?: string[]; extensions?: string[] } = {}) {
	return new CapabilityRegistry(providers, {
		providers: () => off.providers ?? [],
		extensions: () => off.extensions ?? [],
	});
}

const sources = (items: readonly Found<Named>[]) => items.map(({ _source }) => _source.path);

describe("capability registry", () => {
	verifies("discovery:registry:priority-order", async () => {
		const gate = Promise.withResolvers<void>();
		const slow = provider("b", 90, ["two"]);
		const providers = [
			provider("c", 50, ["three"]),
			provider("d", 50, ["four"]),
			provider("a", 100, ["one"], {
				loads: {
					things: async (given) => {
						await gate.promise;
						return provider("a", 100, ["one"]).loads.things?.(given) ?? { items: [] };
					},
				},
			}),
			{
				...slow,
				loads: {
					things: async (given: LoadContext) => {
						// Deadlocks if providers were loaded sequentially.
						gate.resolve();
						return slow.loads.things?.(given) ?? { items: [] };
					},
				},
			},
		];
		const { items, providers: asked } = await registry(providers).load(things, context);
		expect(sources(items)).toEqual(["/a/one", "/b/two", "/c/three", "/d/four"]);
		expect(asked).toEqual(["a", "b", "c", "d"]);
		expect(items[0]?._source.providerName).toBe("A");
	});

	verifies("discovery:registry:first-wins", async () => {
		const { items, all } = await registry([provider("low", 1, ["x", "y"]), provider("high", 2, ["x"])]).load(
			things,
			context,
		);
		expect(sources(items)).toEqual(["/high/x", "/low/y"]);
		expect(all.map((item) => [item._source.path, item._shadowed ?? false])).toEqual([
			["/high/x", false],
			["/low/x", true],
			["/low/y", false],
		]);
	});

	verifies("discovery:registry:provider-failure", async () => {
		const broken = provider("broken", 5, [], { loads: { things: () => Promise.reject(new Error("disk on fire")) } });
		const warning = provider("warns", 4, [], {
			loads: { things: async () => ({ items: [], warnings: ["odd file"] }) },
		});
		const result = await registry([broken, warning, provider("good", 1, ["x"])]).load(things, context);
		expect(sources(result.items)).toEqual(["/good/x"]);
		expect(result.warnings).toEqual(["[BROKEN] disk on fire", "[WARNS] odd file"]);
	});

	verifies("discovery:registry:source-required", async () => {
		const careless = provider("careless", 1, [], {
			loads: { things: async () => ({ items: [{ name: "x" } as Found<Named>] }) },
		});
		const { items, warnings } = await registry([careless]).load(things, context);
		expect(items).toEqual([]);
		expect(warnings).toEqual(["[CARELESS] 1 of Things without a source dropped"]);
	});

	verifies("discovery:registry:invalid-dropped", async () => {
		const providers = [provider("p", 1, ["", "x"])];
		const { items, warnings } = await registry(providers).load(things, context);
		expect(sources(items)).toEqual(["/p/x"]);
		expect(warnings).toEqual(["/p/: has no name"]);
		const all = await registry(providers).load(things, context, { includeInvalid: true });
		expect(sources(all.items)).toEqual(["/p/", "/p/x"]);
	});

	verifies("discovery:disable:item", async () => {
		const providers = [provider("p", 1, ["x", "y"])];
		const off = registry(providers, { extensions: ["thing:x"] });
		expect(sources((await off.load(things, context)).items)).toEqual(["/p/y"]);
		expect(sources((await off.load(things, context, { includeDisabled: true })).items)).toEqual(["/p/x", "/p/y"]);
	});

	test("a load can be limited to some providers", async () => {
		const all = registry([provider("p", 2, ["x"]), provider("q", 1, ["y"])], { providers: ["r"] });
		expect(sources((await all.load(things, context, { providers: ["q"] })).items)).toEqual(["/q/y"]);
		expect(sources((await all.load(things, context, { excludeProviders: ["q"] })).items)).toEqual(["/p/x"]);
		const off = registry([provider("p", 2, ["x"]), provider("q", 1, ["y"])], { providers: ["p"] });
		expect(sources((await off.load(things, context)).items)).toEqual(["/q/y"]);
	});
});

test("a cached file and its folder are read again after invalidate()", async () => {
	await using folder = await workspace({ "a.md": "old" });
	const cache = new FileCache();
	expect(await cache.text(folder.file("a.md"))).toBe("old");
	expect(await cache.names(folder.path)).toEqual(["a.md"]);
	await folder.write("a.md", "new");
	await folder.write("b.md", "more");
	expect(await cache.text(folder.file("a.md"))).toBe("old");
	cache.invalidate(folder.file("a.md"));
	expect(await cache.text(folder.file("a.md"))).toBe("new");
	expect(await cache.names(folder.path)).toEqual(["a.md", "b.md"]);
});

describe("where to look", () => {
	test("the walk ends at the repository root, the home folder, or /", async () => {
		const folders = (cwd: string, home: string, repoRoot?: string) => walk({ cwd, home, repoRoot });
		expect(folders("/srv/repo/a/b", "/home/ada", "/srv/repo")).toEqual(["/srv/repo/a/b", "/srv/repo/a", "/srv/repo"]);
		expect(folders("/home/ada/x/y", "/home/ada")).toEqual(["/home/ada/x/y", "/home/ada/x", "/home/ada"]);
		expect(folders("/srv/x", "/home/ada")).toEqual(["/srv/x", "/srv", "/"]);
		await using repo = await workspace({ ".git": "gitdir: elsewhere", "a/b/c.txt": "" });
		const place = await loadContext({ cwd: repo.file("a/b"), home: "/home/ada", agentDir: "/home/ada/.omp/agent" });
		expect(place.repoRoot).toBe(repo.path);
	});

	verifies("discovery:root:base-order", async () => {
		const place = { cwd: "/work", home: "/home/ada", agentDir: "/home/ada/.omp/profiles/p/agent" };
		expect(configDirs("x", place).map(({ path }) => path)).toEqual([
			"/home/ada/.omp/profiles/p/agent/x",
			"/home/ada/.pi/agent/x",
			"/home/ada/.claude/x",
			"/home/ada/.codex/x",
			"/home/ada/.gemini/x",
			"/work/.omp/x",
			"/work/.pi/x",
			"/work/.claude/x",
			"/work/.codex/x",
			"/work/.gemini/x",
		]);
		await using work = await workspace({
			".claude/agents/a.md": "far",
			"sub/.gemini/agents/a.md": "near",
			"sub/.claude/SYSTEM.md": "project",
			"home/.omp/agent/SYSTEM.md": "user",
		});
		const files = new FileCache();
		const cwd = work.file("sub");
		const home = work.file("home");
		expect((await nearestProjectConfigDirs("agents", { cwd, files })).map(({ path }) => path)).toEqual([
			work.file(".claude/agents"),
			work.file("sub/.gemini/agents"),
		]);
		const user = userConfigDirs({ cwd, home, agentDir: work.file("home/.omp/agent") });
		const project = projectConfigDirs({ cwd });
		const own = { cwd, agentDir: work.file("home/.omp/agent"), now: () => 0 };
		const trusting = { files, gate: new TrustGate({ ...own, acceptAll: true }) };
		const find = (dirs: readonly ConfigDir[], ports = trusting) =>
			findConfigFile("SYSTEM.md", dirs, ports, systemPromptClaim);
		expect((await find([...project, ...user]))?.text).toBe("project");
		expect((await find([...user, ...project]))?.text).toBe("user");
		expect((await find([...project, ...user], { files, gate: new TrustGate(own) }))?.text).toBe("user");
	});
});
