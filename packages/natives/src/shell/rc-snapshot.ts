import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { killTree } from "../process/process-tree.ts";
import { quoteForShell } from "./quote.ts";

export interface SnapshotOptions {
	readonly shellPath: string;
	readonly home: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Where to write the snapshot. */
	readonly file: string;
	readonly maxMs: number;
}

/** The aliases, functions and options of the user's `.bashrc` as shell code. Best effort: commands run without it. */
export async function snapshotRc(options: SnapshotOptions): Promise<string> {
	const { shellPath, home, env, file, maxMs } = options;
	if (!existsSync(join(home, ".bashrc"))) return "";
	const script = `{ shopt -p; set +o; alias -p; declare -f; } >${quoteForShell(file)}`;
	// Startup files usually return early in a non-interactive shell.
	const child = Bun.spawn([shellPath, "-i", "-c", script], {
		cwd: home,
		env: { ...env, HOME: home },
		stdin: "ignore",
		stdout: "ignore",
		stderr: "ignore",
		detached: true,
	});
	const timer = setTimeout(() => void killTree(child, { graceMs: 0 }), maxMs);
	const exitCode = await child.exited;
	clearTimeout(timer);
	return exitCode === 0 ? usableSnapshot(await readFile(file, "utf8")) : "";
}

/** Drops what only matters in an interactive shell: line editing, job control, confirmation of deletes. */
export function usableSnapshot(text: string): string {
	const lines = text.split("\n").filter((line) => !terminalOption.test(line) && !askingAlias.test(line));
	return ["shopt -s expand_aliases", ...lines].join("\n");
}

const terminalOption =
	/^(?:set [+-]o (?:emacs|vi|history|histexpand|ignoreeof|interactive-comments|monitor|notify|posix)|shopt -[su] (?:expand_aliases|login_shell|restricted_shell|progcomp.*|checkwinsize|hist.*|huponexit|checkjobs|autocd))$/;
const askingAlias = /^alias \w+='\w+ (?:-\w+ )*(?:-\w*[iI]\w*|--interactive\b.*)'$/;
