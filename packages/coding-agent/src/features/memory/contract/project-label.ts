import { basename } from "node:path";
import { findProject } from "../../../trust/project.ts";

/** The name that memories of a folder carry: that of the primary checkout, so that all worktrees have the same; else of the folder. */
export function projectLabel(cwd: string): string {
	return basename(findProject(cwd).key).toLowerCase();
}
