import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import type { Setting, SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import type { ConversationEvent } from "../../../conversation/event/event.ts";
import type { FinishedRun } from "../../../conversation/hooks/finished-run.ts";
import type { Hook } from "../../../conversation/hooks/hook.ts";
import type { LiveContext } from "../../../conversation/hooks/live-context.ts";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import { promptBlocks } from "../api/older-scope.ts";
import { customMessage, imagesOf, readPrompt } from "./event-fields.ts";
import { type Fields, type HandlerCalls, stop } from "./handler-calls.ts";
import { type SessionEventPorts, sessionEvents } from "./session-events.ts";
import { toolEvents } from "./tool-events.ts";

const maxContinuations = 8;

/** Which events of a conversation go to handlers as they are, and what is added. */
const passedOn: ReadonlySet<string> = new Set([
	"agent_start",
	"turn_start",
	"message_start",
	"message_update",
	"message_end",
	"turn_end",
	"agent_end",
	"tool_execution_start",
	"tool_execution_update",
	"tool_execution_end",
	"tool_approval_requested",
	"tool_approval_resolved",
	"auto_compaction_start",
	"auto_compaction_end",
	"auto_retry_start",
	"auto_retry_end",
	"todo_reminder",
	"goal_updated",
	"files_changed",
	"model_changed",
	"ttsr_triggered",
]);

/** In the order of the API these follow `context`, for which the request must be made up already. */
const beforeContext: ReadonlySet<string> = new Set(["turn_start", "message_start", "message_end"]);

/** The events of extensions on the hook points of a conversation. */
export function extensionHook(
	calls: HandlerCalls,
	conversation: Conversation,
	live: LiveContext,
	ports: Pick<SessionEventPorts, "compactionSettings" | "tellTools"> & { readonly onShutdown: () => void },
): Hook {
	const isMain = conversation.origin.parentId === undefined;
	let turnIndex = -1;
	let continuations = 0;
	/** Events of a turn whose `context` has not been asked for yet. */
	const held: Array<{ readonly type: string; readonly fields: Fields }> = [];
	let holds = false;
	const release = async () => {
		holds = false;
		for (const { type, fields } of held.splice(0)) await calls.call(type, conversation, () => fields);
	};
	/** For the current run. */
	let systemPrompt: readonly string[] | undefined;

	const toFields = (event: ConversationEvent): Fields => {
		if (event.type === "turn_start") return { turnIndex, timestamp: live.now() };
		if (event.type === "turn_end") return { ...event, turnIndex };
		if (event.type === "agent_end") return { ...event, willContinue: event.isTerminal === false };
		if (event.type === "message_end") return structuredClone(event);
		return event.type.startsWith("tool_approval") ? { ...event, sessionId: conversation.log.id } : { ...event };
	};

	return {
		name: "extensions",
		async onInput(input) {
			if (!calls.has("input")) return undefined;
			let current: Fields = { ...input };
			let handled = false;
			await calls.call(
				"input",
				conversation,
				() => current,
				(answer) => {
					const { text, images } = answer;
					current = { ...current, ...(typeof text === "string" && { text }), ...(Array.isArray(images) && { images }) };
					handled = answer.handled === true || answer.action === "handled";
					return handled ? stop : undefined;
				},
			);
			return handled ? "handled" : { ...input, text: String(current.text), ...imagesOf(current) };
		},
		async followPrompt({ message }) {
			continuations = 0;
			systemPrompt = undefined;
			if (!calls.has("before_agent_start")) return undefined;
			let blocks = live.parts.systemPrompt;
			const behind: SessionMessage[] = [];
			await calls.call(
				"before_agent_start",
				conversation,
				() => ({ ...readPrompt(message), systemPrompt: promptBlocks(blocks) }),
				(answer) => {
					const replacement = answer.systemPrompt;
					if (typeof replacement === "string") blocks = [replacement];
					else if (Array.isArray(replacement)) blocks = replacement.map(String);
					if (replacement !== undefined) systemPrompt = blocks;
					const sent = customMessage(answer.message, live.now());
					if (sent) behind.push(sent);
				},
			);
			return behind;
		},
		beforeRequest() {
			if (systemPrompt) live.setSystemPrompt(systemPrompt);
		},
		async transformContext(messages) {
			if (!calls.has("context")) {
				await release();
				return undefined;
			}
			let current: readonly AgentMessage[] = messages;
			await calls.call(
				"context",
				conversation,
				() => ({ messages: structuredClone(current) }),
				(answer) => {
					if (Array.isArray(answer.messages)) current = answer.messages as readonly AgentMessage[];
				},
			);
			await release();
			return current;
		},
		wrapStream: (stream) => (model, context, options) => {
			const watchesResponse = calls.has("after_provider_response");
			if (!calls.has("before_provider_request") && !watchesResponse) return stream(model, context, options);
			return stream(model, context, {
				...options,
				onPayload: async (body) => {
					let payload = (await options?.onPayload?.(body)) ?? body;
					const makeFields = () => ({ payload });
					await calls.call("before_provider_request", conversation, makeFields, (answer) => {
						payload = answer;
					});
					return payload;
				},
				onResponse: async (response) => {
					await options?.onResponse?.(response);
					const { status, headers } = response;
					const requestId = headers.get("request-id") ?? headers.get("x-request-id") ?? undefined;
					const fields = { status, headers: Object.fromEntries(headers), requestId };
					await calls.call("after_provider_response", conversation, () => fields);
				},
			});
		},
		...toolEvents(calls, conversation),
		...sessionEvents({ calls, conversation, ...ports }),
		async settle(run) {
			systemPrompt = undefined;
			const isOver = run.signal.aborted || run.reply?.stopReason !== "stop";
			if (!isMain || isOver || continuations >= maxContinuations || !calls.has("session_stop")) return "pass";
			const reason = await askWhetherToGoOn(calls, conversation, run, continuations > 0);
			if (reason === undefined) return "pass";
			continuations++;
			live.steer({
				role: "custom",
				customType: "session-stop-continuation",
				content: reason,
				display: false,
				timestamp: live.now(),
			});
			return "continue";
		},
		onEvent(event) {
			if (event.type === "agent_start") turnIndex = -1;
			if (event.type === "turn_start") {
				turnIndex++;
				holds = calls.has("context");
			}
			const { type } = event;
			const isHeld = holds && beforeContext.has(type);
			if (!isHeld && held.length === 0 && !calls.has(type)) return undefined;
			if (passedOn.has(type) && calls.has(type)) held.push({ type, fields: toFields(event) });
			return isHeld ? undefined : release();
		},
		async dispose() {
			if (!isMain) return;
			await calls.call("session_shutdown", conversation, () => ({}));
			await ports.tellTools({ reason: "shutdown" });
			ports.onShutdown();
		},
	};
}

/** The first answer that wants to go on counts. */
async function askWhetherToGoOn(
	calls: HandlerCalls,
	conversation: Conversation,
	run: FinishedRun,
	isActive: boolean,
): Promise<string | undefined> {
	let reason: string | undefined;
	const { log } = conversation;
	await calls.call(
		"session_stop",
		conversation,
		() => ({
			messages: run.messages,
			turn_id: log.leafId,
			last_assistant_message: run.reply,
			session_id: log.id,
			session_file: log.file,
			stop_hook_active: isActive,
			signal: run.signal,
		}),
		(answer) => {
			if (answer.continue === true) reason = String(answer.additionalContext ?? "Continue.");
			else if (answer.decision === "block") reason = String(answer.reason ?? "Continue.");
			return reason === undefined ? undefined : stop;
		},
	);
	return reason;
}

/** The values of a section of settings, by name. */
export function readSection(section: Readonly<Record<string, Setting<unknown>>>, settings: SettingsReader): Fields {
	return Object.fromEntries(Object.entries(section).map(([name, setting]) => [name, settings.get(setting)]));
}
