import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BoxPolicy } from "./box-policy.ts";

/**
 * The command that runs another one in the box. `entrance` starts our own executable as the entrance: `[executable, boxArgument]`. What
 * cannot be set up ends it with a message and code 125; a program that is not found with 127, one that cannot be run with 126.
 */
export function boxedCommand(policyFile: string, command: readonly string[], entrance: readonly string[]): string[] {
	if (command.length === 0) throw new Error("The box needs a command to run");
	return [...entrance, policyFile, ...command];
}

/** Writes the policy to a new file in a folder that must not be readable in the box, and returns its path. */
export function writePolicy(folder: string, policy: BoxPolicy): string {
	const path = join(folder, `policy-${crypto.randomUUID()}.json`);
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	// JSON has no undefined; in env it says that a variable is removed.
	const env = Object.entries(policy.env).map(([name, value]) => [name, value ?? null]);
	writeFileSync(path, JSON.stringify({ ...policy, env: Object.fromEntries(env) }), { mode: 0o600 });
	return path;
}

/** What `writePolicy` wrote. */
export function parsePolicy(text: string): BoxPolicy {
	// We wrote it ourselves, to a file that nobody else may write.
	const policy: Omit<BoxPolicy, "env"> & { readonly env: Readonly<Record<string, string | null>> } = JSON.parse(text);
	const env = Object.entries(policy.env).map(([name, value]) => [name, value ?? undefined] as const);
	return { ...policy, env: Object.fromEntries(env) };
}
