import { accessSync, constants } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { findProgram, leftOutFolders } from "@oh-my-pi/pi-natives/find-program";
import { statOrUndefined } from "@oh-my-pi/pi-utils/files/stat-or-undefined";
import { isInProject, realPath } from "../../../trust/project.ts";
import type { TrustGate } from "../../../trust/trust-gate.ts";
import { serverProgramClaim } from "../config/lsp-claims.ts";

export interface ProgramPlace {
	/** The workspace. */
	readonly cwd: string;
	/** The folder of the project, and those above it up to the workspace. */
	readonly folders: readonly string[];
	readonly home: string;
	/** `PATH` */
	readonly searchPath: string | undefined;
	readonly gate: TrustGate;
}

/** A program, with its owner; or why there is none. */
export type FoundProgram =
	| { readonly path: string; readonly isOfProject: boolean }
	/** The project brings it, and nobody has trusted it. */
	| "untrusted"
	| "missing";

/** Where projects keep programs of their own. */
const projectBins = ["node_modules/.bin", ".venv/bin", "venv/bin", "vendor/bin", "bin"];

/**
 * The program of a server: the project's before those on `PATH`. One that the project brings counts once it is trusted;
 * `isClaimed` for a path in a file of the project, which was trusted together with the program.
 */
export function findServerProgram(
	server: { readonly name: string; readonly command: string; readonly isClaimed?: boolean },
	{ cwd, folders, home, searchPath, gate }: ProgramPlace,
): FoundProgram {
	const { name, command, isClaimed = false } = server;
	const isTrusted = (path: string) => gate.admits(serverProgramClaim(name, path, gate.project));
	if (command.includes("/")) {
		const path = isAbsolute(command)
			? command
			: command.startsWith("~/")
				? join(home, command.slice(2))
				: resolve(cwd, command);
		if (!isExecutable(path)) return "missing";
		const isOfProject = isInProject(gate.project, path) || isInProject(gate.project, dirname(path));
		if (!isOfProject) return { path, isOfProject };
		return isClaimed || isTrusted(path) ? { path, isOfProject } : "untrusted";
	}
	const own = folders.flatMap((folder) => projectBins.map((bin) => join(folder, bin, command))).find(isExecutable);
	if (own !== undefined && isTrusted(own)) return { path: own, isOfProject: true };
	const path = findProgram(command, searchPath, cwd);
	if (path !== undefined) return { path, isOfProject: false };
	return own === undefined ? "missing" : "untrusted";
}

/** Finds the folder of `PATH` with a program that does not count. */
export function leftOutPrograms(searchPath: string | undefined, cwd: string): (program: string) => string | undefined {
	const folders = leftOutFolders(searchPath, cwd);
	return (program) =>
		program.includes("/") ? undefined : folders.find((folder) => isExecutable(join(folder, program)));
}

/** The TypeScript that is installed beside a program, as `npm install -g` does. */
export function typescriptBeside(program: string): string | undefined {
	for (let folder = dirname(realPath(program)); dirname(folder) !== folder; folder = dirname(folder)) {
		for (const modules of [join(folder, "node_modules"), ...(folder.endsWith("/node_modules") ? [folder] : [])]) {
			const path = join(modules, "typescript/lib/tsserver.js");
			if (statOrUndefined(path)?.isFile()) return path;
		}
	}
	return undefined;
}

function isExecutable(path: string): boolean {
	if (!statOrUndefined(path)?.isFile()) return false;
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
