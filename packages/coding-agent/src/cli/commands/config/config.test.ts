import { expect, test } from "bun:test";
import { exists, stat } from "node:fs/promises";
import { join } from "node:path";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { allSettings } from "../../../settings/catalog/all-settings.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import { runCli } from "../../dispatch/run.ts";
import { type CommandWorld, runCommandIn } from "../../testing/run-command-in.ts";
import { config } from "./config.ts";
import { initXdg } from "./init-xdg.ts";

const run = (argv: readonly string[], world: CommandWorld = {}) => runCommandIn(config, argv, world);
/** The whole command line, including global flags. */
const omp: CliCommand = (argv, host, io) => runCli(argv, host, io);

/** Runs several commands in the same home folder. */
async function inOneHome(files: Record<string, string> = {}) {
	const home = await workspace(files);
	const env = { PI_CODING_AGENT_DIR: home.file("agent") };
	const call = async (...argv: string[]) => {
		const { stdout, stderr, code } = await runCommandIn(omp, argv, { env });
		return { stdout, stderr, code };
	};
	return { home, call, [Symbol.asyncDispose]: () => home[Symbol.asyncDispose]() };
}

test("a theme that does not exist is refused", async () => {
	const { stdout, stderr, code } = await run(["set", "theme.dark", "nosuch"]);
	expect([stdout, code]).toEqual(["", 1]);
	expect(stderr).toStartWith("Theme not found: nosuch. Themes: ");
	const own = await run(["set", "theme.light", "mine"], { files: { "agent/themes/mine.json": "{}" } });
	expect([own.stdout, own.code]).toEqual(["✔ Set theme.light = mine\n", 0]);
});

verifies("settings:cli:list", async () => {
	const files = { "agent/config.yml": "theme: { dark: nord }\nsearxng: { token: s3cret }\ncycleOrder: [slow]\n" };
	const { stdout, stderr, code } = await run(["list"], { files });
	expect([stderr, code]).toEqual(["", 0]);
	expect(stdout).toStartWith("Appearance:\n  theme.dark = nord (string)\n  theme.light = light (string)\n");
	const lines = stdout.split("\n");
	expect(lines).toContain("  symbolPreset = unicode (unicode|nerd|ascii)");
	expect(lines).toContain("  git.enabled = true (boolean)");
	expect(lines).toContain('  cycleOrder = ["slow"] (array)');
	expect(lines).toContain("  tools.approval = {} (record)");
	expect(lines).toContain("  shellPath = (not set) (string)");
	expect(lines).toContain("  searxng.token = ******** (string)");
	expect(lines).toContain("  searxng.basicPassword = (not set) (string)");
	expect(stdout).not.toContain("s3cret");
	expect(lines.filter((line) => /^\w+:$/.test(line))).toEqual([
		"Appearance:",
		"Model:",
		"Interaction:",
		"Context:",
		"Memory:",
		"Files:",
		"Shell:",
		"Tools:",
		"Tasks:",
		"Providers:",
		"Internal:",
	]);
	expect(lines.filter((line) => line.startsWith("  ")).length).toBe(allSettings.length);
	expect((await run([], { files })).stdout).toBe(stdout);
});

verifies("settings:cli:json", async () => {
	const files = { "agent/config.yml": "searxng: { token: s3cret }\n" };
	const listed = JSON.parse((await run(["list", "--json"], { files })).stdout);
	expect(Object.keys(listed)).toEqual(allSettings.map(({ key }) => key));
	expect(listed["theme.dark"]).toEqual({ value: "titanium", type: "string", description: "Theme on dark terminals." });
	expect(listed.shellPath).toMatchObject({ value: null, type: "string" });
	expect(listed["searxng.token"]).toEqual({
		type: "string",
		description: "Its token.",
		redacted: true,
	});
	const got = JSON.parse((await run(["get", "symbolPreset", "--json"])).stdout);
	expect(got).toEqual({ key: "symbolPreset", value: "unicode", type: "enum", description: "The set of glyphs." });
});

