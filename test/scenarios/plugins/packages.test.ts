import { describe, expect, test } from "bun:test";
import { lstat, readdir, readlink } from "node:fs/promises";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { manifest, pluginWorld, says } from "./plugin-world.ts";

const lock = ".omp/plugins/omp-plugins.lock.json";

describe("installing packages", () => {
	verifies("extensions:plugin:install-npm", async () => {
		await using world = await pluginWorld();
		await world.publish("helper-1", {
			"package.json": manifest("helper", "1.0.0", undefined),
			"index.js": "module.exports = 'help';",
		});
		await world.publish("greeter-1", {
			"package.json": manifest(
				"greeter",
				"1.0.0",
				{ extensions: ["./main.ts"] },
				{
					dependencies: { helper: "^1.0.0", "@mariozechner/pi-tui": "^0.50.0" },
					peerDependencies: { "@oh-my-pi/pi-coding-agent": "*" },
					scripts: { postinstall: "touch ran" },
				},
			),
			"main.ts": 'import help from "helper";\nexport default () => console.error("loaded greeter " + help);\n',
			"skills/greet/SKILL.md": "---\ndescription: Greets\n---\nSay hello.\n",
		});
		const done = await world.plugin("install", "greeter");
		expect([done.exitCode, done.stdout]).toEqual([0, "Installed greeter 1.0.0\n"]);
		expect(await world.json(lock)).toEqual({
			plugins: { greeter: { version: "1.0.0", enabledFeatures: null, enabled: true } },
			settings: {},
		});
		expect(await world.loaded()).toEqual(["greeter help"]);
		expect(JSON.stringify(world.omp.model.requests[0])).toContain("greet: Greets");
		// Packages of the host are neither installed nor asked for, and scripts do not run.
		expect(world.registry.requests.filter((path) => /oh-my-pi|mariozechner/.test(path))).toEqual([]);
		expect(await world.exists(".omp/plugins/node_modules/greeter/ran")).toBe(false);
		// A version that cannot be loaded leaves the old one in place.
		await world.publish("greeter-2", {
			"package.json": manifest("greeter", "2.0.0", { extensions: ["./main.ts"] }),
			"main.ts": "export default () => { throw new Error('no'); };\n",
		});
		const before = [await world.json(lock), await world.json(".omp/plugins/package.json")];
		const failed = await world.plugin("install", "greeter@2.0.0");
		expect(failed.exitCode).toBe(1);
		expect(failed.stderr).toMatch(/greeter\/main\.ts cannot be loaded: no/);
		expect([await world.json(lock), await world.json(".omp/plugins/package.json")]).toEqual(before);
		expect(await world.loaded()).toEqual(["greeter help"]);
		expect((await readdir(world.omp.home.file(".omp/plugins"))).filter((name) => name.startsWith(".staging"))).toEqual(
			[],
		);
	});

	test("an update keeps settings and features", async () => {
		await using world = await pluginWorld();
		const own = { extensions: [], features: { a: {}, b: { default: true } }, settings: { n: { type: "number" } } };
		for (const version of ["1.0.0", "1.1.0"]) {
			await world.publish(`p-${version}`, { "package.json": manifest("p", version, own) });
			await world.plugin("install", `p@${version}${version === "1.0.0" ? "[a]" : ""}`);
			if (version === "1.0.0") await world.plugin("config", "set", "p", "n", "3");
		}
		expect(await world.json(lock)).toEqual({
			plugins: { p: { version: "1.1.0", enabledFeatures: ["a"], enabled: true } },
			settings: { p: { n: 3 } },
		});
	});

	test("from a git repository and from a tarball", async () => {
		await using world = await pluginWorld();
		await using repository = await workspace(
			{ "package.json": manifest("from-git", "0.1.0", { extensions: ["./index.ts"] }), "index.ts": says("git") },
			{ git: true },
		);
		const archive = await world.pack("from-tar", {
			"package.json": manifest("@acme/from-tar", "0.2.0", { extensions: ["./all"] }),
			"all/one.ts": says("tar one"),
			"all/two.ts": says("tar two"),
		});
		const git = await world.plugin("install", `git+file://${repository.path}`);
		expect([git.exitCode, git.stdout]).toEqual([0, "Installed from-git 0.1.0\n"]);
		expect((await world.plugin("install", archive)).stdout).toBe("Installed @acme/from-tar 0.2.0\n");
		expect(await world.loaded()).toEqual(["tar one", "tar two", "git"]);
		expect((await world.plugin("uninstall", "@acme/from-tar")).stdout).toBe("Uninstalled @acme/from-tar\n");
		expect(await world.loaded()).toEqual(["git"]);
	});

	test("an archive that leaves its folder is refused", async () => {
		await using world = await pluginWorld();
		await world.omp.home.write("evil/package/package.json", manifest("evil", "1.0.0", undefined));
		await world.omp.home.write("evil/outside.txt", "x");
		const archive = world.omp.home.file("evil.tgz");
		const tar = ["tar", "-czPf", archive, "package", "--transform", "s,^outside,../../../outside,", "outside.txt"];
		await runCommand(tar, { cwd: world.omp.home.file("evil") });
		const { stderr, exitCode } = await world.plugin("install", archive);
		expect(exitCode).toBe(1);
		expect(stderr).toContain("has an entry that leaves its folder: ../../../outside.txt");
		expect(await world.exists(".omp/plugins/package.json")).toBe(false);
	});

	verifies("extensions:plugin:install-validates", async () => {
		await using world = await pluginWorld();
		const refused = [
			"a;touch x",
			"a && b",
			"$(touch x)",
			"a`b`",
			"-g",
			"git+https://x/y.git;rm",
			"Bad Name",
			"../missing",
			"@oh-my-pi/pi-tui",
		];
		for (const spec of refused) {
			const { exitCode, stdout } = await world.plugin("install", "--", spec);
			expect([spec, exitCode === 0, stdout]).toEqual([spec, false, ""]);
		}
		expect(world.registry.requests).toEqual([]);
		// All extensions are tried, also those of features that are off.
		await world.publish("half", {
			"package.json": manifest("half", "1.0.0", {
				extensions: ["./ok.ts"],
				features: { more: { extensions: ["./bad.ts"] } },
			}),
			"ok.ts": says("ok"),
			"bad.ts": "export const nothing = 1;\n",
		});
		const { stderr, exitCode } = await world.plugin("install", "half");
		expect([exitCode, /bad\.ts.*valid factory function/s.test(stderr)]).toEqual([1, true]);
		expect(await world.exists(lock)).toBe(false);
		expect(await world.loaded()).toEqual([]);
	});

	verifies("extensions:plugin:dry-run", async () => {
		await using world = await pluginWorld();
		const { stdout, exitCode } = await world.plugin("install", "--dry-run", "greeter@1.0.0[a,b]");
		expect([exitCode, stdout]).toEqual([0, "Would install greeter@1.0.0 (npm) with features: a, b\n"]);
		expect(world.registry.requests).toEqual([]);
		expect(await readdir(world.omp.home.file(".omp"))).not.toContain("plugins");
	});

	verifies("extensions:plugin:uninstall", async () => {
		await using world = await pluginWorld();
		await world.publish("one", {
			"package.json": manifest("one", "1.0.0", { extensions: ["./i.ts"], settings: { a: { type: "string" } } }),
			"i.ts": says("one"),
		});
		await world.publish("two", {
			"package.json": manifest("two", "1.0.0", { extensions: ["./i.ts"] }),
			"i.ts": says("two"),
		});
		await world.plugin("install", "one", "two");
		await world.plugin("config", "set", "one", "a", "x");
		const before = [await world.json(lock), await world.json(".omp/plugins/package.json")];
		expect((await world.plugin("uninstall", "three")).stderr).toContain("three is not installed");
		// A broken state file is left as it is.
		const listed = await world.omp.home.read(".omp/plugins/package.json");
		await world.omp.home.write(".omp/plugins/package.json", "{ broken");
		expect((await world.plugin("uninstall", "one")).exitCode).toBe(1);
		await world.omp.home.write(".omp/plugins/package.json", listed);
		expect([await world.json(lock), await world.json(".omp/plugins/package.json")]).toEqual(before);
		expect((await world.plugin("uninstall", "one")).exitCode).toBe(0);
		expect(await world.json(lock)).toEqual({
			plugins: { two: { version: "1.0.0", enabledFeatures: null, enabled: true } },
			settings: {},
		});
		expect(Object.keys((await world.json(".omp/plugins/package.json")).dependencies ?? {})).toEqual(["two"]);
		expect(await world.loaded()).toEqual(["two"]);
	});

	verifies("extensions:plugin:link", async () => {
		await using world = await pluginWorld({});
		await world.omp.home.write("work/mine/package.json", manifest("@me/mine", "0.1.0", { extensions: ["./i.ts"] }));
		await world.omp.home.write("work/mine/i.ts", says("first"));
		const path = world.omp.home.file("work/mine");
		expect((await world.plugin("link", path)).stdout).toBe(`Installed @me/mine 0.1.0 (link to ${path})\n`);
		const link = world.omp.home.file(".omp/plugins/node_modules/@me/mine");
		expect([(await lstat(link)).isSymbolicLink(), await readlink(link)]).toEqual([true, path]);
		expect(await world.json(lock)).toEqual({
			plugins: { "@me/mine": { version: "0.1.0", enabledFeatures: null, enabled: true } },
			settings: {},
		});
		expect(await world.loaded()).toEqual(["first"]);
		await world.omp.home.write("work/mine/i.ts", says("second"));
		expect(await world.loaded()).toEqual(["second"]);
		// Packages that are installed later leave the link alone.
		await world.publish("other", {
			"package.json": manifest("other", "1.0.0", { extensions: ["./i.ts"] }),
			"i.ts": says("other"),
		});
		await world.plugin("install", "other");
		expect(await world.loaded()).toEqual(["second", "other"]);
		await world.omp.home.write("work/nameless/package.json", "{}");
		expect((await world.plugin("link", world.omp.home.file("work/nameless"))).stderr).toContain('no valid "name"');
		expect((await world.plugin("uninstall", "@me/mine")).exitCode).toBe(0);
		expect([await world.loaded(), await world.exists("work/mine/i.ts")]).toEqual([["other"], true]);
	});
});
