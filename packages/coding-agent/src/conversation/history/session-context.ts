import { contextOfPath, type PathStep, type SessionContext } from "@oh-my-pi/pi-session/context";
import type { SessionMessage } from "@oh-my-pi/pi-session/message";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import { withReplacements } from "./replacements.ts";
import { visiblePath } from "./visible-path.ts";

/** What the log says the conversation is now, pruned as it was: the same messages that a live conversation holds. */
export function sessionContext(log: SessionLog): SessionContext {
	const path = log.path();
	const replaced = new Map(withReplacements(visiblePath(path).steps).map((step) => [step.id, step]));
	return contextOfPath(path.map((step) => replaced.get(step.id) ?? step));
}

/** The message that a step adds to the context, if it adds one. */
export function messageOfStep(step: PathStep): SessionMessage | undefined {
	if (!messageTypes.has(step.type)) return undefined;
	return contextOfPath([step], { transcript: true }).messages[0];
}

const messageTypes: ReadonlySet<string> = new Set(["message", "custom_message", "branch_summary"]);
