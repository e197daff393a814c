import { describe, expect, test } from "bun:test";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { loadedIn, manifest, type PluginWorld, pluginWorld, says } from "./plugin-world.ts";

const lock = ".omp/plugins/omp-plugins.lock.json";

/** Links a plugin in the user's home. */
async function linked(world: PluginWorld, name: string, omp: object, files: Record<string, string> = {}, spec = "") {
	await world.omp.home.write(`work/${name}/package.json`, manifest(name, "1.0.0", omp));
	for (const [path, text] of Object.entries(files)) await world.omp.home.write(`work/${name}/${path}`, text);
	const done = await world.plugin("install", `${world.omp.home.file(`work/${name}`)}${spec}`);
	expect(done).toMatchObject({ exitCode: 0 });
}

const withFeatures = {
	extensions: ["./base.ts"],
	features: {
		usual: { default: true, description: "On at first", extensions: ["./usual.ts"] },
		more: { extensions: ["./more.ts"], commands: ["./extra"] },
	},
};
const featureFiles = {
	"base.ts": says("base"),
	"usual.ts": says("usual"),
	"more.ts": says("more"),
	"extra/wave.md": "Wave at me.",
};

describe("managing plugins", () => {
	verifies("extensions:plugin:features", async () => {
		await using world = await pluginWorld();
		const choices = {
			"": ["base", "usual"],
			"[more]": ["base", "more"],
			"[*]": ["base", "usual", "more"],
			"[]": ["base"],
		};
		for (const [suffix, names] of Object.entries(choices)) {
			await linked(world, "parts", withFeatures, featureFiles, suffix);
			expect([suffix, await world.loaded()]).toEqual([suffix, names]);
			await world.plugin("uninstall", "parts");
		}
		await linked(world, "parts", withFeatures, featureFiles);
		// Enabling one keeps the defaults.
		const enabled = await world.plugin("features", "parts", "--enable", "more");
		expect(enabled.stdout).toBe("on   usual: On at first (on by default)\non   more\n");
		expect(await world.loaded()).toEqual(["base", "usual", "more"]);
		await world.plugin("features", "parts", "--disable", "usual");
		expect((await world.json(lock)).plugins).toMatchObject({ parts: { enabledFeatures: ["more"] } });
		await world.plugin("features", "parts", "--set", "usual");
		expect(await world.loaded()).toEqual(["base", "usual"]);
		const unknown = await world.plugin("features", "parts", "--enable", "magic");
		expect([unknown.exitCode, unknown.stderr]).toEqual([1, 'Error: Unknown feature "magic". Available: usual, more\n']);
	});

	verifies("extensions:plugin:config", async () => {
		await using world = await pluginWorld();
		const settings = {
			count: { type: "number", min: 1, max: 10, default: 3, description: "How many" },
			mode: { type: "enum", values: ["fast", "slow"] },
			loud: { type: "boolean" },
			token: { type: "string", secret: true, env: "PARTS_TOKEN" },
		};
		await linked(world, "parts", { extensions: [], settings });
		const set = (...words: string[]) => world.plugin("config", "set", "parts", ...words);
		expect((await set("count", "11")).stderr).toBe("Error: count: Must be <= 10\n");
		expect((await set("count", "many")).stderr).toBe("Error: count: Must be a number\n");
		expect((await set("mode", "warp")).stderr).toBe("Error: mode: Must be one of: fast, slow\n");
		expect((await set("nothing", "1")).stderr).toContain("Available: count, mode, loud, token");
		expect([(await set("count", "7")).exitCode, (await set("loud", "yes")).exitCode]).toEqual([0, 0]);
		expect((await world.json(lock)).settings).toEqual({ parts: { count: 7, loud: true } });
		const listed = await world.omp.run(["plugin", "config", "list", "parts"], { env: { PARTS_TOKEN: "t0p-secret" } });
		expect(listed.stdout.split("\n")).toEqual([
			"count = 7 (set)  How many",
			"loud = true (set)",
			"mode = (not set) (unset)",
			"token = ******** (env) [PARTS_TOKEN]",
			"",
		]);
		expect((await world.plugin("config", "get", "parts", "count")).stdout).toBe("7\n");
		await world.plugin("config", "delete", "parts", "count");
		expect((await world.plugin("config", "get", "parts", "count")).stdout).toBe("3\n");
		expect((await world.plugin("config", "validate", "parts")).exitCode).toBe(0);
		const text = await world.omp.home.read(lock);
		await world.omp.home.write(lock, text.replace('"loud": true', '"loud": "very"'));
		const invalid = await world.plugin("config", "validate", "parts");
		expect([invalid.exitCode, invalid.stdout]).toEqual([1, "loud: Must be true or false\n"]);
	});

	verifies("extensions:plugin:enable-disable", async () => {
		await using world = await pluginWorld();
		const files = { ...featureFiles, "skills/greet/SKILL.md": "---\ndescription: Greets\n---\nHello.\n" };
		await linked(world, "parts", withFeatures, files);
		const firstRequest = () => JSON.stringify(world.omp.model.requests.at(-1));
		expect(await world.loaded()).toEqual(["base", "usual"]);
		expect(firstRequest()).toContain("Greets");
		expect((await world.plugin("disable", "parts")).stdout).toBe("Disabled parts\n");
		expect(await world.loaded()).toEqual([]);
		expect(firstRequest()).not.toContain("Greets");
		await world.plugin("enable", "parts");
		// A project may switch one off unasked; features of its choice need trust.
		await world.omp.files.write(".omp/plugin-overrides.json", JSON.stringify({ disabled: ["parts"] }));
		expect(await world.loaded()).toEqual([]);
		await world.omp.files.write(".omp/plugin-overrides.json", JSON.stringify({ features: { parts: ["more"] } }));
		const untrusted = await world.omp.run(["-p", "hi"]);
		expect(untrusted.stderr).toContain("Not trusted and left out: .omp/plugin-overrides.json");
		expect(untrusted.stderr).toContain("loaded usual");
		expect(await world.loaded("--trust")).toEqual(["base", "more"]);
	});

	verifies("extensions:plugin:list-json", async () => {
		await using world = await pluginWorld();
		await linked(world, "parts", withFeatures, featureFiles);
		const { stdout } = await world.plugin("list", "--json");
		const path = world.omp.home.file("work/parts");
		expect(JSON.parse(stdout)).toEqual({
			npm: [
				{
					id: "parts",
					name: "parts",
					version: "1.0.0",
					scope: "user",
					path,
					origin: "link",
					enabled: true,
					enabledFeatures: null,
					features: ["usual", "more"],
					hasManifest: true,
				},
			],
			marketplace: [],
		});
		expect((await world.plugin("list")).stdout).toBe(`parts 1.0.0 (link to ${path})\n  features: +usual -more\n`);
	});

	verifies("extensions:plugin:doctor", async () => {
		await using world = await pluginWorld();
		await linked(world, "parts", withFeatures, featureFiles, "[more]");
		await world.publish("gone", {
			"package.json": manifest("gone", "1.0.0", { extensions: ["./i.ts"] }),
			"i.ts": says("gone"),
		});
		await world.plugin("install", "gone");
		expect((await world.plugin("doctor")).exitCode).toBe(0);
		const state = JSON.parse(await world.omp.home.read(lock));
		state.plugins.orphan = { version: "1.0.0", enabledFeatures: null, enabled: true };
		state.plugins.parts.enabledFeatures = ["more", "magic"];
		await world.omp.home.write(lock, JSON.stringify(state));
		await rm(world.omp.home.file(".omp/plugins/node_modules/gone"), { recursive: true });
		const found = await world.plugin("doctor", "--json");
		const problems = (text: string) =>
			(JSON.parse(text) as Array<{ name: string; status: string; fixed?: true }>)
				.filter(({ status, fixed }) => status !== "ok" || fixed)
				.map(({ name, status }) => `${name} ${status}`);
		expect([found.exitCode, problems(found.stdout)]).toEqual([
			1,
			["plugin:gone error", "plugin:orphan warning", "plugin:parts warning"],
		]);
		const fixed = await world.plugin("doctor", "--fix", "--json");
		expect([fixed.exitCode, problems(fixed.stdout)]).toEqual([
			0,
			["plugin:gone ok", "plugin:orphan ok", "plugin:parts ok"],
		]);
		expect(problems((await world.plugin("doctor", "--json")).stdout)).toEqual([]);
		expect(await world.loaded()).toEqual(["gone", "base", "more"]);
	});

	test("a broken lock file is named with its line, and omp starts", async () => {
		await using world = await pluginWorld();
		await linked(world, "parts", withFeatures, featureFiles);
		await world.omp.home.write(lock, '{\n  "plugins": {,}\n}\n');
		const { stderr, stdout, exitCode } = await world.omp.run(["-p", "hi"]);
		expect([exitCode, stdout]).toEqual([0, "Hi.\n"]);
		expect(stderr.split("\n").filter((line) => line.includes("omp-plugins.lock.json:2:"))).toHaveLength(1);
	});
});

