import type { SessionHeader } from "../entry/entry.ts";
import type { Problem } from "../entry/problem.ts";
import type { SessionEnvironment } from "../log/session-environment.ts";
import { readSession } from "./open-session.ts";

export interface Verification {
	/** Absent when the file does not start with one. */
	readonly header: SessionHeader | undefined;
	readonly entryCount: number;
	readonly problems: readonly Problem[];
}

/** Reads every line of a session and everything it refers to, without changes. `undefined` when there is no file. */
export async function verifySession(environment: SessionEnvironment, file: string): Promise<Verification | undefined> {
	if (!environment.storage.exists(file)) return undefined;
	const log = readSession({ ...environment, onProblem: undefined }, file);
	if (!log) {
		const message = "The file does not begin with a session header";
		return { header: undefined, entryCount: 0, problems: [{ kind: "bad-line", lineNumber: 1, message }] };
	}
	const ids = new Set<string>();
	const orphans: Problem[] = [];
	let entryCount = 0;
	for (const { id, parentId } of log.entries()) {
		entryCount++;
		ids.add(id);
		if (parentId === null || parentId === undefined || ids.has(parentId)) continue;
		orphans.push({
			kind: "missing-parent",
			message: `Entry ${id} has the parent ${parentId}, which does not precede it`,
		});
	}
	const problems = [...log.problems, ...orphans];
	await log.close();
	return { header: log.header, entryCount, problems };
}
