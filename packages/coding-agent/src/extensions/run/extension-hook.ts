import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { contentBlocks, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ToolCall } from "@oh-my-pi/pi-ai/message";
import type { SessionMessage } from "@oh-my-pi/pi-session/message";
import type { UserCommandResult } from "@oh-my-pi/pi-tools/bash/user-command";
import type { Conversation } from "../../conversation/conversation.ts";
import type { ConversationEvent } from "../../conversation/event/event.ts";
import type { FinishedRun } from "../../conversation/hooks/finished-run.ts";
import type { Hook } from "../../conversation/hooks/hook.ts";
import type { LiveContext } from "../../conversation/hooks/live-context.ts";
import { promptBlocks } from "../api/older-scope.ts";
import type { Content } from "../api/types.ts";
import { type Fields, type HandlerCalls, stop } from "./handler-calls.ts";

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
	"model_changed",
]);

/** The events of extensions on the hook points of a conversation. */
export function extensionHook(
	calls: HandlerCalls,
	conversation: Conversation,
	live: LiveContext,
	onShutdown: () => void,
): Hook {
	const isMain = conversation.origin.parentId === undefined;
	let turnIndex = -1;
	let continuations = 0;
	/** For the current run. */
	let systemPrompt: readonly string[] | undefined;

	const fieldsOf = (event: ConversationEvent): Fields => {
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
				() => ({ ...promptOf(message), systemPrompt: promptBlocks(blocks) }),
				(answer) => {
					const given = answer.systemPrompt;
					if (typeof given === "string") blocks = [given];
					else if (Array.isArray(given)) blocks = given.map(String);
					if (given !== undefined) systemPrompt = blocks;
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
			if (!calls.has("context")) return undefined;
			let current: readonly AgentMessage[] = messages;
			await calls.call(
				"context",
				conversation,
				() => ({ messages: structuredClone(current) }),
				(answer) => {
					if (Array.isArray(answer.messages)) current = answer.messages as readonly AgentMessage[];
				},
			);
			return current;
		},
		wrapStream: (stream) => (model, context, options) => {
			const watchesResponse = calls.has("after_provider_response");
			if (!calls.has("before_provider_request") && !watchesResponse) return stream(model, context, options);
			return stream(model, context, {
				...options,
				onPayload: async (body) => {
					let payload = (await options?.onPayload?.(body)) ?? body;
					const given = () => ({ payload });
					await calls.call("before_provider_request", conversation, given, (answer) => {
						payload = answer;
					});
					return payload;
				},
				onResponse: (response) => {
					options?.onResponse?.(response);
					const { status, headers } = response;
					const requestId = headers.get("request-id") ?? headers.get("x-request-id") ?? undefined;
					const fields = { status, headers: Object.fromEntries(headers), requestId };
					void calls.call("after_provider_response", conversation, () => fields);
				},
			});
		},
		async beforeToolCall(call) {
			if (!calls.has("tool_call")) return undefined;
			let verdict: { refuse: string } | { arguments: Record<string, unknown> } | undefined;
			await calls.call(
				"tool_call",
				conversation,
				() => ({ ...callFields(call), input: structuredClone(call.arguments) }),
				(answer) => {
					if (answer.block === true) {
						verdict = { refuse: typeof answer.reason === "string" ? answer.reason : "Blocked by an extension" };
						return stop;
					}
					if (isRecord(answer.input)) verdict = { arguments: answer.input };
					return undefined;
				},
				(extension, message) => {
					verdict = { refuse: `Extension ${extension.path} failed: ${message}` };
					return stop;
				},
			);
			return verdict;
		},
		async takeUserRun({ language, text, ...rest }) {
			let result: Fields | undefined;
			const event = language === "bash" ? "user_bash" : "user_python";
			const fields = { ...rest, [language === "bash" ? "command" : "code"]: text };
			await calls.call(
				event,
				conversation,
				() => fields,
				(answer) => {
					if (!isRecord(answer.result)) return undefined;
					result = answer.result;
					return stop;
				},
			);
			return result && runResult(result);
		},
		async afterToolCall(call, output) {
			if (!calls.has("tool_result")) return undefined;
			let current: ToolOutput = output;
			await calls.call(
				"tool_result",
				conversation,
				() => ({
					...callFields(call),
					input: call.arguments,
					content: contentBlocks(current.content),
					details: current.details,
					isError: current.isError ?? false,
				}),
				({ content, details, isError }) => {
					current = {
						...current,
						...(isContent(content) && { content }),
						...(details !== undefined && { details }),
						...(typeof isError === "boolean" && { isError }),
					};
				},
			);
			return current;
		},
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
			if (event.type === "turn_start") turnIndex++;
			if (!passedOn.has(event.type) || !calls.has(event.type)) return undefined;
			const fields = fieldsOf(event);
			return calls.call(event.type, conversation, () => fields);
		},
		async beforeSessionChange(event) {
			let verdict: Fields | undefined;
			const { type, ...fields } = event;
			const given = type === "session_before_tree" ? { preparation: fields, signal: neverAborted } : fields;
			await calls.call(
				type,
				conversation,
				() => given,
				(answer) => {
					verdict = answer;
					return answer.cancel === true ? stop : undefined;
				},
			);
			return verdict;
		},
		async afterSessionChange(event) {
			await calls.call(event.type, conversation, () => ({ ...event }));
		},
		async beforeCompaction(preparation, { focus, signal }) {
			let verdict: Fields | undefined;
			await calls.call(
				"session_before_compact",
				conversation,
				() => ({ preparation, branchEntries: conversation.log.path(), customInstructions: focus, signal }),
				(answer) => {
					verdict = answer;
					return answer.cancel === true ? stop : undefined;
				},
			);
			return verdict;
		},
		async duringCompaction() {
			let addition: Fields | undefined;
			const given = () => ({ sessionId: conversation.log.id, messages: structuredClone(conversation.messages) });
			await calls.call("session.compacting", conversation, given, (answer) => {
				addition = answer;
			});
			return addition;
		},
		async afterCompaction(compactionEntry, { fromExtension }) {
			await calls.call("session_compact", conversation, () => ({ compactionEntry, fromExtension }));
		},
		async dispose() {
			if (!isMain) return;
			await calls.call("session_shutdown", conversation, () => ({}));
			onShutdown();
		},
	};
}