verifies("settings:cli:get", async () => {
	const files = {
		"agent/config.yml":
			"theme: { dark: nord }\ncycleOrder: [slow]\nsearxng: { token: s3cret }\ngrep: { contextAfter: 9 }\n",
		".omp/config.yml": "theme: { dark: from-project }\n",
	};
	const got = async (key: string) => (await run(["get", key], { files })).stdout;
	expect(await got("theme.dark")).toBe("from-project\n");
	expect(await got("cycleOrder")).toBe('["slow"]\n');
	expect(await got("git.enabled")).toBe("true\n");
	expect(await got("shellPath")).toBe("(not set)\n");
	expect(await got("searxng.token")).toBe("s3cret\n");
	expect(await got("search.contextAfter")).toBe("9\n");
	expect(await got("grep.contextAfter")).toBe("9\n");
});

verifies("settings:cli:set", async () => {
	await using place = await inOneHome({ "agent/config.yml": "# mine\ntheme:\n  light: paper\n" });
	const { call, home } = place;
	expect(await call("config", "set", "theme.dark", "dark-nord")).toEqual({
		stdout: "✔ Set theme.dark = dark-nord\n",
		stderr: "",
		code: 0,
	});
	expect(await call("config", "set", "temperature", "-1")).toMatchObject({
		stdout: "✔ Set temperature = -1\n",
		code: 0,
	});
	expect((await call("config", "set", "collab.displayName", "@ada", "of", "-London")).stdout).toBe(
		"✔ Set collab.displayName = @ada of -London\n",
	);
	expect((await call("config", "set", "cycleOrder", '["slow"]', "--json")).stdout).toBe(
		'{\n  "key": "cycleOrder",\n  "value": [\n    "slow"\n  ]\n}\n',
	);
	expect((await call("config", "set", "git.enabled", "OFF")).stdout).toBe("✔ Set git.enabled = false\n");
	expect((await call("config", "set", "searxng.token", "s3cret")).stdout).toBe("✔ Set searxng.token = ********\n");
	expect(await home.read("agent/config.yml")).toBe(`# mine
theme:
  light: paper
  dark: dark-nord
temperature: -1
collab:
  displayName: "@ada of -London"
cycleOrder:
  - slow
git:
  enabled: false
searxng:
  token: s3cret
`);
	expect((await call("config", "get", "theme.dark")).stdout).toBe("dark-nord\n");
	expect((await stat(home.file("agent/config.yml"))).mode & 0o777).toBe(0o600);
});

verifies("settings:cli:reset-and-unset", async () => {
	await using place = await inOneHome({ "agent/config.yml": "theme: { dark: a, light: b }\nshellPath: /bin/zsh\n" });
	const { call, home } = place;
	expect(await call("config", "reset", "theme.dark")).toEqual({
		stdout: "✔ Reset theme.dark to titanium\n",
		stderr: "",
		code: 0,
	});
	expect((await call("config", "reset", "theme.light", "--json")).stdout).toBe(
		'{\n  "key": "theme.light",\n  "value": "light"\n}\n',
	);
	expect((await call("config", "reset", "shellPath")).stdout).toBe("✔ Reset shellPath to (not set)\n");
	expect(await home.read("agent/config.yml")).toBe("theme: { dark: titanium, light: light }\n");
	expect((await call("config", "unset", "theme.dark")).stdout).toBe("✔ Removed theme.dark; it is titanium now\n");
	expect((await call("config", "unset", "theme.light")).code).toBe(0);
	expect(await home.read("agent/config.yml")).toBe("");
});

verifies("settings:cli:path", async () => {
	const { stdout, dir } = await run(["path"]);
	expect(stdout).toBe(`${dir}/agent\n`);
	const profile = await runCommandIn(omp, ["--profile", "work", "config", "path"]);
	expect(profile.stdout).toBe(`${profile.dir}/.omp/profiles/work/agent\n`);
});

