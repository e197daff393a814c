import { expect, test } from "bun:test";
import { readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { CliIo } from "../../process/terminal/io.ts";
import { runCommandIn } from "../testing/run-command-in.ts";
import { installAlias } from "./profile-alias.ts";
import { runCli } from "./run.ts";

const block = (profile: string) =>
	[
		"# >>> omp profile alias: omp-work >>>",
		`omp-work() { command omp --profile ${profile} "$@"; }`,
		"# <<< omp profile alias: omp-work <<<",
	].join("\n");

verifies("cli:profile:alias", async () => {
	await using home = await workspace({ ".bashrc": "export A=1" });
	const alias = async (...argv: string[]) => {
		const { code, stdout, stderr } = await runCommandIn(
			(given, host, io) => runCli(given, { ...host, home: home.path }, io),
			argv,
			{ env: { SHELL: "/usr/bin/bash" } },
		);
		return { code, stdout, stderr };
	};
	expect(await alias("--profile", "work", "--alias", "omp-work")).toEqual({
		code: 0,
		stdout: `omp-work starts omp with the profile work. It is in ${home.file(".bashrc")}.\nRestart your shell or source that file to use it.\n`,
		stderr: "",
	});
	expect(await home.read(".bashrc")).toBe(`export A=1\n\n${block("work")}\n`);
	await home.write(".bashrc", `${await home.read(".bashrc")}export B=2\n`);
	await alias("--profile=other", "--alias=omp-work");
	expect(await home.read(".bashrc")).toBe(`export A=1\n\n${block("other")}\nexport B=2\n`);
	expect(await alias("--alias", "omp-work")).toEqual({
		code: 1,
		stdout: "",
		stderr: "Error: --alias requires --profile <name> or OMP_PROFILE\n",
	});
	expect(await alias("--profile", "work", "--alias", "x; rm -rf ~")).toMatchObject({ code: 2 });
});

test("the alias is written to each shell's startup file, and works in bash", async () => {
	await using home = await workspace({ "dotfiles/zshrc": "" });
	await symlink(home.file("dotfiles/zshrc"), home.file(".zshrc"));
	const silent = { stdout: { write: async () => {} } } as unknown as CliIo;
	const install = (shell: string) => {
		const env = { SHELL: shell, OMP_PROFILE: "work" };
		return installAlias("ow", { cwd: home.path, home: home.path, env, now: () => 0, newId: () => "" }, silent);
	};
	for (const shell of ["/bin/bash", "/bin/zsh", "/usr/bin/fish", "pwsh"]) expect(await install(shell)).toBe(0);
	expect(await home.read("dotfiles/zshrc")).toContain("ow() { command omp");
	expect(await readFile(home.file(".config/fish/config.fish"), "utf8")).toContain(
		"function ow; command omp --profile work $argv; end",
	);
	expect(await readFile(home.file(".config/powershell/Microsoft.PowerShell_profile.ps1"), "utf8")).toContain(
		"function ow { omp --profile work @args }",
	);
	await home.write("bin/omp", '#!/bin/sh\necho "$@"\n');
	await runCommand(["chmod", "+x", home.file("bin/omp")]);
	const { stdout } = await runCommand(["bash", "-c", `. ${home.file(".bashrc")}; ow "a b" c`], {
		env: { PATH: `${join(home.path, "bin")}:${process.env.PATH}` },
	});
	expect(stdout).toBe("--profile work a b c\n");
	await expect(install("/bin/tcsh")).rejects.toThrow('No alias for the shell "tcsh"');
});