const neverAborted = new AbortController().signal;

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

function callFields({ name, id }: ToolCall): Fields {
	return { toolName: name, toolCallId: id };
}

function promptOf(message: AgentMessage): Fields {
	const content = "content" in message ? message.content : "";
	if (!Array.isArray(content)) return { prompt: String(content) };
	const blocks = content as ReadonlyArray<{ readonly type: string; readonly text?: string }>;
	const images = blocks.filter(({ type }) => type === "image");
	return { prompt: blocks.map(({ text = "" }) => text).join(""), ...(images.length > 0 && { images }) };
}

function imagesOf({ images }: Fields): { images?: never } {
	return Array.isArray(images) ? { images: images as never } : {};
}

function customMessage(given: unknown, timestamp: number): SessionMessage | undefined {
	if (!isRecord(given) || typeof given.customType !== "string" || !isContent(given.content)) return undefined;
	const { customType, content, display, details } = given;
	return {
		role: "custom",
		customType,
		content: typeof content === "string" ? content : [...content],
		display: display !== false,
		...(details !== undefined && { details }),
		timestamp,
	};
}

function runResult({ output: given, exitCode, cancelled, truncated }: Fields): UserCommandResult {
	const output = String(given ?? "");
	const lines = output === "" ? 0 : output.trimEnd().split("\n").length;
	const bytes = Buffer.byteLength(output);
	return {
		output,
		...(typeof exitCode === "number" && { exitCode }),
		cancelled: cancelled === true,
		truncated: truncated === true,
		totalLines: lines,
		totalBytes: bytes,
		outputLines: lines,
		outputBytes: bytes,
	};
}

function isContent(value: unknown): value is Content {
	return typeof value === "string" || Array.isArray(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
