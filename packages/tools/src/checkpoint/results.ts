import type { OpenCheckpoint } from "../services/checkpoints.ts";

/** As much of a tool result as it takes to recognize it. */
interface Result {
	readonly toolName: string;
	readonly isError: boolean;
	readonly details?: unknown;
}

export const checkpointName = "checkpoint";
export const rewindName = "rewind";
/** For a sub-agent that does not have the two. */
export const withheldText = "Checkpoint not available in subagents.";

/** Whether a result is of one of the two tools, successful or not. */
export function concernsCheckpoints({ toolName }: Pick<Result, "toolName">): boolean {
	return toolName === checkpointName || toolName === rewindName;
}

/** The mark that a call of `checkpoint` has set. */
export function readMark(result: Result): OpenCheckpoint | undefined {
	const { goal, startedAt } = readSuccess(checkpointName, result);
	return typeof goal === "string" && typeof startedAt === "string" ? { goal, startedAt } : undefined;
}

/** The report that a call of `rewind` has handed in. */
export function readReport(result: Result): string | undefined {
	const { report } = readSuccess(rewindName, result);
	return typeof report === "string" ? report : undefined;
}

function readSuccess(name: string, { toolName, isError, details }: Result): Record<string, unknown> {
	const counts = toolName === name && !isError && typeof details === "object" && details !== null;
	return counts ? { ...details } : {};
}
