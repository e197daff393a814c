import { accessSync, constants } from "node:fs";
import { isAbsolute, join } from "node:path";
import { findProgram } from "@oh-my-pi/pi-natives/find-program";
import type { AdapterDefinition } from "../definition/adapter-definition.ts";
import type { AdapterPlace, LocatedCommand } from "../definition/adapter-place.ts";

/** The program on PATH, or at a path; never one that the project brings, unless its full path is stated. */
export async function locateProgram(definition: AdapterDefinition, place: AdapterPlace): Promise<LocatedCommand> {
	const { command, args } = definition;
	const path = findCommand(command, place);
	return path === undefined ? notFound(definition) : { command: path, args };
}

export function findCommand(command: string, { env, home, cwd }: AdapterPlace): string | undefined {
	const path = command.startsWith("~/") ? join(home, command.slice(2)) : command;
	if (!path.includes("/")) return findProgram(path, env.PATH, cwd);
	const absolute = isAbsolute(path) ? path : join(cwd, path);
	return isExecutable(absolute) ? absolute : undefined;
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		// It is not there, or may not be run.
		return false;
	}
}

export function notFound({ command, install }: Pick<AdapterDefinition, "command" | "install">): LocatedCommand {
	return { missing: `program "${command}" not found${install === undefined ? "" : `; ${install}`}` };
}
