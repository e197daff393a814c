import { accessSync, constants, existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { BoxPolicy } from "./box-policy.ts";

/** What the program was started with. */
export interface Entry {
	readonly policy: BoxPolicy;
	readonly command: readonly string[];
	readonly cwd: string;
	/** Names and values, `NAME=value`. */
	readonly env: readonly string[];
	/** The process that the box of a session ends with. */
	readonly owner: number;
}

/** It is the program that was not found, not the box that failed. */
export class ProgramError extends Error {}

/** As a shell would find it. */
export function findExecutable(name: string, cwd: string, env: readonly string[]): string {
	if (name.includes("/")) {
		const path = resolve(cwd, name);
		if (existsSync(path)) return path;
		throw new ProgramError(`${name} was not found`);
	}
	for (const folder of (variableOf(env, "PATH") ?? defaultPath).split(":")) {
		const candidate = join(resolve(cwd, folder), name);
		try {
			accessSync(candidate, constants.X_OK);
			if (statSync(candidate).isFile()) return candidate;
		} catch {
			// Not in this folder.
		}
	}
	throw new ProgramError(`${name} was not found in PATH`);
}

export function applyEnv(env: readonly string[], changes: BoxPolicy["env"]): string[] {
	const kept = env.filter((line) => !Object.hasOwn(changes, line.slice(0, line.indexOf("="))));
	return [
		...kept,
		...Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])),
	];
}

export function variableOf(env: readonly string[], name: string): string | undefined {
	return env.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1);
}

const defaultPath = "/usr/local/bin:/usr/bin:/bin";
