import { relative } from "node:path";

/** A path as people read it: relative to the project, below `~`, or as it is. */
export function shownPath(path: string, cwd: string, home: string): string {
	const inProject = relative(cwd, path);
	if (inProject !== "" && !inProject.startsWith("..")) return inProject;
	const inHome = relative(home, path);
	return inHome === "" || inHome.startsWith("..") ? path : `~/${inHome}`;
}
