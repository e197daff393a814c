import { type AgentMessage, isLlmMessage } from "@oh-my-pi/pi-agent-core/message";
import { joinText, toolCallsOf } from "@oh-my-pi/pi-ai/message";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import { callFacts } from "../history/call-facts.ts";

export interface CopyableText {
	readonly kind: "message" | "prompt" | "code" | "quote" | "command";
	readonly text: string;
}

/** Texts to copy from a conversation, newest first: replies, their code blocks and quotes, commands, prompts. */
export function copyableTexts(messages: readonly AgentMessage[]): CopyableText[] {
	return messages.toReversed().flatMap((message): CopyableText[] => {
		if (!isLlmMessage(message)) return commandsOf(message as SessionMessage);
		if (message.role === "user") return texts("prompt", [joinText(message.content)]);
		if (message.role !== "assistant") return [];
		const text = joinText(message.content);
		const run = toolCallsOf(message).flatMap((call) => callFacts(call).command ?? []);
		return [...texts("message", [text]), ...splitParts(text), ...texts("command", run.reverse())];
	});
}

function commandsOf(message: SessionMessage): CopyableText[] {
	return message.role === "bashExecution" ? texts("command", [message.command]) : [];
}

/** Code blocks and quotes of a reply, last first. */
function splitParts(markdown: string): CopyableText[] {
	const parts: CopyableText[] = [];
	for (const match of markdown.matchAll(/^(`{3,}|~{3,})([^\n]*)\n([\s\S]*?)\n?^\1[ \t]*$|(?:^>[^\n]*(?:\n|$))+/gm)) {
		const [whole, fence, language = "", code = ""] = match;
		if (fence === undefined) parts.push(...texts("quote", [whole.replace(/^> ?/gm, "").trim()]));
		else
			parts.push(...texts(/^\s*(?:ba|z|fi)?sh\b|^\s*(?:shell|console)\b/.test(language) ? "command" : "code", [code]));
	}
	return parts.reverse();
}

function texts(kind: CopyableText["kind"], found: readonly string[]): CopyableText[] {
	return found.filter((text) => text.trim() !== "").map((text) => ({ kind, text }));
}
