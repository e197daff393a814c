import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { contextOfPath, type PathStep, type SessionContext } from "@oh-my-pi/pi-session/tree/context";
import { withReplacements } from "./replacements.ts";
import { visiblePath } from "./visible-path.ts";

/** Rebuilds the context from a log, with its replacements: the same messages as in the live conversation. */
export function sessionContext(log: SessionLog): SessionContext {
	const path = log.path();
	const replaced = new Map(withReplacements(visiblePath(path).steps).map((step) => [step.id, step]));
	return contextOfPath(path.map((step) => replaced.get(step.id) ?? step));
}

/** The message that an entry adds to the context, if any. */
export function messageOfStep(step: PathStep): SessionMessage | undefined {
	if (!messageTypes.has(step.type)) return undefined;
	return contextOfPath([step], { transcript: true }).messages[0];
}

const messageTypes: ReadonlySet<string> = new Set(["message", "custom_message", "branch_summary"]);