describe("which extensions are loaded", () => {
	test("native ones, those of plugins, named ones and configured ones, each once", async () => {
		await using world = await pluginWorld({ ".omp/extensions/a.ts": says("project"), "named.ts": says("named") });
		await world.omp.home.write(".omp/agent/extensions/b.ts", says("user"));
		await linked(world, "parts", { extensions: ["./i.ts"] }, { "i.ts": says("plugin") });
		const plugin = world.omp.home.file("work/parts/i.ts");
		await world.omp.home.write("set.ts", says("settings"));
		await world.omp.home.write(
			".omp/agent/config.yml",
			`extensions: ["${plugin}", "${world.omp.home.file("set.ts")}"]\n`,
		);
		expect(await world.loaded("--trust", "-e", "named.ts", "-e", plugin)).toEqual([
			"project",
			"user",
			"plugin",
			"named",
			"settings",
		]);
	});

	verifies("extensions:load:legacy-settings-array", async () => {
		await using project = await pluginWorld({
			".omp/settings.json": JSON.stringify({ extensions: ["./old/here.ts"] }),
			".omp/old/here.ts": says("project"),
		});
		const trusted = await project.omp.run(["--trust", "-p", "hi"]);
		expect(loadedIn(trusted.stderr)).toEqual(["project"]);
		expect(trusted.stderr).not.toContain("Failed to load");
		expect(await project.loaded()).toEqual([]);
		await using user = await pluginWorld();
		await user.omp.home.write(".omp/agent/settings.json", JSON.stringify({ extensions: ["mine.ts", "missing.ts"] }));
		await user.omp.home.write(".omp/agent/mine.ts", says("user"));
		const { stderr } = await user.omp.run(["-p", "hi"]);
		expect(loadedIn(stderr)).toEqual(["user"]);
		expect(stderr.match(/Failed to load extension missing\.ts/g)).toHaveLength(1);
		// The file was taken over into config.yml.
		expect(await user.loaded()).toEqual(["user"]);
	});

	test("with --no-extensions only named packages bring skills", async () => {
		await using world = await pluginWorld({
			"pack/package.json": manifest("pack", "1.0.0", { extensions: ["./i.ts"] }),
			"pack/i.ts": says("pack"),
			"pack/skills/packed/SKILL.md": "---\ndescription: Packs\n---\nPack.\n",
		});
		const skill = { "i.ts": says("plugin"), "skills/plugged/SKILL.md": "---\ndescription: Plugs\n---\nPlug.\n" };
		await linked(world, "parts", { extensions: ["./i.ts"] }, skill);
		const skills = () => [/Packs/, /Plugs/].map((name) => name.test(JSON.stringify(world.omp.model.requests.at(-1))));
		expect(await world.loaded("-e", "pack")).toEqual(["plugin", "pack"]);
		expect(skills()).toEqual([true, true]);
		expect(await world.loaded("--no-extensions", "-e", "pack")).toEqual(["pack"]);
		expect(skills()).toEqual([true, false]);
	});
});

