import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { joinText, type Message, type ToolCall, type ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import { convertToLlm } from "../../../conversation/history/convert-to-llm.ts";
import { cutMiddle } from "../../../conversation/history/serialize.ts";
import { isAdvice } from "../delivery/advisory-message.ts";

export interface DeltaOptions {
	/** The primary continues after these messages. */
	readonly isInProgress: boolean;
	/** Removes secrets. */
	readonly redact: (text: string) => string;
	/** The beginning is left out of a longer text. */
	readonly maxCharacters: number;
}

const maxSpoken = 12_000;
const maxArgument = 1500;
const maxFailure = 300;

/** New messages of the primary as Markdown for the advisor; empty when there is nothing to review. Its own advice is left out. */
export function renderDelta(messages: readonly AgentMessage[], options: DeltaOptions): string {
	const visible = convertToLlm(messages.filter((message) => !isAdvice(message)));
	const results = new Map(
		visible.flatMap((message) => (message.role === "toolResult" ? [[message.toolCallId, message] as const] : [])),
	);
	const sections = visible.flatMap((message) => section(message, results));
	if (sections.length === 0) return "";
	const text = options.redact(sections.join("\n\n"));
	const body =
		text.length <= options.maxCharacters ? text : `[earlier part left out]\n…${text.slice(-options.maxCharacters)}`;
	return ["### Session update", body, ...(options.isInProgress ? [inProgressMarker] : [])].join("\n\n");
}

export const inProgressMarker = "_(work in progress: the agent continues after this)_";

function section(message: Message, results: ReadonlyMap<string, ToolResultMessage>): string[] {
	switch (message.role) {
		case "user":
			return titled("user", spokenText(message.content));
		case "developer":
			return titled("system note", spokenText(message.content));
		case "assistant":
			return titled(
				"agent",
				message.content
					.flatMap((block) => {
						if (block.type === "text") return block.text.trim() === "" ? [] : [cutMiddle(block.text.trim(), maxSpoken)];
						if (block.type === "thinking") return thought(block.thinking);
						return block.type === "toolCall" ? [callLine(block, results.get(block.id))] : [];
					})
					.join("\n"),
			);
		case "toolResult":
			return [];
	}
}

function titled(who: string, text: string): string[] {
	return text.trim() === "" ? [] : [`**${who}**:\n${text}`];
}

function thought(text: string): string[] {
	return text.trim() === "" ? [] : [`_thinking:_ ${cutMiddle(text.trim(), maxSpoken)}`];
}

function spokenText(content: Extract<Message, { role: "user" }>["content"]): string {
	const text = typeof content === "string" ? content : joinText(content);
	const images = typeof content === "string" ? 0 : content.filter(({ type }) => type === "image").length;
	return cutMiddle(text.trim(), maxSpoken) + (images > 0 ? ` [${images} image${images === 1 ? "" : "s"}]` : "");
}

/** `→ bash(echo hi) ⇒ ok · 4 lines` */
function callLine(call: ToolCall, result: ToolResultMessage | undefined): string {
	return `→ ${call.name}(${argumentText(call.arguments)}) ⇒ ${result ? resultText(result) : "no result yet"}`;
}

/** The first text stands alone, the rest is named. */
function argumentText(values: Readonly<Record<string, unknown>>): string {
	const entries = Object.entries(values);
	const main = entries.findIndex(([, value]) => typeof value === "string");
	return entries
		.map(([name, value], index) => {
			const text = cutMiddle(typeof value === "string" ? value : (JSON.stringify(value) ?? ""), maxArgument);
			return index === main ? text : `${name}: ${text}`;
		})
		.join(", ");
}

function resultText({ content, isError }: ToolResultMessage): string {
	const text = joinText(content).trimEnd();
	const count = text === "" ? 0 : text.split("\n").length;
	const lines = `${count} line${count === 1 ? "" : "s"}`;
	return isError ? `failed · ${lines}: ${text.trim().slice(0, maxFailure)}` : `ok · ${lines}`;
}
