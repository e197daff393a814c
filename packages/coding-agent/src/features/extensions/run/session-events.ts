import type { Hook } from "../../../conversation/hooks/hook.ts";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import { compactionFields, entriesOf } from "./event-fields.ts";
import { type Fields, type HandlerCalls, stop } from "./handler-calls.ts";

type SessionPoints =
	| "beforeSessionChange"
	| "afterSessionChange"
	| "beforeCompaction"
	| "duringCompaction"
	| "afterCompaction";

export interface SessionEventPorts {
	readonly calls: HandlerCalls;
	readonly conversation: Conversation;
	/** For `session_before_compact`. */
	readonly compactionSettings: () => Fields;
	/** Tells the tools of the extensions. */
	readonly tellTools: (event: ToolSessionEvent) => Promise<void>;
}

export interface ToolSessionEvent {
	readonly reason: "start" | "switch" | "branch" | "tree" | "shutdown";
	readonly previousSessionFile?: string;
}

const reasons = { session_switch: "switch", session_branch: "branch", session_tree: "tree" } as const;

/** Changes of the session, and compaction. */
export function sessionEvents(ports: SessionEventPorts): Required<Pick<Hook, SessionPoints>> {
	const { calls, conversation } = ports;
	/** The last answer counts; a cancellation ends the asking. */
	const ask = async (type: string, fields: Fields): Promise<Fields | undefined> => {
		let verdict: Fields | undefined;
		await calls.call(
			type,
			conversation,
			() => fields,
			(answer) => {
				verdict = answer;
				return answer.cancel === true ? stop : undefined;
			},
		);
		return verdict;
	};
	return {
		beforeSessionChange(event) {
			const { type, ...fields } = event;
			if (event.type !== "session_before_tree") return ask(type, fields);
			const entriesToSummarize = entriesOf(conversation.log, event.entriesToSummarize);
			return ask(type, { preparation: { ...fields, entriesToSummarize }, signal: neverAborted });
		},
		async afterSessionChange(event) {
			await calls.call(event.type, conversation, () => ({ ...event }));
			if (event.type === "session_clear") return;
			const previous = "previousSessionFile" in event ? event.previousSessionFile : undefined;
			await ports.tellTools({
				reason: reasons[event.type],
				...(previous !== undefined && { previousSessionFile: previous }),
			});
		},
		async beforeCompaction(preparation, { focus, signal }) {
			if (!calls.has("session_before_compact")) return undefined;
			const { log } = conversation;
			return ask("session_before_compact", {
				preparation: compactionFields(preparation, ports.compactionSettings()),
				branchEntries: entriesOf(log, log.path()),
				...(focus !== undefined && { customInstructions: focus }),
				signal,
			});
		},
		async duringCompaction() {
			let addition: Fields | undefined;
			const makeFields = () => ({ sessionId: conversation.log.id, messages: structuredClone(conversation.messages) });
			await calls.call("session.compacting", conversation, makeFields, (answer) => {
				addition = answer;
			});
			return addition;
		},
		async afterCompaction(compactionEntry, { fromExtension }) {
			await calls.call("session_compact", conversation, () => ({ compactionEntry, fromExtension }));
		},
	};
}

const neverAborted = new AbortController().signal;
