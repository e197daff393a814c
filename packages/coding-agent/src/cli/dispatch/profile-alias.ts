import { mkdir, readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { atomicWrite } from "@oh-my-pi/pi-utils/files/atomic-write";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CliIo } from "../../process/terminal/io.ts";
import { CliError, UsageError } from "../../process/usage-error.ts";

interface AliasShell {
	/** The shell's startup file. */
	readonly file: (host: Host) => string;
	readonly define: (alias: string, profile: string) => string;
}

const posixFunction = (alias: string, profile: string) => `${alias}() { command omp --profile ${profile} "$@"; }`;

const shells: Readonly<Record<string, AliasShell>> = {
	bash: { file: ({ home }) => join(home, ".bashrc"), define: posixFunction },
	zsh: { file: ({ home, env }) => join(env.ZDOTDIR || home, ".zshrc"), define: posixFunction },
	fish: {
		file: (host) => join(configHome(host), "fish", "config.fish"),
		define: (alias, profile) => `function ${alias}; command omp --profile ${profile} $argv; end`,
	},
	pwsh: {
		file: (host) => join(configHome(host), "powershell", "Microsoft.PowerShell_profile.ps1"),
		define: (alias, profile) => `function ${alias} { omp --profile ${profile} @args }`,
	},
};

/** Defines a shell function that starts omp with a profile. */
export async function installAlias(alias: string, host: Host, io: CliIo): Promise<number> {
	const profile = (host.env.OMP_PROFILE ?? host.env.PI_PROFILE ?? "").trim();
	if (profile === "" || profile === "default") {
		throw new CliError("--alias requires --profile <name> or OMP_PROFILE");
	}
	if (!/^[a-z_][\w.-]*$/i.test(alias) || alias === "omp") {
		throw new UsageError(
			`--alias must be a command name other than omp, of letters, digits, ".", "_" and "-"; got "${alias}"`,
		);
	}
	const name = basename(host.env.SHELL ?? "").replace(/\.exe$/i, "");
	const shell = Object.hasOwn(shells, name) ? shells[name] : undefined;
	if (!shell) {
		throw new CliError(`No alias for the shell "${name}"; known: ${Object.keys(shells).join(", ")} (from $SHELL)`);
	}
	const file = shell.file(host);
	const block = [`# >>> omp profile alias: ${alias} >>>`, shell.define(alias, profile), endMark(alias)].join("\n");
	await writeBlock(file, alias, block);
	await io.stdout.write(`${alias} starts omp with the profile ${profile}. It is in ${file}.\n`);
	await io.stdout.write(`Restart your shell or source that file to use it.\n`);
	return 0;
}

function endMark(alias: string): string {
	return `# <<< omp profile alias: ${alias} <<<`;
}

/** Replaces an existing block or appends a new one. */
async function writeBlock(file: string, alias: string, block: string): Promise<void> {
	await mkdir(dirname(file), { recursive: true });
	// Follow a symlink instead of replacing it.
	const path = await realpath(file).catch(() => file);
	const before = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return "";
		throw new CliError(`Cannot read ${path}: ${error.message}`);
	});
	const mode = (await stat(path).catch(() => undefined))?.mode ?? 0o644;
	await atomicWrite(path, placed(before, alias, block), { mode: mode & 0o777 });
}

function placed(before: string, alias: string, block: string): string {
	const start = before.indexOf(`# >>> omp profile alias: ${alias} >>>`);
	const end = before.indexOf(endMark(alias), start);
	if (start !== -1 && end !== -1) return before.slice(0, start) + block + before.slice(end + endMark(alias).length);
	const gap = before === "" ? "" : before.endsWith("\n") ? "\n" : "\n\n";
	return `${before}${gap}${block}\n`;
}

function configHome({ home, env }: Host): string {
	return env.XDG_CONFIG_HOME || join(home, ".config");
}
