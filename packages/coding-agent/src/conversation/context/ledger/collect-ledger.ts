import { textOf } from "@oh-my-pi/pi-ai/message";
import type { PathStep } from "@oh-my-pi/pi-session/context";
import type { SessionMessage } from "@oh-my-pi/pi-session/message";
import { latestTodos, openTodos } from "@oh-my-pi/pi-session/todos";
import type { FileDetails } from "../../compaction/file-activity.ts";
import { answeredCalls } from "../answered-calls.ts";
import { failedCommands } from "./failed-commands.ts";
import type { Ledger } from "./ledger.ts";
import { namedDecisions } from "./named-decisions.ts";
import { chooseWords } from "./user-words.ts";

export interface LedgerSources {
	/** What the last compaction carried. */
	readonly previous: Ledger;
	/** What the model will no longer see. */
	readonly gone: readonly SessionMessage[];
	/** Everything said since the last compaction. */
	readonly recent: readonly PathStep[];
	readonly files: FileDetails;
	/** The new summary, for what it names as settled. */
	readonly summary: string;
}

const maxFiles = 40;

export function collectLedger({ previous, gone, recent, files, summary }: LedgerSources): Ledger {
	const said = gone.flatMap((message) =>
		message.role === "user" && message.attribution !== "agent" && !message.synthetic ? [textOf(message.content)] : [],
	);
	const calls = answeredCalls(gone);
	const answers = calls.filter(({ call, result }) => call.name === "ask" && !result.isError);
	return {
		userWords: chooseWords([...previous.userWords, ...said]),
		decisions: namedDecisions(previous.decisions, answers, summary),
		openTodos: todosOf(recent) ?? previous.openTodos,
		modifiedFiles: files.modifiedFiles.slice(-maxFiles),
		readFiles: files.readFiles.slice(-maxFiles),
		failedCommands: failedCommands(previous.failedCommands, calls),
	};
}

/** What is left to do; `undefined` when nothing recent tells. */
function todosOf(recent: readonly PathStep[]): string[] | undefined {
	if (!recent.some(tellsTodos)) return undefined;
	return openTodos(latestTodos(recent)).flatMap(({ name, tasks }) =>
		tasks.map(({ content, status }) => `${name}: ${content}${status === "pending" ? "" : ` (${status})`}`),
	);
}

function tellsTodos(step: PathStep): boolean {
	if (step.type !== "custom" && step.role !== "toolResult") return false;
	const entry = step.entry();
	if (entry?.type === "custom") return entry.customType === "user_todo_edit";
	return entry?.type === "message" && entry.message.role === "toolResult" && entry.message.toolName === "todo";
}
