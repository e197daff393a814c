import { isAbsolute, relative, resolve } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";

/**
 * The values of a list setting that apply here: plain strings always, and those of an entry like `{ path: ~/work,
 * models: [...] }` if the current folder is that path or below. Malformed entries are skipped.
 */
export function scopedValues(
	entries: unknown,
	host: Pick<Host, "cwd" | "home">,
	kind: "models" | "providers",
): string[] {
	if (!Array.isArray(entries)) return [];
	const values = entries.flatMap((entry: unknown) => {
		if (typeof entry === "string") return [entry];
		if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return [];
		const { path, paths, pathPrefix, pathPrefixes, ...rest } = entry as Record<string, unknown>;
		const folders = [path, paths, pathPrefix, pathPrefixes].flatMap(texts);
		return folders.some((folder) => isInside(host.cwd, folder, host)) ? valuesOf(rest, kind) : [];
	});
	return [...new Set(values)];
}

function valuesOf(entry: Record<string, unknown>, kind: string): string[] {
	return [entry[kind], entry.values, entry.items].flatMap(texts);
}

function texts(value: unknown): string[] {
	return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === "string" && item !== "");
}

function isInside(cwd: string, folder: string, host: Pick<Host, "cwd" | "home">): boolean {
	const expanded = folder.replace(/^~(?=\/|$)/, host.home);
	const way = relative(resolve(host.cwd, expanded), cwd);
	return way === "" || (!way.startsWith("..") && !isAbsolute(way));
}
