import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { statOrUndefined } from "@oh-my-pi/pi-utils/files/stat-or-undefined";

export interface ProjectFiles {
	find(pattern: string): string | undefined;
}

/**
 * Tells which files and folders a project has, by a name in which `*` stands for anything but a slash. Reads each folder once, the
 * project's own not if its `names` are known.
 */
export function projectFiles(root: string, names?: readonly string[]): ProjectFiles {
	const listed = new Map<string, ReadonlySet<string>>(names ? [[root, new Set(names)]] : []);
	const namesIn = (folder: string) => {
		const known = listed.get(folder) ?? readNames(folder);
		listed.set(folder, known);
		return known;
	};
	return {
		find(pattern) {
			const slash = pattern.lastIndexOf("/");
			if (slash >= 0 && !pattern.includes("*")) {
				const path = join(root, pattern);
				return statOrUndefined(path) ? path : undefined;
			}
			const folder = slash < 0 ? root : dirname(join(root, pattern));
			const name = pattern.slice(slash + 1);
			const names = namesIn(folder);
			const found = name.includes("*") ? [...names].find(matcher(name)) : names.has(name) ? name : undefined;
			return found === undefined ? undefined : join(folder, found);
		},
	};
}

function readNames(folder: string): ReadonlySet<string> {
	try {
		return new Set(readdirSync(folder));
	} catch {
		// A folder that cannot be read has no markers.
		return new Set();
	}
}

/** Without backtracking: patterns come from config files. */
function matcher(pattern: string): (name: string) => boolean {
	const [start = "", ...parts] = pattern.split("*");
	const end = parts.pop() ?? "";
	return (name) => {
		if (!name.startsWith(start) || !name.endsWith(end) || name.length < start.length + end.length) return false;
		let at = start.length;
		for (const part of parts) {
			const found = name.indexOf(part, at);
			if (found < 0) return false;
			at = found + part.length;
		}
		return at <= name.length - end.length;
	};
}
