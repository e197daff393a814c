import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { resolveRealPath } from "./resolve-links.ts";
import { pathInside } from "./show-path.ts";

/** A project and the copy of it that an isolated sub-agent works in. */
export interface IsolatedPlace {
	/** The user's project. */
	readonly origin: string;
	/** The root of the copy. */
	readonly copy: string;
}

/** Beside the copy, which is in the folder `m` of a workspace. */
export const ownerFileName = "owner.json";
export const copyFolderName = "m";
const workspacePattern = /^(.*[\\/]t[0-9a-f]{8}0)[\\/]m(?=[\\/]|$)/;

/** The copy that a folder is in. A copy says itself what it is of, so that every tool agrees. */
export function findIsolatedPlace(cwd: string): IsolatedPlace | undefined {
	const [copy, workspace] = workspacePattern.exec(cwd) ?? [];
	if (copy === undefined || workspace === undefined) return undefined;
	try {
		const { repository } = JSON.parse(readFileSync(join(workspace, ownerFileName), "utf8"));
		return typeof repository === "string" ? { origin: repository, copy } : undefined;
	} catch {
		// Only a folder with such a name.
		return undefined;
	}
}

/** In a copy, the user's own project is never meant: a path into it becomes one into the copy. */
export function mapIntoCopy(path: string, cwd: string): string {
	const place = findIsolatedPlace(cwd);
	if (!place || pathInside(path, place.copy) !== undefined) return path;
	for (const spelling of [path, resolveRealPath(path)]) {
		const inside = pathInside(spelling, place.origin);
		if (inside !== undefined && pathInside(spelling, place.copy) === undefined) return join(place.copy, inside);
	}
	return path;
}

/** Why code or a command that names the user's project is not run in a copy; `undefined` if it names none. */
export function namesOrigin(code: string, { cwd, home }: { cwd: string; home: string }): string | undefined {
	const place = findIsolatedPlace(cwd);
	if (!place) return undefined;
	const { origin, copy } = place;
	// A copy inside the project is not the project.
	const text = code.replaceAll(copy, "");
	const inHome = pathInside(origin, home);
	const below =
		inHome === undefined || inHome === "" ? [] : ["~", "$HOME", `\${HOME}`].map((name) => `${name}/${inHome}`);
	if (![origin, ...below].some((spelling) => isNamed(text, spelling))) return undefined;
	const folder = relative(copy, cwd) === "" ? copy : cwd;
	return `Not run: it names ${origin}, which is the user's own project. You work in a copy of it at ${folder}. Use relative paths; your changes are merged when you are done.`;
}

function isNamed(text: string, path: string): boolean {
	for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
		const before = text[at - 1] ?? "";
		const after = text[at + path.length] ?? "";
		if (!/[\w.-]/.test(after) && !/[\w.]/.test(before)) return true;
	}
	return false;
}
