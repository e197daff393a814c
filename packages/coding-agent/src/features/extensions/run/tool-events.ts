import { contentBlocks, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { Hook } from "../../../conversation/hooks/hook.ts";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import { callFields, isContent, runResult } from "./event-fields.ts";
import { type Fields, type HandlerCalls, stop } from "./handler-calls.ts";

type ToolPoints = "onToolCallReceived" | "afterToolCall" | "interceptShellRun";

/** `tool_call`, `tool_result`, `user_bash` and `user_python`. */
export function toolEvents(calls: HandlerCalls, conversation: Conversation): Required<Pick<Hook, ToolPoints>> {
	return {
		async onToolCallReceived(call) {
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
		async interceptShellRun({ language, text, ...rest }) {
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
	};
}