verifies("settings:cli:init-xdg", async () => {
	await using home = await workspace({ "data/keep": "x" });
	const env = {
		XDG_DATA_HOME: home.file("data"),
		XDG_STATE_HOME: home.file("deep/state"),
		XDG_CACHE_HOME: home.file("c"),
	};
	const on = async (platform: NodeJS.Platform) => {
		const command: CliCommand = (_argv, host, io) =>
			initXdg({ host, io, agentDir: "", words: [], json: false }, platform);
		const { stdout, stderr, code } = await runCommandIn(command, [], { env });
		return { stdout, stderr, code };
	};
	const folders = [home.file("data/omp"), home.file("deep/state/omp"), home.file("c/omp")];
	const lines = (word: string) => folders.map((folder) => `${word} ${folder}\n`).join("");
	expect(await on("linux")).toEqual({ stdout: lines("Created"), stderr: "", code: 0 });
	expect(await Promise.all(folders.map((folder) => exists(folder)))).toEqual([true, true, true]);
	expect(await on("darwin")).toEqual({ stdout: lines("Exists"), stderr: "", code: 0 });
	expect(await on("win32")).toEqual({
		stdout: "",
		stderr: "XDG folders are used on Linux and macOS only\n",
		code: 1,
	});
	const unnamed = await runCommandIn(
		async (argv, host, io) => {
			const code = await config(argv, { ...host, env: {} }, io);
			const made = [".local/share/omp", ".local/state/omp", ".cache/omp"].map((path) => exists(join(host.home, path)));
			return (await Promise.all(made)).every(Boolean) ? code : 9;
		},
		["init-xdg"],
	);
	expect(unnamed.code).toBe(0);
});

verifies("settings:cli:unknown-key", async () => {
	expect(await run(["get", "theme.drak"])).toMatchObject({
		stdout: "",
		stderr: "Unknown setting: theme.drak\nDid you mean theme.dark? Run `omp config list` for all settings.\n",
		code: 1,
	});
	expect(await run(["set", "approvalMode", "yolo"])).toMatchObject({
		stderr: "Unknown setting: approvalMode\nDid you mean tools.approvalMode? Run `omp config list` for all settings.\n",
		code: 1,
	});
	expect((await run(["reset", "zzzzzzzz"])).stderr).toBe(
		"Unknown setting: zzzzzzzz\nRun `omp config list` for all settings.\n",
	);
});

test("a switch of earlier versions is set by its former name", async () => {
	expect((await run(["set", "inspect_image.enabled", "true"])).stdout).toBe("✔ Set inspect_image.mode = on\n");
	expect((await run(["set", "inspect_image.enabled", "false"])).stdout).toBe("✔ Set inspect_image.mode = off\n");
	expect((await run(["get", "inspect_image.enabled"])).code).toBe(0);
});

verifies("settings:cli:exact-key", async () => {
	expect(await run(["get", "theme"])).toMatchObject({
		stderr: "Unknown setting: theme\nDid you mean theme.dark, theme.light? Run `omp config list` for all settings.\n",
		code: 1,
	});
	expect((await run(["get", "theme.dark"])).code).toBe(0);
	expect((await run(["get", "constructor"])).code).toBe(1);
});

verifies("settings:cli:invalid-value", async () => {
	const refused = async (key: string, value: string) => {
		const { stderr, stdout, code, dir } = await run(["set", key, value]);
		expect([stdout, code, await exists(join(dir, "agent"))]).toEqual(["", 1, false]);
		return stderr;
	};
	expect(await refused("retry.maxRetries", "abc")).toBe("Invalid number: abc\n");
	expect(await refused("git.enabled", "maybe")).toBe(
		"Invalid boolean value: maybe. Use true/false, yes/no, on/off, or 1/0\n",
	);
	expect(await refused("symbolPreset", "zzz")).toBe("Invalid value: zzz. Valid values: unicode, nerd, ascii\n");
	expect(await refused("cycleOrder", "slow")).toStartWith("Invalid array JSON: slow.");
});

verifies("settings:file:broken-named", async () => {
	await using place = await inOneHome({ "agent/config.yml": "theme:\n  dark: [\n" });
	const { stdout, stderr, code } = await place.call("config", "set", "git.enabled", "off");
	expect([stdout, code]).toEqual(["", 1]);
	expect(stderr).toMatch(/^Error: Settings file is not valid YAML: .*agent\/config\.yml:3:1: .*\n$/);
	expect(await place.home.read("agent/config.yml")).toBe("theme:\n  dark: [\n");
});

