import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { findProgram } from "@oh-my-pi/pi-natives/find-program";
import { killTree } from "@oh-my-pi/pi-natives/process/process-tree";
import type { InBox } from "@oh-my-pi/pi-natives/sandbox/in-box";

export interface DirenvChanges {
	readonly variables: Readonly<Record<string, string>>;
	readonly removed: readonly string[];
}

export interface DirenvOptions {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
	/** How it is started; as it is without. */
	readonly inBox?: InBox | undefined;
}

const nothing: DirenvChanges = { variables: {}, removed: [] };

/** What the `.envrc` that holds for a folder changes. One that the user has not allowed, fails or takes too long does nothing. */
export async function loadDirenv(folder: string, options: DirenvOptions): Promise<DirenvChanges> {
	if (!hasEnvrc(folder)) return nothing;
	const program = findProgram("direnv", options.env.PATH);
	if (!program) return nothing;
	return parseChanges(await exported(program, folder, options));
}

function hasEnvrc(folder: string): boolean {
	for (let at = folder; ; at = dirname(at)) {
		if (existsSync(join(at, ".envrc"))) return true;
		if (dirname(at) === at) return false;
	}
}

async function exported(
	program: string,
	cwd: string,
	{ env, timeoutMs, signal, inBox }: DirenvOptions,
): Promise<string> {
	const command = [program, "export", "json"];
	const child = Bun.spawn([...(inBox?.(command) ?? command)], {
		cwd,
		env: { ...env },
		stdin: "ignore",
		stdout: "pipe",
		stderr: "ignore",
		detached: true,
	});
	const stop = () => void killTree(child, { graceMs: 0 });
	const timer = setTimeout(stop, timeoutMs);
	signal.addEventListener("abort", stop, { once: true });
	if (signal.aborted) stop();
	try {
		const [text] = await Promise.all([new Response(child.stdout).text(), child.exited]);
		return child.exitCode === 0 ? text : "";
	} finally {
		clearTimeout(timer);
		signal.removeEventListener("abort", stop);
	}
}

function parseChanges(text: string): DirenvChanges {
	const variables: Record<string, string> = {};
	const removed: string[] = [];
	for (const [name, value] of Object.entries(parseObject(text))) {
		// Its own notes, by which a shell with direnv in it would undo the change.
		if (name.startsWith("DIRENV_") || !isVariableName(name)) continue;
		if (typeof value === "string") variables[name] = value;
		else if (value === null) removed.push(name);
	}
	return { variables, removed };
}

function parseObject(text: string): object {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null ? value : {};
	} catch {
		// Nothing was exported.
		return {};
	}
}

export function isVariableName(text: string): boolean {
	return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);
}