test("FIFOs and broken files in place of state are named, and the other plugins load", async () => {
	await using world = await pluginWorld();
	await linked(world, "parts", { extensions: ["./i.ts"] }, { "i.ts": says("parts") });
	await world.omp.home.write(".omp/plugins/node_modules/odd/package.json", '{ "name": "odd",\n "omp": {,} }');
	const state = JSON.parse(await world.omp.home.read(lock));
	state.plugins.odd = { version: "1.0.0" };
	await world.omp.home.write(lock, JSON.stringify(state));
	Bun.spawnSync(["mkfifo", world.omp.home.file(".omp/plugins/installed_plugins.json")]);
	const { stderr, exitCode } = await world.omp.run(["-p", "hi"]);
	expect([exitCode, loadedIn(stderr)]).toEqual([0, ["parts"]]);
	expect(stderr).toContain("odd/package.json:2:10");
	expect(stderr).toContain("installed_plugins.json is not a regular file");
});

test("an installation that was killed half-way is put right by the next", async () => {
	await using world = await pluginWorld();
	for (const name of ["one", "two"]) {
		await world.publish(name, {
			"package.json": manifest(name, "1.0.0", { extensions: ["./i.ts"] }),
			"i.ts": says(name),
		});
	}
	await world.plugin("install", "one");
	const root = world.omp.home.file(".omp/plugins");
	await mkdir(`${root}/.staging-x-old`);
	await rename(`${root}/node_modules`, `${root}/.staging-x-old/node_modules`);
	expect(await world.loaded()).toEqual([]);
	expect((await world.plugin("install", "two")).exitCode).toBe(0);
	expect(await world.loaded()).toEqual(["one", "two"]);
	expect((await readdir(root)).filter((name) => name.startsWith(".staging"))).toEqual([]);
});

test("a linked folder inside the project is the project's, and needs trust", async () => {
	await using world = await pluginWorld({
		"mine/package.json": manifest("mine", "1.0.0", { extensions: ["./i.ts"] }),
		"mine/i.ts": says("mine"),
	});
	await world.plugin("link", "mine");
	const left = await world.omp.run(["-p", "hi"]);
	expect([loadedIn(left.stderr), left.stderr.includes("Not trusted and left out: mine/i.ts")]).toEqual([[], true]);
	expect(await world.loaded("--trust")).toEqual(["mine"]);
});
