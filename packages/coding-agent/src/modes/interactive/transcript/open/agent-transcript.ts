import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { ConversationEvent } from "../../../../conversation/event/event.ts";
import type { Conversation } from "../../../../conversation/kernel/conversation.ts";
import type { AgentTranscript } from "../../../../dialogs/agents/agent-view.ts";
import type { AgentControl } from "../../../../workbench/contract/agent-host.ts";
import type { TranscriptPanel } from "../draw/transcript-panel.ts";
import { replay, shownMessages } from "../reduce/replay.ts";

interface AgentTranscriptOptions {
	readonly id: string;
	readonly control: Pick<AgentControl, "conversation" | "messages" | "reply">;
	/** An empty panel that draws as the main one does. */
	readonly makePanel: (options: { readonly expanded: () => boolean }) => TranscriptPanel;
	readonly requestRender: () => void;
}

/** What an agent said and did, and what it says and does meanwhile. */
export function agentTranscript({ id, control, makePanel, requestRender }: AgentTranscriptOptions): AgentTranscript {
	let isExpanded = false;
	let panel: TranscriptPanel | undefined;
	let followed: Conversation | undefined;
	let leave = () => {};
	const begin = () => makePanel({ expanded: () => isExpanded });
	const load = async () => {
		const stored = begin();
		panel = stored;
		const messages = await control.messages(id);
		show(stored, messages, { isRunning: false });
		requestRender();
	};
	const transcript: AgentTranscript = {
		rows: (width) => panel?.transcript.liveRows(width).rows ?? [],
		refresh() {
			const conversation = control.conversation(id);
			if (!conversation && !panel) void load();
			// One that was closed meanwhile stays as it was shown.
			if (!conversation || conversation === followed) return;
			leave();
			followed = conversation;
			panel = begin();
			leave = follow(panel, conversation, control.reply(id), requestRender);
		},
		toggleExpanded() {
			isExpanded = !isExpanded;
			panel?.redraw();
		},
		[Symbol.dispose]() {
			leave();
			panel?.finish();
		},
	};
	transcript.refresh();
	return transcript;
}

function show(
	panel: TranscriptPanel,
	messages: readonly AgentMessage[],
	options: { readonly isRunning: boolean },
): void {
	const newId = () => panel.newId();
	const all = messages.map((message, index) => (index === 0 ? asUserMessage(message) : message));
	const left = messages.length - shownMessages;
	const earlier = { kind: "notice", level: "info", settled: true } as const;
	panel.append([
		...(left > 0 ? [{ ...earlier, id: newId(), text: `… ${left} earlier messages` }] : []),
		...replay(all.slice(-shownMessages), newId, options),
	]);
}

/** Its task is what it was told, though not by a person. */
function asUserMessage(message: AgentMessage): AgentMessage {
	return message.role === "user" ? { ...message, attribution: "user" } : message;
}

/** Shows a conversation from the middle of whatever it does. Gives the function that ends it. */
function follow(
	panel: TranscriptPanel,
	conversation: Conversation,
	reply: AssistantMessage | undefined,
	requestRender: () => void,
): () => void {
	const known = new Set<AgentMessage>(conversation.messages);
	const answered = new Set(
		conversation.messages.flatMap((message) => ("toolCallId" in message ? message.toolCallId : [])),
	);
	show(panel, conversation.messages, { isRunning: conversation.isStreaming });
	let hasReplyBegun = reply !== undefined && !known.has(reply);
	if (reply && hasReplyBegun) panel.handle({ type: "message_start", message: reply });
	const events = (event: ConversationEvent): readonly ConversationEvent[] => {
		if ("toolCallId" in event && answered.has(event.toolCallId)) return [];
		if (event.type !== "message_start" && event.type !== "message_update" && event.type !== "message_end")
			return [event];
		const { message } = event;
		if (known.has(message)) return [];
		if (message.role !== "assistant") return [event];
		// The start of the reply that is being written was missed.
		const isMissing = event.type !== "message_start" && !hasReplyBegun;
		hasReplyBegun = event.type !== "message_end";
		return isMissing ? [{ type: "message_start", message }, event] : [event];
	};
	return conversation.subscribe((event) => {
		for (const shown of events(event)) panel.handle(shown);
		requestRender();
	}, "the view of an agent");
}
