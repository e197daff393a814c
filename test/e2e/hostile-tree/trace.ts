import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { OmpProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";

/** What a traced omp and all that it started did in a folder. */
export interface Trace {
	/** All programs that were run, or tried to be. */
	readonly started: readonly string[];
	/** Files of the folder that were run, or tried to be. */
	readonly executed: readonly string[];
	/** Files that were opened, relative to the folder; folders are left out. */
	readonly opened: readonly string[];
}

export interface TracedProject extends OmpProject {
	trace(): Promise<Trace>;
}

const calls = "execve,execveat,open,openat,openat2";

/** The same project, with everything that omp runs watched by strace. A run that does not end is killed. */
export function traced(omp: OmpProject, name: string, { deadlineSeconds = 60, cwd = omp.path } = {}): TracedProject {
	const file = join(omp.home.path, `trace-${name}`);
	const strace = ["strace", "-f", "-qq", "-y", "-s", "4096", "-e", `trace=${calls}`, "-e", "signal=none", "-o", file];
	const command = ["timeout", "-s", "KILL", String(deadlineSeconds), ...strace, ...omp.command];
	return {
		...omp,
		command,
		run: (args, run = {}) =>
			runCommand([...command, ...args], { cwd, stdin: run.stdin ?? "", env: { ...omp.env, ...run.env } }),
		trace: async () => readTrace(await readFile(file, "utf8"), omp.path),
	};
}

/** Reads `execve("/a", …) = 0` and `openat(…, "a", O_RDONLY) = 3</here/a>`; of opened files the one behind links. */
export function readTrace(text: string, root: string): Trace {
	const [started, opened] = [new Set<string>(), new Set<string>()];
	for (const line of text.split("\n")) {
		const run = /\bexecve(?:at)?\((?:[^",]*, )?"([^"]*)"/.exec(line)?.[1];
		// Without a name it is a program in memory, of the sandbox.
		if (run) started.add(run);
		const open = /\b(?:open|openat|openat2)\b.* = \d+<(.*)>$/.exec(line)?.[1];
		// The sandbox takes hold of files, which reads nothing.
		if (line.includes("O_PATH")) continue;
		if (!open?.startsWith(`${root}/`) || statSync(open, { throwIfNoEntry: false })?.isDirectory()) continue;
		opened.add(open.slice(root.length + 1));
	}
	// A relative name is looked for in the working directory, which is in the project.
	const executed = [...started].filter((path) => path.startsWith(`${root}/`) || !path.startsWith("/"));
	return { started: [...started].sort(), executed: executed.sort(), opened: [...opened].sort() };
}
