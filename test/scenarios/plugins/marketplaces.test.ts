import { describe, expect, test } from "bun:test";
import { mkdir, symlink } from "node:fs/promises";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { loadedIn, manifest, type PluginWorld, pluginWorld, says } from "./plugin-world.ts";

const catalog = (plugins: readonly unknown[], more: object = {}) =>
	JSON.stringify({ name: "acme", owner: { name: "Acme" }, plugins, ...more });

const deploy = {
	".claude-plugin/marketplace.json": catalog([
		{ name: "deploy", source: "./plugins/deploy", description: "Ships it", version: "1.0.0", keywords: ["release"] },
		{ name: "from-npm", source: { source: "npm", package: "x" } },
		{ name: "Bad Name", source: "./plugins/deploy" },
		{ name: "escapes", source: "./../outside" },
	]),
	"plugins/deploy/package.json": manifest("@acme/deploy", "0.9.0", { extensions: ["./ext.ts"] }),
	"plugins/deploy/ext.ts": says("deploy"),
	"plugins/deploy/skills/ship/SKILL.md": "---\nname: ship\ndescription: Ships code\n---\nShip.\n",
	"plugins/deploy/commands/go.md": "Deploy $ARGUMENTS now.",
	"plugins/deploy/tools/rocket.ts": `export default () => ({
		name: "rocket",
		description: "Launches",
		parameters: { type: "object", properties: {} },
		execute: async () => ({ content: [{ type: "text", text: "gone" }] }),
	});
`,
	"plugins/deploy/agents/pilot.md": "---\nname: pilot\ndescription: Flies\n---\nFly.\n",
	"plugins/deploy/.mcp.json": JSON.stringify({ mcpServers: { tower: { command: "tower" } } }),
};

const registry = ".omp/plugins/installed_plugins.json";

/** A repository with a catalog. */
const marketplaceRepository = (files: Readonly<Record<string, string>> = deploy) => workspace(files, { git: true });

const installed = async (world: PluginWorld) =>
	Object.entries((await world.json(registry)).plugins as Record<string, Array<{ version: string; scope: string }>>).map(
		([id, [entry]]) => `${id} ${entry?.version} ${entry?.scope}`,
	);

async function publish(repository: Workspace, files: Readonly<Record<string, string>>): Promise<void> {
	for (const [path, text] of Object.entries(files)) await repository.write(path, text);
	await repository.git("add", "--all");
	await repository.git("commit", "--quiet", "--message=More");
}

