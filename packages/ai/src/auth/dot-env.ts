import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { mayProjectSet } from "./project-env.ts";

/**
 * The environment with the `.env` files added: what is nearer wins, and a variable that is set is never replaced. The
 * project's own file only sets what can do no harm there.
 */
export async function loadDotEnv(
	host: Pick<Host, "cwd" | "home" | "env">,
	agentDir: string,
	configDir: string,
): Promise<Host["env"]> {
	const own = [agentDir, configDir, host.home];
	const folders = [...new Set([host.cwd, ...own])];
	const files = await Promise.all(folders.map((folder) => readVariables(join(folder, ".env"))));
	const env: Record<string, string | undefined> = { ...host.env };
	for (const [index, variables] of files.entries()) {
		const isProject = !own.includes(folders[index] ?? "");
		for (const [name, value] of Object.entries(variables)) {
			if (!env[name] && value !== "" && (!isProject || mayProjectSet(name))) env[name] = value;
		}
	}
	return env;
}

async function readVariables(path: string): Promise<Record<string, string>> {
	try {
		return parseDotEnv(await readFile(path, "utf8"));
	} catch {
		// Absent, a folder, or not ours to read: then it defines nothing.
		return {};
	}
}

/** `NAME=value` a line, without expansion. `OMP_X` also sets `PI_X`. */
export function parseDotEnv(text: string): Record<string, string> {
	const variables: Record<string, string> = {};
	for (const line of text.replace(/^\uFEFF/, "").split("\n")) {
		const match = /^\s*([A-Za-z_][A-Za-z0-9_]*)\s*=([\s\S]*)$/.exec(line);
		const [, name, raw] = match ?? [];
		if (name === undefined || raw === undefined || raw.includes("\0")) continue;
		variables[name] = unquoted(raw.trim());
	}
	for (const [name, value] of Object.entries(variables)) {
		if (name.startsWith("OMP_")) variables[`PI_${name.slice("OMP_".length)}`] = value;
	}
	return variables;
}

function unquoted(value: string): string {
	const quote = value[0];
	const isQuoted = value.length >= 2 && (quote === '"' || quote === "'") && value.endsWith(quote);
	return isQuoted ? value.slice(1, -1) : value;
}
