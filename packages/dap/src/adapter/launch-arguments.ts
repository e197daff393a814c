import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AttachTarget, DebugProgram, LaunchArguments } from "./definition/adapter-definition.ts";

export function debugpyArguments({ module }: DebugProgram): LaunchArguments {
	return module === undefined ? {} : { module, program: undefined };
}

export function attachToDebugpy({ pid, port, host }: AttachTarget): LaunchArguments {
	return port === undefined ? { processId: pid } : { connect: { host, port } };
}

/** Sources are built first, as their whole package; a file of a test stands for the package's tests. */
export function delveArguments({ path, kind }: DebugProgram, scratchPath: string): LaunchArguments {
	if (kind === "binary") return { mode: "exec" };
	const folder = kind === "directory" ? path : dirname(path);
	const isTest = path.endsWith("_test.go");
	return {
		mode: isTest ? "test" : "debug",
		program: isTest || isInModule(folder) ? folder : path,
		dlvCwd: folder,
		output: scratchPath,
	};
}

/** A file that belongs to no module is built alone. */
function isInModule(folder: string): boolean {
	for (let parent = folder; ; parent = dirname(parent)) {
		if (existsSync(join(parent, "go.mod"))) return true;
		if (dirname(parent) === parent) return false;
	}
}
