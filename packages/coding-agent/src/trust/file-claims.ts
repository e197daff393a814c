import { dirname } from "node:path";
import type { Claim } from "./claim.ts";
import { isInProject, type Project, realPath } from "./project.ts";

const maxShown = 16 * 1024;

/** A file that replaces or extends the system prompt. */
export function systemPromptClaim(path: string, text: string): Claim {
	const effect = /append/i.test(path) ? "adds to the system prompt" : "replaces the system prompt";
	return { kind: "system-prompt", path, content: text, shown: text.slice(0, maxShown), effects: [effect] };
}

/**
 * A link of the project, to a file or a folder, that leads outside: its text would reach the model. A file in a folder above is
 * the user's.
 */
export function linkClaim(project: Project, path: string, text: string): Claim | undefined {
	if (isInProject(project, path) || !isBelowProject(project, path)) return undefined;
	const target = realPath(path);
	return {
		kind: "link",
		path,
		content: JSON.stringify([target, text]),
		shown: target,
		effects: [`is a link: the model would be given ${target}`],
	};
}

/** Whether the way to a file leads through the project. */
function isBelowProject(project: Project, path: string): boolean {
	const folder = dirname(path);
	return folder !== path && (isInProject(project, folder) || isBelowProject(project, folder));
}

/** An `@path` in a file of the project that leads outside. */
export function importClaim(project: Project, path: string, from: string, text: string): Claim | undefined {
	if (isInProject(project, path)) return undefined;
	const target = realPath(path);
	return {
		kind: "import",
		path: `${from}#${path}`,
		content: JSON.stringify([target, text]),
		shown: target,
		effects: [`the model would be given ${target}`],
	};
}
