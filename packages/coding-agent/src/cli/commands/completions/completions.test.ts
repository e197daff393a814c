import { expect, test } from "bun:test";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { launchFlags } from "../../../startup/flags.data.ts";
import { commands } from "../../commands.ts";
import { runCli } from "../../dispatch/run.ts";
import { runCommandIn } from "../../testing/run-command-in.ts";
import { complete } from "./complete.ts";
import { createCompletionsCommand } from "./completions.ts";

const main = join(import.meta.dir, "../../../main.ts");
const models = `providers:
  gw:
    baseUrl: http://127.0.0.1:9/v1
    auth: none
    api: openai-completions
    models: [{ id: "fast:1" }, { id: "fast:2" }, { id: deep }]
`;

/** A temporary folder with `omp` on PATH and the completion script of a shell. */
async function shellWorld(shell: string) {
	const folder = await workspace({
		"bin/omp": `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`,
		"agent/models.yml": models,
		"work/apple.txt": "",
		"work/avenue/x": "",
	});
	await chmod(folder.file("bin/omp"), 0o755);
	const env = {
		...process.env,
		PATH: `${folder.file("bin")}:${process.env.PATH}`,
		HOME: folder.path,
		PI_CODING_AGENT_DIR: folder.file("agent"),
	};
	const { stdout } = await runCommandIn(createCompletionsCommand(commands), [shell]);
	await folder.write(`omp.${shell}`, stdout);
	return { folder, env, cwd: folder.file("work"), script: folder.file(`omp.${shell}`) };
}

/** Typed text and expected candidates: `exactly` all of them, or `among` others. */
const cases: ReadonlyArray<{ typed: string; exactly?: readonly string[]; among?: readonly string[] }> = [
	{ typed: "omp ", exactly: commands.map(({ name }) => name) },
	{ typed: "omp conf", exactly: ["config"] },
	{ typed: "omp --thi", exactly: ["--thinking"] },
	{ typed: "omp --thinking m", exactly: ["max", "medium", "minimal"] },
	{ typed: "omp -p --model gw/f", exactly: ["gw/fast:1", "gw/fast:2"] },
	{ typed: "omp --tools read,wri", exactly: ["read,write"] },
	{ typed: "omp --config ap", exactly: ["apple.txt"] },
	{ typed: "omp completions ", exactly: ["bash", "zsh", "fish"] },
	{ typed: "omp config s", exactly: ["set"] },
	{ typed: "omp config set symbol", exactly: ["symbolPreset"] },
	{ typed: "omp config set symbolPreset ", exactly: ["unicode", "nerd", "ascii"] },
	{ typed: "omp config set theme.dark dark-g", exactly: ["dark-github", "dark-gruvbox"] },
	{ typed: "omp --profile x config get symbol", exactly: ["symbolPreset"] },
	{ typed: "omp login anth", exactly: ["anthropic"] },
	{ typed: "omp models r", among: ["refresh"] },
	{ typed: "omp hello conf", exactly: [] },
];

const bashHarness = `
source "$1"; shift
for line in "$@"; do
  COMP_LINE="$line" COMP_POINT=\${#line} COMPREPLY=()
  spaced="\${line//=/ = }"; spaced="\${spaced//:/ : }"
  read -ra COMP_WORDS <<< "$spaced"
  [[ $line == *" " ]] && COMP_WORDS+=("")
  COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
  _omp
  printf '%s\\n' "\${COMPREPLY[@]}" "=="
done
`;

function offered(stdout: string, pick: (line: string) => string = (line) => line): string[][] {
	const groups = stdout.split("==\n").slice(0, -1);
	return groups.map((group) => group.split("\n").filter(Boolean).map(pick));
}

function checkOffers(offers: readonly string[][]): void {
	expect(offers.length).toBe(cases.length);
	const wrong = cases.flatMap(({ typed, exactly, among = [] }, index) => {
		const found = offers[index] ?? [];
		const fits = exactly
			? Bun.deepEquals([...found].sort(), [...exactly].sort())
			: among.every((word) => found.includes(word));
		return fits ? [] : [{ typed, found }];
	});
	expect(wrong).toEqual([]);
}

requires("bash")(
	"completions in bash: commands, flags, values, lists, files and dynamic values",
	async () => {
		const { folder, env, cwd, script } = await shellWorld("bash");
		await using _folder = folder;
		const lines = cases.map(({ typed }) => typed);
		const run = await runCommand(["bash", "--norc", "-c", bashHarness, "bash", script, ...lines], { cwd, env });
		expect(run.stderr).toBe("");
		checkOffers(offered(run.stdout));
		// Readline splits words at `:` and `=`, and replaces only the last part.
		const broken = ["omp --model gw/fast:", "omp --thinking=x", "omp --cwd=av", "omp @ap"];
		const pieces = await runCommand(["bash", "--norc", "-c", bashHarness, "bash", script, ...broken], { cwd, env });
		expect(offered(pieces.stdout)).toEqual([["1", "2"], ["xhigh"], ["avenue"], ["@apple.txt"]]);
	},
	60_000,
);