describe("marketplaces", () => {
	verifies("extensions:marketplace:add", async () => {
		await using repository = await marketplaceRepository();
		await using server = Bun.serve({
			hostname: "127.0.0.1",
			port: 0,
			fetch: () => new Response(catalog([{ name: "deploy", source: "./plugins/deploy" }], { name: "by-url" })),
		});
		await using world = await pluginWorld();
		const { plugin, omp } = world;
		const added = await plugin("marketplace", "add", `file://${repository.path}`);
		expect(added.stdout).toBe("Added acme: 3 plugins. See them with: omp plugin discover\n");
		expect(added.stderr).toContain('plugin 3 is skipped: invalid name "Bad Name"');
		expect((await plugin("marketplace", "add", `file://${repository.path}`)).stderr).toContain(
			"The marketplace acme exists",
		);
		await plugin("marketplace", "remove", "acme");
		expect((await plugin("marketplace", "add", repository.path)).exitCode).toBe(0);
		await plugin("marketplace", "remove", "acme");
		// GitHub, as git sees it on this machine.
		const env = {
			GIT_CONFIG_COUNT: "1",
			GIT_CONFIG_KEY_0: `url.file://${repository.path}.insteadOf`,
			GIT_CONFIG_VALUE_0: "https://github.com/acme/plugins.git",
		};
		expect((await omp.run(["plugin", "marketplace", "add", "acme/plugins"], { env })).exitCode).toBe(0);
		expect((await plugin("marketplace", "add", `${server.url}catalog.json`)).exitCode).toBe(0);
		const { marketplaces } = (await world.json(".omp/marketplaces.json")) as {
			marketplaces: Array<Record<string, string>>;
		};
		expect(marketplaces.map(({ name, sourceType, sourceUri }) => [name, sourceType, sourceUri])).toEqual([
			["acme", "github", "acme/plugins"],
			["by-url", "url", `${server.url}catalog.json`],
		]);
		const found = await plugin("discover", "release");
		expect(found.stdout).toBe("deploy@acme  1.0.0  Ships it\n");
		const relative = await plugin("install", "deploy@by-url");
		expect(relative.stderr).toContain("plugins with a relative source cannot be installed");
		await omp.files.write("broken/.claude-plugin/marketplace.json", '{ "name": "broken" }');
		expect((await plugin("marketplace", "add", "./broken")).stderr).toContain('"owner.name" is missing');
	});

	verifies("extensions:marketplace:npm-source", async () => {
		await using repository = await marketplaceRepository();
		await using world = await pluginWorld();
		await world.plugin("marketplace", "add", repository.path);
		const { stderr, exitCode } = await world.plugin("install", "from-npm@acme");
		expect([exitCode, stderr]).toEqual([
			1,
			"Error: npm plugin sources are not yet supported. Use git-based sources instead.\n",
		]);
	});

	verifies("extensions:marketplace:install", async () => {
		await using repository = await marketplaceRepository();
		await using world = await pluginWorld();
		await world.plugin("marketplace", "add", repository.path);
		const done = await world.plugin("install", "deploy@acme");
		expect([done.exitCode, done.stdout]).toEqual([0, "Installed deploy@acme 1.0.0\n"]);
		expect(await installed(world)).toEqual(["deploy@acme 1.0.0 user"]);
		expect(await world.exists(".omp/plugins/cache/plugins/acme___deploy___1.0.0/ext.ts")).toBe(true);
		const run = await world.omp.run(["-p", "/deploy:go to mars"]);
		expect(loadedIn(run.stderr)).toEqual(["deploy"]);
		const request = JSON.stringify(world.omp.model.requests.at(-1));
		expect([request.includes("Ships code"), request.includes("Deploy to mars now.")]).toEqual([true, true]);
		const offered = JSON.parse(JSON.stringify(world.omp.model.requests.at(-1))) as { tools?: Array<{ name: string }> };
		expect(JSON.stringify(offered)).toContain('"rocket"');
		const { stdout: inventory } = await world.omp.run(["doctor", "--json"]);
		for (const name of ["deploy:tower", "deploy:pilot", "rocket", "ship"]) expect(inventory).toContain(`"${name}"`);
		expect((await world.plugin("disable", "deploy")).stdout).toBe("Disabled deploy@acme\n");
		expect(await world.loaded()).toEqual([]);
		await world.plugin("enable", "deploy@acme");
		expect((await world.plugin("uninstall", "deploy@acme")).stdout).toBe("Uninstalled deploy@acme\n");
		expect([await installed(world), await world.loaded()]).toEqual([[], []]);
		expect(await world.exists(".omp/plugins/cache/plugins/acme___deploy___1.0.0/ext.ts")).toBe(false);
	});

	test("what an extension of a catalog plugin depends on is installed beside it", async () => {
		const files = (dependencies: object) => ({
			".omp-plugin/marketplace.json": catalog([{ name: "needy", source: "./needy" }]),
			"needy/package.json": manifest("needy", "1.0.0", { extensions: ["./i.ts"] }, { dependencies }),
			"needy/i.ts": 'import help from "helper";\nexport default () => console.error("loaded " + help);\n',
		});
		await using repository = await marketplaceRepository(files({ helper: "^1.0.0", "@oh-my-pi/pi-tui": "*" }));
		await using world = await pluginWorld();
		const helper = { "package.json": manifest("helper", "1.2.0", undefined), "index.js": "module.exports = 'help';" };
		await world.publish("helper", helper);
		await world.plugin("marketplace", "add", repository.path);
		expect((await world.plugin("install", "needy@acme")).stdout).toBe("Installed needy@acme 1.0.0\n");
		expect(await world.loaded()).toEqual(["help"]);
		expect(world.registry.requests.filter((path) => path.includes("oh-my-pi"))).toEqual([]);
		await publish(repository, files({ helper: "file:/etc" }));
		const refused = await world.plugin("install", "needy@acme", "--force");
		expect(refused.stderr).toContain('The dependency helper ("file:/etc") is not a version');
		expect(await world.loaded()).toEqual(["help"]);
	});

	test("sources that leave the catalog, and links that leave the plugin, are refused", async () => {
		await using repository = await marketplaceRepository();
		await using world = await pluginWorld();
		await world.plugin("marketplace", "add", repository.path);
		expect((await world.plugin("install", "escapes@acme")).stderr).toContain("leads out of the marketplace");
		await symlink("/etc/passwd", repository.file("plugins/deploy/skills/ship/more.md"));
		expect((await world.plugin("install", "deploy@acme")).stderr).toContain("has a link that leads out of it: more.md");
		expect(await world.exists(registry)).toBe(false);
	});

	test("git sources: a branch, a commit, a folder of a repository", async () => {
		await using other = await workspace(
			{
				"package.json": manifest("other", "1.0.0", { extensions: ["./i.ts"] }),
				"i.ts": says("first"),
				"sub/skills/s/SKILL.md": "x",
			},
			{ git: true },
		);
		const sha = (await other.git("rev-parse", "HEAD")).trim();
		await publish(other, { "i.ts": says("second") });
		await other.git("branch", "next");
		const url = `file://${other.path}`;
		await using market = await workspace({
			".omp-plugin/marketplace.json": catalog([
				{ name: "by-ref", source: { source: "url", url, ref: "next" } },
				{ name: "by-sha", source: { source: "url", url, sha } },
				{ name: "by-path", source: { source: "git-subdir", url, path: "sub" } },
				{ name: "by-flag", source: { source: "url", url, ref: "--upload-pack=touch" } },
			]),
		});
		await using world = await pluginWorld();
		await world.plugin("marketplace", "add", market.path);
		await world.plugin("install", "by-ref@acme");
		expect(await world.loaded()).toEqual(["second"]);
		await world.plugin("uninstall", "by-ref@acme");
		await world.plugin("install", "by-sha@acme");
		expect(await world.loaded()).toEqual(["first"]);
		const path = await world.plugin("install", "by-path@acme");
		expect([path.exitCode, (await installed(world)).length]).toEqual([0, 2]);
		expect((await world.plugin("install", "by-flag@acme")).stderr).toContain("Not a branch, tag or commit");
	});

	verifies("extensions:marketplace:scopes", async () => {
		await using repository = await marketplaceRepository();
		await using world = await pluginWorld();
		await mkdir(world.omp.files.file(".omp"));
		await world.plugin("marketplace", "add", repository.path);
		await world.plugin("install", "deploy@acme");
		await publish(repository, {
			".claude-plugin/marketplace.json": catalog([{ name: "deploy", source: "./plugins/deploy", version: "1.1.0" }]),
			"plugins/deploy/ext.ts": says("deploy 1.1"),
		});
		expect((await world.plugin("install", "deploy@acme", "--scope", "project")).stderr).not.toContain("Error");
		// The project's shadows the user's; switched off, it does not.
		expect(await world.loaded()).toEqual(["deploy 1.1"]);
		const ambiguous = await world.plugin("disable", "deploy@acme");
		expect([ambiguous.exitCode, ambiguous.stderr]).toEqual([
			1,
			"Error: deploy@acme is installed for the user and for the project: add --scope user or project\n",
		]);
		expect((await world.plugin("disable", "deploy@acme", "--scope", "project")).exitCode).toBe(0);
		expect(await world.loaded()).toEqual(["deploy"]);
		expect((await world.plugin("uninstall", "deploy@acme", "--scope", "project")).exitCode).toBe(0);
		expect(await world.loaded()).toEqual(["deploy"]);
	});

	test("plugins that a clone brings are left out until they are trusted", async () => {
		await using world = await pluginWorld({
			".omp/plugins/installed_plugins.json": JSON.stringify({
				version: 2,
				plugins: { "evil@x": [{ scope: "project", installPath: "../evil", version: "1.0.0" }] },
			}),
			".omp/evil/package.json": manifest("evil", "1.0.0", { extensions: ["./i.ts"] }),
			".omp/evil/i.ts": says("evil"),
		});
		const left = await world.omp.run(["-p", "hi"]);
		expect([loadedIn(left.stderr), left.stderr.includes("Not trusted and left out: .omp/plugins")]).toEqual([[], true]);
		await world.omp.run(["trust", "allow"]);
		// Its extension is one of the project, and is asked about as such.
		expect((await world.omp.run(["-p", "hi"])).stderr).toContain("Not trusted and left out: .omp/evil/i.ts");
		await world.omp.run(["trust", "allow"]);
		expect(await world.loaded()).toEqual(["evil"]);
		await world.omp.files.write(".omp/evil/i.ts", says("evil "));
		expect(await world.loaded()).toEqual([]);
	});

	verifies("extensions:marketplace:upgrade", async () => {
		await using repository = await marketplaceRepository();
		await using world = await pluginWorld();
		await world.plugin("marketplace", "add", `file://${repository.path}`);
		await world.plugin("install", "deploy@acme");
		expect((await world.plugin("upgrade")).stdout).toBe("All plugins are up to date.\n");
		const next = (version: string) => ({
			".claude-plugin/marketplace.json": catalog([{ name: "deploy", source: "./plugins/deploy", version }]),
			"plugins/deploy/ext.ts": says(`deploy ${version}`),
		});
		await publish(repository, next("1.10.0"));
		// Only a refreshed catalog knows it.
		expect((await world.plugin("upgrade")).stdout).toBe("All plugins are up to date.\n");
		await world.plugin("marketplace", "update");
		expect((await world.plugin("upgrade", "deploy@acme")).stdout).toBe("Upgraded deploy@acme from 1.0.0 to 1.10.0\n");
		expect(await world.loaded()).toEqual(["deploy 1.10.0"]);
		await publish(repository, next("1.9.0"));
		await world.plugin("marketplace", "update", "acme");
		expect((await world.plugin("upgrade")).stdout).toBe("All plugins are up to date.\n");
		await publish(repository, next("nightly"));
		await world.plugin("marketplace", "update", "acme");
		expect((await world.plugin("upgrade")).stdout).toBe("Upgraded deploy@acme from 1.10.0 to nightly\n");
		expect((await world.plugin("marketplace", "remove", "acme")).exitCode).toBe(0);
		expect((await world.plugin("upgrade")).stdout).toBe("All plugins are up to date.\n");
		expect([await installed(world), await world.loaded()]).toEqual([["deploy@acme nightly user"], ["deploy nightly"]]);
	});

	verifies("extensions:marketplace:plugin-dir", async () => {
		await using world = await pluginWorld({
			"tree/.claude-plugin/plugin.json": JSON.stringify({ name: "tree" }),
			"tree/package.json": manifest("tree-package", "1.0.0", { extensions: ["./i.ts"] }),
			"tree/i.ts": says("tree"),
			"tree/commands/climb.md": "Climb $1.",
			"second/package.json": manifest("second", "1.0.0", { extensions: ["./i.ts"] }),
			"second/i.ts": says("second"),
		});
		const run = await world.omp.run(["--plugin-dir", "tree", "--plugin-dir", "./second", "-p", "/tree:climb up"]);
		expect(loadedIn(run.stderr)).toEqual(["tree", "second"]);
		expect(JSON.stringify(world.omp.model.requests.at(-1))).toContain("Climb up.");
		expect(await world.loaded("--no-extensions", "--plugin-dir", "tree")).toEqual(["tree"]);
		expect(await world.loaded()).toEqual([]);
	});
});
