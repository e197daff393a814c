import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Registry } from "@oh-my-pi/pi-utils/registry";
import { ThemeError, type ThemeSpec } from "../theme-spec.ts";
import { type ThemeLoader, themeRegistry } from "./builtin-themes.ts";
import { parseTheme } from "./parse-theme.ts";

export type KnownThemes = Pick<Registry<ThemeLoader>, "get" | "names">;

const builtIn: KnownThemes = themeRegistry();

/** Loads a theme by name: a registered one, or a user's file in the folder. Throws a `ThemeError` with the reason. */
export async function loadTheme(name: string, folder: string, themes = builtIn): Promise<ThemeSpec> {
	const load = themes.get(name);
	if (load) return parseTheme(await load(), name);
	const path = themePath(name, folder);
	const text = path === undefined ? undefined : await readIfThere(path);
	if (path === undefined || text === undefined) throw new ThemeError("not-found", `Theme not found: ${name}`);
	return parseThemeFile(text, path, name);
}

/** The path of a user's theme; undefined for a name that escapes the folder. */
export function themePath(name: string, folder: string): string | undefined {
	return /^[^/\\\0]+$/.test(name) && !name.startsWith(".") ? join(folder, `${name}.json`) : undefined;
}

/** All available names. */
export async function listThemes(folder: string, themes = builtIn): Promise<string[]> {
	const files = await readdir(folder).catch(() => []);
	const fileNames = files
		.filter((file) => file.endsWith(".json") && !file.startsWith("."))
		.map((file) => file.slice(0, -5));
	return [...new Set([...themes.names(), ...fileNames])].sort();
}

async function readIfThere(path: string): Promise<string | undefined> {
	try {
		return await readFile(path, "utf8");
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		if (code === "ENOENT") return undefined;
		throw new ThemeError("unreadable", `Cannot read theme ${path}: ${message}`);
	}
}

async function parseThemeFile(text: string, path: string, name: string): Promise<ThemeSpec> {
	let json: unknown;
	try {
		json = Bun.JSONC.parse(text);
	} catch (error) {
		const { findJsonProblem } = await import("@oh-my-pi/pi-utils/config/find-json-problem");
		throw new ThemeError("not-json", findJsonProblem(text, path) ?? `${path}: ${(error as Error).message}`);
	}
	try {
		return parseTheme(json, name);
	} catch (error) {
		if (!(error instanceof ThemeError)) throw error;
		const { findYamlLine } = await import("@oh-my-pi/pi-utils/config/find-yaml-line");
		const line = findYamlLine(text, [error.where]);
		throw new ThemeError(error.kind, `${path}${line === undefined ? "" : `:${line}`}: ${error.message}`, error.where);
	}
}