test("omp config: reports overridden settings, missing arguments and unknown keys", async () => {
	const files = { ".omp/config.yml": "theme: { dark: from-project }\n" };
	expect(await run(["set", "theme.dark", "light"], { files })).toMatchObject({
		stdout: "✔ Set theme.dark = light\n",
		stderr: "It has no effect here: overridden by this project's settings.\n",
		code: 0,
	});
	expect(await run(["set", "theme.dark"])).toMatchObject({
		stderr: "Which value? omp config set theme.dark <value>\n",
		code: 1,
	});
	expect((await run(["get"])).stderr).toStartWith("Which setting? omp config get <key>\n");
	await expect(run(["frobnicate"])).rejects.toThrow(
		'Expected action to be one of: list, get, set, reset, unset, path, init-xdg; got "frobnicate"\nUSAGE\n',
	);
	expect((await run(["--help"])).stdout).toStartWith("USAGE\n  omp config [list | ");
	const warned = await run(["get", "git.enabled"], { files: { "agent/config.yml": "git: { enabled: maybe }\n" } });
	expect(warned.stdout).toBe("true\n");
	expect(warned.stderr).toBe(
		`Warning: ${warned.dir}/agent/config.yml:1: git.enabled: must be true or false; the default is used\n`,
	);
});

verifies("settings:cli:entries", async () => {
	await using home = await inOneHome({
		"agent/config.yml": "# mine\nmodelRoles:\n  # the usual one\n  default: a/b\n  smol: c/d # small\n",
	});
	const { call } = home;
	expect(await call("config", "set", "modelRoles.advisor", "anthropic/claude-haiku-4-5")).toEqual({
		stdout: "✔ Set modelRoles.advisor = anthropic/claude-haiku-4-5\n",
		stderr: "",
		code: 0,
	});
	await call("config", "set", "tools.approval.bash", "prompt");
	await call("config", "set", "providers.maxInFlightRequests.openai", "2");
	await call("config", "set", "edit.modelVariants.gpt-5.1", "patch");
	await call("config", "unset", "modelRoles.smol");
	expect(await home.home.read("agent/config.yml")).toBe(
		"# mine\nmodelRoles:\n  # the usual one\n  default: a/b\n  advisor: anthropic/claude-haiku-4-5\ntools:\n  approval:\n    bash: prompt\nproviders:\n  maxInFlightRequests:\n    openai: 2\nedit:\n  modelVariants:\n    gpt-5.1: patch\n",
	);
	expect((await call("config", "get", "modelRoles.advisor")).stdout).toBe("anthropic/claude-haiku-4-5\n");
	expect((await call("config", "get", "modelRoles.smol")).stdout).toBe("(not set)\n");
	expect((await call("config", "get", "edit.modelVariants.gpt-5.1")).stdout).toBe("patch\n");
	expect(await call("config", "unset", "tools.approval.bash")).toMatchObject({
		stdout: "✔ Removed tools.approval.bash; it is (not set) now\n",
	});
	expect((await call("config", "get", "tools.approval", "--json")).stdout).toContain('"value": {}');
});

test("an entry that its mapping does not take is refused, and one of no mapping is unknown", async () => {
	expect(await run(["set", "edit.modelVariants.gpt", "perhaps"])).toMatchObject({ stdout: "", code: 1 });
	expect((await run(["set", "providers.maxInFlightRequests.openai", "0"])).stderr).toBe(
		"Invalid value: 0. providers.maxInFlightRequests openai must be a number above 0\n",
	);
	expect((await run(["set", "theme.dark.x", "y"])).stderr).toStartWith("Unknown setting: theme.dark.x\n");
	expect((await run(["reset", "modelRoles.advisor"])).stderr).toBe(
		"modelRoles.advisor has no default. Remove it: omp config unset modelRoles.advisor\n",
	);
});
