import { statSync } from "node:fs";
import { resolve } from "node:path";
import { readRegularFile } from "@oh-my-pi/pi-utils/read-regular-file";
import type { Claim } from "../trust/claim.ts";
import { isInProject, nameIn, type Project } from "../trust/project.ts";
import type { CommandHook } from "./hook-settings.ts";

const maxShown = 16 * 1024;

/** The hooks of one settings file of a project, with the files of the project that their commands name. */
export function hookClaim(path: string, hooks: readonly CommandHook[], project: Project, root: string): Claim {
	const scripts = new Map<string, string>();
	for (const { command } of hooks) {
		for (const file of filesIn(command, project, root)) scripts.set(file, "");
	}
	for (const file of scripts.keys()) scripts.set(file, textOf(file));
	const named = [...scripts].map(([file, text]) => [nameIn(project, file), text] as const);
	const lines = hooks.map(({ event, matcher, command }) => `${event}${matcher && ` (${matcher})`}: ${command}`);
	return {
		kind: "hook",
		path,
		content: JSON.stringify([hooks, named]),
		shown: [...lines, ...named.map(([name, text]) => `# ${name}\n${text}`)].join("\n").slice(0, maxShown),
		effects: lines.map((line) => `runs at ${line}`),
	};
}

/** What runs a script that need not look like one. */
const interpreter =
	/(?:^|\/)(?:ba|da|z|k|fi)?sh$|(?:^|\/)(?:python|node|bun|deno|ruby|perl|php)[\d.]*$|^(?:source|\.|exec|run)$/;
const scriptName = /\.(?:[bz]a?sh|sh|fish|py|[cm]?[jt]sx?|rb|pl|php|lua|awk)$/;

/** The programs of the project that a command names, as far as its words tell. What it reads or writes is not among them. */
function filesIn(command: string, project: Project, root: string): string[] {
	const words = command.replace(/["']?\$\{?CLAUDE_PROJECT_DIR\}?["']?/g, () => root).split(/[\s"'`;|&<>()=]+/);
	return words.flatMap((word, index) => {
		if (word === "" || word.startsWith("-") || word.startsWith("~")) return [];
		const path = resolve(root, word);
		if (path === root || !isInProject(project, path) || !isFile(path)) return [];
		const isRun = scriptName.test(path) || isExecutable(path) || interpreter.test(words[index - 1] ?? "");
		return isRun ? [path] : [];
	});
}

function isExecutable(path: string): boolean {
	return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o111) !== 0;
}

function isFile(path: string): boolean {
	try {
		return readRegularFile(path) !== undefined;
	} catch (error) {
		// A folder is nothing that runs. What else cannot be read counts with the reason as its content.
		return !(error as { readonly isFolder?: boolean }).isFolder;
	}
}

function textOf(path: string): string {
	try {
		return readRegularFile(path) ?? "";
	} catch (error) {
		return (error as Error).message;
	}
}
