import { relative } from "node:path";
import { shownPath } from "../contract/node-state.ts";
import type { Outcome } from "../shown/outcome-text.ts";

const maxPaths = 40;

/** What the model has to know: files are not as it left them. */
export function noteForModel({ plan, result }: Outcome, cwd: string): string {
	const names = result.changed.slice(0, maxPaths).map((path) => relative(cwd, shownPath(path)) || ".");
	const more = result.changed.length - names.length;
	const list = names.join(", ") + (more > 0 ? ` and ${more} more` : "");
	const what =
		plan.direction === "undo"
			? "The user took back changes that you made to files"
			: "The user put changes back that had been taken back";
	return `${what}: ${list}. Read these files again before you edit them, and do not repeat what was taken back unless you are asked to.`;
}
