import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { builtInTools } from "@oh-my-pi/pi-tools/registry";
import { version } from "../../process/version.ts";
import { completeTools } from "../commands/completions/tools.ts";
import { type CommandWorld, runCommandIn } from "../testing/run-command-in.ts";
import { runCli } from "./run.ts";

const run = (argv: readonly string[], world?: CommandWorld) => runCommandIn(runCli, argv, world);

/** Exit code, stdout and stderr. */
async function seen(argv: readonly string[], world?: CommandWorld) {
	const { code, stdout, stderr } = await run(argv, world);
	return { code, stdout, stderr };
}

verifies("cli:route:version", async () => {
	for (const argv of [["--version"], ["-v"], ["models", "--version"], ["--model", "x", "-v"]]) {
		expect(await seen(argv)).toEqual({ code: 0, stdout: `omp/${version}\n`, stderr: "" });
	}
});

verifies("cli:route:runtime-guard", async () => {
	const strange = { stringWidth: () => 4, version: "0.9.9" };
	const { code, stderr } = await runCommandIn((...given) => runCli(...given, strange), ["--version"]);
	expect({ code, stderr }).toEqual({
		code: 1,
		stderr: "Error: Bun 0.9.9 measures text wrongly. Upgrade it: bun upgrade\n",
	});
});

verifies("cli:route:global-flags", async () => {
	const path = async (...argv: string[]) => {
		const { stdout, dir } = await run(argv, { env: { PI_CODING_AGENT_DIR: "" }, files: { "sub/.keep": "" } });
		return stdout.trim().replaceAll(dir, "HOME");
	};
	expect(await path("config", "path")).toBe("HOME/.omp/agent");
	expect(await path("--profile", "work", "config", "path")).toBe("HOME/.omp/profiles/work/agent");
	expect(await path("config", "path", "--profile=work")).toBe("HOME/.omp/profiles/work/agent");
	const inSub = { files: { "sub/.omp/config.yml": "theme:\n  dark: nord\n" } };
	expect((await run(["--cwd", "sub", "config", "get", "theme.dark"], inSub)).stdout).toBe("nord\n");
	const gone = await run(["config", "path", "--cwd", "gone"]);
	expect([gone.code, gone.stderr]).toEqual([1, `Error: Directory not found: ${gone.dir}/gone\n`]);
	expect((await run(["--help", "config"])).stdout).toStartWith("USAGE\n  omp config");
	expect((await run(["config", "--help"])).stdout).toContain("FLAGS\n");
});

describe("help", () => {
	test("fits 24 rows of 80 columns and refers to more", async () => {
		const { code, stdout } = await run(["--help"]);
		const lines = stdout.trimEnd().split("\n");
		expect(code).toBe(0);
		// One row is for the shell prompt.
		expect(lines.length).toBeLessThanOrEqual(23);
		expect(lines.filter((line) => Bun.stringWidth(line) > 80)).toEqual([]);
		const { commands } = await import("../commands.ts");
		const words = stdout.split(/[^\w-]+/);
		expect(commands.filter(({ name, isAlias }) => !isAlias && !words.includes(name))).toEqual([]);
		for (const way of ["omp --help all", "omp <command> --help"]) expect(stdout).toContain(way);
	});

	test("--help all has the groups, every flag and every command", async () => {
		const { stdout } = await run(["--help", "all"]);
		const headings = stdout.split("\n").filter((line) => /^[A-Z][^:]*$/.test(line));
		expect(headings).toEqual([
			"Usage",
			"Arguments",
			"Flags",
			"Examples",
			"Commands",
			"Environment variables",
			"Tools, for --tools",
		]);
		for (const word of ["--max-time", "--add-dir", "PI_TIMING", "completions", "ast_grep"])
			expect(stdout).toContain(word);
	});

	test("--help <topic> shows one topic; unknown words are ignored", async () => {
		const [topic, words, short] = await Promise.all([
			run(["--help", "examples"]),
			run(["fix", "it", "-h"]),
			run(["-h"]),
		]);
		expect(topic.stdout).toStartWith("Examples\n  omp ");
		expect(words.stdout).toBe(short.stdout);
	});

	test("lists the tools", async () => {
		const { stdout } = await runCommandIn(async (_argv, host, io) => {
			await io.stdout.write((await completeTools(host)).map((line) => line.split("\t")[0]).join(" "));
			return 0;
		}, []);
		const known = builtInTools.filter(({ summary }) => summary !== undefined).map(({ name }) => name);
		// `resolve` and `goal` are added automatically and cannot be named.
		expect(stdout.split(" ").filter((name) => !known.includes(name))).toEqual(["resolve", "goal"]);
	});

	test("every command has usage text", async () => {
		const { commands } = await import("../commands.ts");
		expect((await run(["launch", "--help"])).stdout).toBe((await run(["--help", "all"])).stdout);
		for (const { name } of commands.slice(1)) {
			const { code, stdout } = await run([name, "--help"]);
			expect([name, code, stdout.startsWith("USAGE\n")]).toEqual([name, 0, true]);
		}
	});
});

