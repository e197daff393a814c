import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { CliError } from "../../../process/usage-error.ts";
import type { PlannedTask } from "./plan.ts";
import { PlanError, shortenProblems } from "./problems.ts";

const mostFiles = 10_000;

/** Looks for the files that tasks bring, and puts those of a folder in its place. */
export async function findFiles(tasks: readonly PlannedTask[], folder: string): Promise<PlannedTask[]> {
	const found = new Map<string, readonly string[]>();
	const problems: string[] = [];
	for (const { name, files } of tasks) {
		for (const { from } of files) {
			if (found.has(from)) continue;
			const listed = await listFiles(from);
			found.set(from, listed ?? []);
			if (!listed) problems.push(`${name} brings ${relative(folder, from)}, which is no file and no folder`);
		}
	}
	if (problems.length > 0) throw new PlanError(shortenProblems(problems));
	return tasks.map((task) =>
		task.files.length === 0
			? task
			: {
					...task,
					files: task.files.flatMap(({ from, to }) =>
						(found.get(from) ?? []).map((inner) => ({
							from: join(from, inner),
							to: inner === "" ? to : join(to, inner),
						})),
					),
				},
	);
}

/** Paths below it, `""` for a file itself; undefined where there is nothing. */
async function listFiles(path: string): Promise<readonly string[] | undefined> {
	const facts = await stat(path).catch(() => undefined);
	if (facts?.isFile()) return [""];
	if (!facts?.isDirectory()) return undefined;
	const entries = await readdir(path, { recursive: true, withFileTypes: true });
	const files = entries
		.filter((entry) => entry.isFile())
		.map((entry) => relative(path, join(entry.parentPath, entry.name)));
	if (files.length > mostFiles)
		throw new CliError(`${path} has ${files.length} files; a task brings at most ${mostFiles}`);
	return files.sort();
}
