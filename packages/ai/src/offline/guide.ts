import { type Context, joinText, type Message, type ToolResultMessage } from "../message.ts";
import { AssistantMessageEventStream } from "../reply/event-stream.ts";
import { failReply, finishReply } from "../reply/finish-reply.ts";
import { Reply } from "../reply/reply.ts";
import type { StreamFn } from "../stream/stream.ts";
import help from "./help.md" with { type: "text" };
import { understand } from "./request.ts";
import { callFor, type OfflineCall } from "./tool-call.ts";
import unknown from "./unknown.md" with { type: "text" };

/**
 * A rule-based stand-in for a model: understands simple requests, performs them with real tools and reports the
 * results. For anything else it explains what it is and how to connect a model.
 */
export function offlineGuide(now: () => number): StreamFn {
	return (model, context, options = {}) => {
		const events = new AssistantMessageEventStream();
		const startedAt = now();
		let begun = false;
		const reply = new Reply(model, startedAt, (event) => {
			if (!begun) events.push({ type: "start", partial: reply.message });
			begun = true;
			events.push(event);
		});
		const timing = () => ({ startedAt, firstContentAt: startedAt, endedAt: now() });
		const speak = async () => {
			try {
				await answer(reply, context, options.signal);
				events.push(finishReply(reply, model, timing()));
			} catch (error) {
				events.push(failReply(reply, error, model, timing(), { aborted: options.signal?.aborted ?? false }));
			}
		};
		void speak();
		return events;
	};
}

async function answer(reply: Reply, context: Context, signal: AbortSignal | undefined): Promise<void> {
	const words = wordsFor(context);
	if (typeof words === "string") return say(reply, words, signal);
	const tool = context.tools?.find((candidate) => candidate.name === words.name);
	const wantsIntent = "i" in ((tool?.parameters.properties as object | undefined) ?? {});
	reply.openToolCall("call", { id: `offline_${context.messages.length}`, name: words.name });
	reply.appendArguments("call", JSON.stringify({ ...(wantsIntent && { i: words.intent }), ...words.arguments }));
	reply.close("call");
	reply.setStop("toolUse");
}

/** The answer, or the tool call to make first. */
function wordsFor(context: Context): string | OfflineCall {
	const results = trailingResults(context.messages);
	if (results.length > 0) return results.map(report).join("\n\n");
	const request = understand(lastWords(context.messages));
	if (request.kind === "help") return help.trim();
	if (request.kind === "unknown") return unknown.trim();
	return callFor(request, context.tools ?? []) ?? noTool(request.kind);
}

function trailingResults(messages: readonly Message[]): ToolResultMessage[] {
	const results: ToolResultMessage[] = [];
	for (const message of messages.toReversed()) {
		if (message.role !== "toolResult") break;
		results.unshift(message);
	}
	return results;
}

/** The user's last message; reminders of the harness are skipped. */
function lastWords(messages: readonly Message[]): string {
	const message = messages.findLast((candidate) => candidate.role === "user");
	if (message?.role !== "user") return "";
	return joinText(message.content).replace(/<system-(reminder|notice)>[\s\S]*?<\/system-\1>/g, "");
}

function report(result: ToolResultMessage): string {
	// The duration of a command is for models, not for users.
	const text = joinText(result.content)
		.replace(/\s*\nWall time: [\d.]+ seconds(?=\n|$)/, "")
		.trim();
	if (result.isError) return `The ${result.toolName} tool reported a problem:\n\n${fenced(text)}`;
	return fenced(text);
}

function fenced(text: string): string {
	const fence = text.includes("```") ? "````" : "```";
	return `${fence}\n${text}\n${fence}`;
}

function noTool(what: string): string {
	return `I know what you mean (${what}), but the tool for it is not offered in this session.`;
}

/** Streams the text in small pieces, like a model. */
async function say(reply: Reply, text: string, signal: AbortSignal | undefined): Promise<void> {
	for (const piece of text.match(/(?:\S+\s*){1,8}|\s+/g) ?? []) {
		signal?.throwIfAborted();
		reply.appendText("text", piece);
		await Bun.sleep(0);
	}
}
