import { existsSync, statSync } from "node:fs";
import { classifySecrecy, mayHoldSecrets } from "@oh-my-pi/pi-policy/files/guarded-files";
import { isInFolder } from "@oh-my-pi/pi-policy/paths/is-in-folder";
import { resolveRealPath } from "@oh-my-pi/pi-policy/paths/resolve-links";
import { isUrl } from "./finish-task.ts";
import type { PlannedTask } from "./plan.ts";
import { PlanError, shortenProblems } from "./problems.ts";

/** A file that a task file reads goes to the model and into the store: one that is a secret by its name does not. */
export function refuseSecrets(paths: Iterable<string>, home: string): void {
	const problems = [...new Set(paths)]
		.filter((path) => isSecret(path, home) || isSecret(resolveRealPath(path), home))
		.map((path) => `${path} is a secret by its name. Tasks bring no keys, credentials and .env files: leave it out`);
	if (problems.length > 0) throw new PlanError(shortenProblems(problems));
}

function isSecret(path: string, home: string): boolean {
	return mayHoldSecrets(path) || classifySecrecy(path, { home }) !== undefined;
}

/** Those that do not lie in the folder of the task file, where whoever wrote that could not know them. */
export function findOutside(paths: Iterable<string>, folder: string): readonly string[] {
	const real = resolveRealPath(folder);
	return [...new Set(paths)].filter((path) => !isInFolder(path, folder) || !isInFolder(resolveRealPath(path), real));
}

/** Folders that tasks name and that this machine does not have; a worker elsewhere may. */
export function findMissing(tasks: readonly PlannedTask[]): readonly string[] {
	const folders = new Set(tasks.map(({ spec }) => spec.repository).filter((repository) => !isUrl(repository)));
	return [...folders].filter((path) => !existsSync(path) || !statSync(path).isDirectory());
}
