import type { Claim } from "../../trust/claim.ts";
import { namedFiles } from "../../trust/named-files.ts";
import type { Project } from "../../trust/project.ts";
import type { CommandHook } from "./hook-settings.ts";

const maxShown = 16 * 1024;

/** The hooks of one settings file of a project, with the files of the project that their commands name. */
export function hookClaim(path: string, hooks: readonly CommandHook[], project: Project, root: string): Claim {
	const scripts = namedFiles(new Set(hooks.map(({ command }) => command)), project, root);
	const lines = hooks.map(({ event, matcher, command }) => `${event}${matcher && ` (${matcher})`}: ${command}`);
	return {
		kind: "hook",
		path,
		content: JSON.stringify([hooks, scripts.map(({ name, hash }) => [name, hash])]),
		shown: [...lines, ...scripts.map(({ name, text }) => `# ${name}\n${text}`)].join("\n").slice(0, maxShown),
		effects: [...lines.map((line) => `runs at ${line}`), ...scripts.map(({ name }) => `with the file ${name}`)],
	};
}
