import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";

/** Beyond these nobody waits for an answer. */
const maxMatches = 2000;
const maxFolders = 2000;

/**
 * The files that a pattern of the shell's stands for, as it would write them; none when nothing fits, `undefined` when there are
 * too many to tell. Names with a dot count unless they are left out.
 */
export function filesFitting(pattern: string, cwd: string, { dots = true } = {}): readonly string[] | undefined {
	const search = { folders: 0, dots };
	const parts = pattern.split("/");
	const start = parts[0] === "" ? "/" : "";
	let found: string[] = [start];
	for (const part of parts.filter((part, index) => part !== "" || index === parts.length - 1)) {
		if (part === "") continue;
		const next: string[] = [];
		for (const folder of found) {
			if (!/[*?[]/.test(part)) next.push(join(folder, part));
			else {
				if (++search.folders > maxFolders) return undefined;
				const names =
					part === "**" ? namesBelow(folder, cwd, search) : namesIn(folder, cwd).filter(fitting(part, dots));
				if (names === undefined) return undefined;
				next.push(...names.map((name) => join(folder, name)));
			}
			if (next.length > maxMatches) return undefined;
		}
		found = next;
	}
	return found;
}

function namesIn(folder: string, cwd: string): string[] {
	try {
		return readdirSync(resolve(cwd, folder));
	} catch {
		// No folder, or one that cannot be read: nothing in it is found.
		return [];
	}
}

/** `**` with the option for it: any number of folders; without it, it is a star. */
function namesBelow(
	folder: string,
	cwd: string,
	search: { folders: number; readonly dots: boolean },
): string[] | undefined {
	const found = [".", ...namesIn(folder, cwd).filter(fitting("*", search.dots))];
	for (let at = 1; at < found.length; at++) {
		if (++search.folders > maxFolders || found.length > maxMatches) return undefined;
		const name = found[at] as string;
		if (!/(?:^|\/)node_modules$/.test(name))
			found.push(
				...namesIn(join(folder, name), cwd)
					.filter(fitting("*", search.dots))
					.map((inner) => join(name, inner)),
			);
	}
	return found;
}

function fitting(part: string, dots: boolean): (name: string) => boolean {
	let source = "";
	for (let at = 0; at < part.length; at++) {
		const char = part[at] as string;
		if (char === "*") source += ".*";
		else if (char === "?") source += ".";
		else if (char === "[") {
			const end = part.indexOf("]", at + 2);
			if (end === -1) source += "\\[";
			else {
				const inside = part
					.slice(at + 1, end)
					.replace(/^[!^]/, "^")
					.replace(/\\/g, "\\\\")
					.replace(/\[/g, "\\[");
				source += inside.includes("[:") || inside.includes("\\[:") ? "." : `[${inside}]`;
				at = end;
			}
		} else source += char.replace(/[.+^${}()|\\\]]/g, "\\$&");
	}
	const pattern = compilePattern(source);
	return (name) => (dots || part.startsWith(".") || !name.startsWith(".")) && pattern.test(name);
}

/** A range that is none matches everything rather than nothing. */
function compilePattern(source: string): RegExp {
	try {
		return new RegExp(`^${source}$`, "s");
	} catch {
		return /^/;
	}
}
