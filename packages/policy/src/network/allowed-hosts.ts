import { isInFolder } from "../paths/is-in-folder.ts";

/** Patterns of `web.hosts` that count in a folder: `name`, or `name @ /folder` for there and below. */
export function hostsAllowedIn(cwd: string, entries: readonly string[]): readonly string[] {
	return entries.flatMap((entry) => {
		const [pattern = "", folder] = entry.split(/\s+@\s+/, 2);
		return folder === undefined || isInFolder(cwd, folder.trim()) ? [pattern.trim()] : [];
	});
}
