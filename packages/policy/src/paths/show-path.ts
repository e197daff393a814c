import { isAbsolute, relative, sep } from "node:path";
import { visibleName } from "@oh-my-pi/pi-utils/text/visible-name";
import type { PathBase } from "./resolve-path.ts";

/** A path as the model sees it: relative inside the session's folder, else with `~` or absolute; `.` for the folder itself. */
export function showPath(absolute: string, base: PathBase): string {
	return visibleName(nameFor(absolute, base));
}

function nameFor(absolute: string, base: PathBase): string {
	const name = base.temporary?.findName(absolute);
	if (name !== undefined) return name;
	const inside = pathInside(absolute, base.cwd);
	if (inside !== undefined) return inside || ".";
	const inHome = pathInside(absolute, base.home);
	if (inHome !== undefined) return inHome ? `~/${inHome}` : "~";
	return withSlashes(absolute);
}

/** The path relative to a folder, with `/` between; `undefined` when it is not in there. */
export function pathInside(absolute: string, folder: string): string | undefined {
	const path = relative(folder, absolute);
	if (path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path)) return undefined;
	return withSlashes(path);
}

function withSlashes(path: string): string {
	return sep === "/" ? path : path.replaceAll(sep, "/");
}
