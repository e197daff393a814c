import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { PathStep } from "./context.ts";

export interface TodoTask {
	content: string;
	status: "pending" | "in_progress" | "completed" | "abandoned" | "blocked";
	blocker?: string;
}

export interface TodoPhase {
	name: string;
	tasks: TodoTask[];
}

const userEdit = "user_todo_edit";
/** The tool whose results say what is to be done. */
const todoTool = "todo";

/** Whether a tool result is about the todo list, successful or not. */
export function isTodoResult({ toolName }: { readonly toolName: string }): boolean {
	return toolName === todoTool;
}

/** Whether a step may say what is to be done. */
export function tellsTodos(step: PathStep): boolean {
	if (step.type !== "custom" && step.role !== "toolResult") return false;
	const entry = step.entry();
	if (entry?.type === "custom") return entry.customType === userEdit;
	return entry?.type === "message" && entry.message.role === "toolResult" && isTodoResult(entry.message);
}

/** The todo list as the path left it: the model's last successful update or the user's last edit. */
export function latestTodos(path: readonly PathStep[]): TodoPhase[] {
	for (const step of path.toReversed()) {
		const phases = readPhases(step);
		if (phases) return phases;
	}
	return [];
}

/** What is left to do when a session is resumed. */
export function openTodos(phases: readonly TodoPhase[]): TodoPhase[] {
	return phases
		.map((phase) => ({
			...phase,
			tasks: phase.tasks.filter(({ status }) => status !== "completed" && status !== "abandoned"),
		}))
		.filter(({ tasks }) => tasks.length > 0);
}

function readPhases(step: PathStep): TodoPhase[] | undefined {
	const wanted = step.type === "custom" ? userEdit : step.role === "toolResult" ? todoTool : undefined;
	// A long session has tens of thousands of results, of which the few that may be meant are read.
	if (wanted === undefined || (step.about !== undefined && step.about !== wanted)) return undefined;
	const entry = step.entry();
	if (entry?.type === "custom" && entry.customType === userEdit) return parsePhases(entry.data);
	if (entry?.type !== "message" || entry.message.role !== "toolResult") return undefined;
	const { isError, details } = entry.message;
	return isTodoResult(entry.message) && !isError ? parsePhases(details) : undefined;
}

function parsePhases(holder: unknown): TodoPhase[] | undefined {
	if (!isRecord(holder) || !Array.isArray(holder.phases)) return undefined;
	return holder.phases.filter(isPhase);
}

function isPhase(value: unknown): value is TodoPhase {
	return isRecord(value) && typeof value.name === "string" && Array.isArray(value.tasks) && value.tasks.every(isTask);
}

function isTask(value: unknown): value is TodoTask {
	return isRecord(value) && typeof value.content === "string" && typeof value.status === "string";
}