verifies("cli:env:no-color", async () => {
	const onTerminal = (env: Record<string, string>) =>
		runCommandIn((argv, host, io) => runCli(argv, host, { ...io, stdout: { ...io.stdout, isTTY: true } }), ["--help"], {
			env,
		});
	expect((await onTerminal({})).stdout).toContain("\x1b[1m");
	expect((await onTerminal({ NO_COLOR: "1" })).stdout).not.toContain("\x1b");
	expect((await run(["--help"])).stdout).not.toContain("\x1b");
});

verifies("cli:parse:unknown-flag", async () => {
	const hint = "Run `omp --help` for available flags.";
	const stderr = `Error: unknown flag: --nonsense\n${hint}\n`;
	// The folder is also the home folder, which the sandbox would say something about.
	expect(await seen(["--nonsense", "--sandbox=off"])).toEqual({ code: 2, stdout: "", stderr });
	expect(await seen(["models", "--nonsense"])).toEqual({ code: 2, stdout: "", stderr });
});

verifies("cli:parse:bad-value", async () => {
	const refused: ReadonlyArray<readonly [string, string, string]> = [
		["--mode", "yaml", "--mode must be one of: text, json, rpc, rpc-ui"],
		["--thinking", "hard", "--thinking must be one of: off, minimal, low, medium, high, xhigh, max, auto"],
		["--approval-mode", "never", "--approval-mode must be one of: always-ask, write, auto, yolo"],
		["--service-tier", "gold", "--service-tier must be one of: none, auto, default, flex, scale, priority"],
		["--max-time", "soon", "--max-time must be seconds or a time like 5s, 10m or 1h"],
		["--max-time", "0", "--max-time must be seconds or a time like 5s, 10m or 1h"],
	];
	for (const [flag, value, message] of refused) {
		expect(await seen([flag, value, "hi"])).toEqual({
			code: 2,
			stdout: "",
			stderr: `Error: ${message}; got "${value}"\n`,
		});
	}
});

verifies("cli:parse:subcommand-usage", async () => {
	const { code, stdout, stderr } = await run(["sessions", "frobnicate"]);
	expect([code, stdout]).toEqual([1, ""]);
	expect(stderr).toStartWith(
		'error: Expected action to be one of: list, verify, repair, gc; got "frobnicate"\nUSAGE\n',
	);
	expect(stderr).toEndWith("Run `omp sessions --help` for its flags.\n");
});

verifies("cli:parse:no-stack-traces", async () => {
	const mistakes = [
		["--resume", "deadbeef", "-p", "x"],
		["token"],
		["sessions", "repair", "nobody"],
		["--export", "no.jsonl"],
	];
	for (const argv of mistakes) {
		const { stderr } = await run(argv);
		expect(stderr).toMatch(/^Error: /);
		expect(stderr.trimEnd().split("\n").length).toBeLessThanOrEqual(2);
		expect((await run(argv, { env: { PI_DEBUG: "1" } })).stderr).toMatch(/\n {4}at /);
	}
});

verifies("cli:profile:name-rules", async () => {
	for (const name of ["../x", "Work", "a.", ".", "-x", "nul", "com1.txt", "a".repeat(65)]) {
		const { code, stderr } = await run([`--profile=${name}`, "config", "path"]);
		expect([code, stderr]).toEqual([
			2,
			`Error: Invalid profile name "${name}": use lower-case letters, digits, ".", "_" and "-"\n`,
		]);
	}
	for (const name of ["work", "a.b_c-1", "default", "console"]) {
		expect((await run(["--profile", name, "config", "path"])).code).toBe(0);
	}
});
