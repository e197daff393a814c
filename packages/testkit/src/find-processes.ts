import { readdir, readFile } from "node:fs/promises";
import { runCommand } from "./run-command.ts";

/** The PIDs of running processes with a text in their command line, without the one that asks. */
export async function findProcesses(commandLine: string): Promise<number[]> {
	const lines = process.platform === "linux" ? await linesOfProc() : await linesOfPs();
	return lines.filter(([pid, line]) => pid !== process.pid && line.includes(commandLine)).map(([pid]) => pid);
}

// Not `ps`: a fresh machine has none.
async function linesOfProc(): Promise<[number, string][]> {
	const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
	return Promise.all(
		pids.map(async (pid) => {
			const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
			return [pid, line.replaceAll("\0", " ").trim()] satisfies [number, string];
		}),
	);
}

async function linesOfPs(): Promise<[number, string][]> {
	const { stdout } = await runCommand(["ps", "-axo", "pid=,command="]);
	return [...stdout.matchAll(/^\s*(\d+) (.*)$/gm)].map(([, pid, line = ""]) => [Number(pid), line]);
}