requires("fish")(
	"completions in fish: commands, flags, values, lists, files and dynamic values",
	async () => {
		const { folder, env, cwd, script } = await shellWorld("fish");
		await using _folder = folder;
		const harness = "source $argv[1]; for line in $argv[2..]; complete -C $line; echo ==; end";
		const lines = cases.map(({ typed }) => typed);
		const run = await runCommand(["fish", "--no-config", "-c", harness, script, ...lines], { cwd, env });
		expect(run.stderr).toBe("");
		checkOffers(offered(run.stdout, (line) => line.split("\t")[0] ?? ""));
		const others = ["omp --cwd av", "omp @ap", "omp --thinking=x"];
		const more = await runCommand(["fish", "--no-config", "-c", harness, script, ...others], { cwd, env });
		expect(offered(more.stdout, (line) => line.split("\t")[0] ?? "")).toEqual([
			["avenue/"],
			["@apple.txt"],
			["--thinking=xhigh"],
		]);
	},
	60_000,
);

requires("zsh")(
	"completions in zsh: Tab completes commands, flags, values, lists, files and dynamic values",
	async () => {
		const { folder, env, cwd, script } = await shellWorld("zsh");
		await using _folder = folder;
		await using zsh = ptyRun(["zsh", "-f", "-i"], { cols: 100, rows: 40, cwd, env });
		zsh.type(`PS1='> '; PS2=''; source '${script}'; setopt no_auto_menu no_list_ambiguous; clear; print re''ady\r`);
		await zsh.waitFor(/^ready$/m, { timeoutMs: 15_000 });
		const completed: ReadonlyArray<readonly [string, string]> = [
			["omp conf", "omp config "],
			["omp --thinkin", "omp --thinking="],
			["omp --thinking xh", "omp --thinking xhigh "],
			["omp -p --model gw/d", "omp -p --model gw/deep "],
			["omp --model gw/fast", "omp --model gw/fast:"],
			["omp --tools read,wri", "omp --tools read,write"],
			["omp --config ap", "omp --config apple.txt "],
			["omp --cwd av", "omp --cwd avenue/"],
			["omp @ap", "omp @apple.txt "],
			["omp completions zs", "omp completions zsh "],
			["omp config set symbolP", "omp config set symbolPreset "],
			["omp config set symbolPreset ner", "omp config set symbolPreset nerd "],
			["omp config set theme.dark dark-no", "omp config set theme.dark dark-nord "],
			["omp --profile x config get symbolP", "omp --profile x config get symbolPreset "],
			["omp login anthro", "omp login anthropic "],
		];
		for (const [typed, expected] of completed) {
			// The letter marks the cursor position.
			zsh.type(`\x15${typed}\tZ`);
			await zsh.waitFor(`> ${expected}Z`, { timeoutMs: 15_000 });
		}
		zsh.type("\x15omp \t");
		await zsh.waitFor("-- Show and change settings", { timeoutMs: 15_000 });
	},
	120_000,
);

verifies("cli:sub:completions", async () => {
	for (const shell of ["bash", "zsh", "fish"]) {
		const { stdout, stderr, code } = await runCommandIn(
			(argv, host, io) => runCli(argv, host, io),
			["completions", shell],
		);
		expect([stderr, code]).toEqual(["", 0]);
		const missing = [
			...commands.map(({ name }) => name),
			...launchFlags.map(({ name }) => (shell === "fish" ? `-l ${name}` : `--${name}`)),
			"always-ask",
			"omp __complete",
		].filter((word) => !stdout.includes(word) && !(shell === "bash" && word === "omp __complete"));
		expect(missing).toEqual([]);
		expect(stdout).toContain("__complete");
	}
	const { stdout } = await runCommandIn(complete, ["models"], { files: { "agent/models.yml": models } });
	expect(stdout).toBe("gw/fast:1\tfast:1\ngw/fast:2\tfast:2\ngw/deep\tdeep\n");
});

test("completions: an unknown shell is rejected, and __complete never fails", async () => {
	await expect(runCommandIn(createCompletionsCommand(commands), ["tcsh"])).rejects.toThrow(
		'Expected shell to be one of: bash, zsh, fish; got "tcsh"\nUSAGE\n',
	);
	expect((await runCommandIn(createCompletionsCommand(commands), ["--help"])).stdout).toStartWith(
		"USAGE\n  omp completions ",
	);
	for (const kind of ["nonsense", "constructor", "models"]) {
		const broken = await runCommandIn(complete, [kind], { files: { "agent/config.yml": "a: [\n" } });
		expect([broken.stdout, broken.stderr, broken.code]).toEqual(["", "", 0]);
	}
	const help = await runCommandIn((argv, host, io) => runCli(argv, host, io), ["--help"]);
	expect(help.stdout).not.toContain("__complete");
});
