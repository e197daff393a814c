import { joinText } from "@oh-my-pi/pi-ai/message";
import type { OfferedTool, ServedCall } from "@oh-my-pi/pi-mcp/serve/served-client";
import type { CallResult } from "@oh-my-pi/pi-mcp/server/server-messages";
import type { ConversationEvent } from "../../conversation/event/event.ts";
import { lastReply } from "../../conversation/history/last-reply.ts";
import { failureLine } from "../../conversation/recovery/failure-line.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { rpcFrontEnd } from "../dialog-front-end.ts";
import { leftOutLine } from "../left-out-line.ts";
import type { RpcUi } from "../rpc-ui.ts";

export const askTool: OfferedTool = {
	name: "ask",
	title: "Ask omp",
	description: [
		"Runs a prompt with omp, a coding agent that works in a folder of this machine with its own model and tools, and returns its",
		"answer. Each call is a conversation of its own: say everything that matters. It may take minutes.",
	].join(" "),
	inputSchema: {
		type: "object",
		properties: {
			prompt: { type: "string", minLength: 1, description: "What to do or to find out" },
			cwd: { type: "string", description: "The folder to work in; by default the one the server was started in" },
			model: { type: "string", description: "A model that omp knows, as after omp --model" },
		},
		required: ["prompt"],
		additionalProperties: false,
	},
};

export interface Asked {
	readonly prompt: string;
	readonly cwd?: string;
	readonly model?: string;
}

/** The arguments of a call; throws for what does not fit. */
export function parseAsked(args: Readonly<Record<string, unknown>>): Asked {
	const { prompt, cwd, model, ...unknown } = args;
	const [other] = Object.keys(unknown);
	if (other !== undefined) throw new Error(`Unknown argument "${other}"; expected: prompt, cwd, model`);
	if (typeof prompt !== "string" || prompt.trim() === "") throw new Error("prompt must be a text");
	return { prompt, ...optionalText("cwd", cwd), ...optionalText("model", model) };
}

function optionalText<Name extends string>(name: Name, value: unknown): { [Key in Name]?: string } {
	const found: { [Key in Name]?: string } = {};
	if (value === undefined || value === null || value === "") return found;
	if (typeof value !== "string") throw new Error(`${name} must be a text`);
	found[name] = value;
	return found;
}

/** Runs the prompt in a session that was opened for it. The session is closed when this resolves. */
export async function runAsk(
	session: OpenedConversation,
	prompt: string,
	call: ServedCall,
	ui: RpcUi | undefined,
): Promise<CallResult & { readonly _meta?: Readonly<Record<string, unknown>> }> {
	const { conversation, registry, log, settings } = session;
	if (ui) session.frontEnd.connect(rpcFrontEnd(ui, { isInteractive: true }));
	const abort = () => void conversation.submit({ type: "abort" });
	call.signal.addEventListener("abort", abort, { once: true });
	const unsubscribe = conversation.subscribe((event) => {
		// The client had cancelled before the run was there to be aborted.
		if (event.type === "agent_start" && call.signal.aborted) abort();
		report(event, call);
	}, "mcp");
	try {
		for (const line of await listProblems(session)) call.log("warning", line);
		// No commands: a client must not change settings or what is trusted.
		await conversation.submit({
			...{ type: "input", text: prompt, source: "rpc" },
			deliver: async (input) =>
				call.signal.aborted ? undefined : { type: "prompt", text: input.text, images: input.images },
		});
		call.signal.throwIfAborted();
		const reply = lastReply(conversation.messages);
		const _meta = { sessionId: log.id };
		if (!reply) return { ...text("The prompt was dealt with by an extension."), _meta };
		const hasFailed = reply.stopReason === "error" || reply.stopReason === "aborted";
		const answer = joinText(reply.content);
		const parts = hasFailed ? [answer, failureLine(reply, { place: "shell", registry })] : [answer];
		return { ...text(parts.filter(Boolean).join("\n\n")), isError: hasFailed, _meta };
	} finally {
		call.signal.removeEventListener("abort", abort);
		unsubscribe();
		ui?.end();
		await conversation.dispose(call.signal.aborted ? "cancelled" : "answered");
		await settings.flush();
	}
}

/** What the start of a session has to say, and what of the project is not trusted. */
export async function listProblems(session: OpenedConversation): Promise<string[]> {
	const leftOut = await leftOutLine(session);
	return [...session.notices, ...(leftOut ? [leftOut] : [])];
}

export function text(content: string): CallResult {
	return { content: [{ type: "text", text: content }], isError: false };
}

function report(event: ConversationEvent, { onProgress, log }: ServedCall): void {
	if (event.type === "notice") log(event.level, event.message);
	const line = progressLine(event);
	if (line) onProgress(line);
}

function progressLine(event: ConversationEvent): string | undefined {
	switch (event.type) {
		case "tool_execution_start":
			return event.intent ? `${event.toolName}: ${event.intent}` : event.toolName;
		case "tool_approval_requested":
			return `Waiting for approval: ${event.toolName}`;
		case "auto_retry_start":
			return `Retrying (${event.attempt}/${event.maxAttempts})`;
		case "auto_compaction_start":
			return "Compacting the conversation";
		case "message_end": {
			const { message } = event;
			if (message.role !== "assistant" || !("stopReason" in message) || message.stopReason !== "toolUse")
				return undefined;
			return joinText(message.content).trim().split("\n")[0];
		}
		default:
			return undefined;
	}
}
