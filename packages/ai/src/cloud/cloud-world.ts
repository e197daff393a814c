import { readFile } from "node:fs/promises";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Fetch } from "../fetch.ts";

/** What cloud credential lookup needs from outside; tests pass their own. */
export interface CloudWorld {
	readonly env: Host["env"];
	readonly home: string;
	now(): number;
	readonly fetch: Fetch;
	/** `undefined` when there is no such file. */
	readFile(path: string): Promise<string | undefined>;
	/** Runs a shell command and returns its output; rejects on failure. */
	run(command: string): Promise<string>;
}

export function localCloudWorld(host: Pick<Host, "env" | "now"> & { home?: string }, fetch: Fetch): CloudWorld {
	return {
		env: host.env,
		home: host.home ?? host.env.HOME ?? host.env.USERPROFILE ?? "",
		now: () => host.now(),
		fetch,
		readFile: readIfThere,
		run: (command) => runShell(command, host.env),
	};
}

async function readIfThere(path: string): Promise<string | undefined> {
	try {
		return await readFile(path, "utf8");
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === "ENOENT" || code === "ENOTDIR") return undefined;
		throw error;
	}
}

async function runShell(command: string, env: Host["env"]): Promise<string> {
	const shell = process.platform === "win32" ? ["cmd", "/c"] : ["sh", "-c"];
	const child = Bun.spawn([...shell, command], { env, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
	const [output, complaint, exitCode] = await Promise.all([
		new Response(child.stdout).text(),
		new Response(child.stderr).text(),
		child.exited,
	]);
	if (exitCode !== 0) throw new Error(`exit code ${exitCode}: ${complaint.trim().slice(0, 500)}`);
	return output;
}
