import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { answerTool } from "./answer-tool.ts";

/** What a session log says about where its agent stands. */
export interface LogState {
	/** The agent has said all it wanted. */
	readonly isFinished: boolean;
	/** Its last words. */
	readonly text: string | undefined;
	/** The arguments of `submit_answer`. */
	readonly answer: { readonly value: unknown } | undefined;
}

/** Reads the lines of a log; what is no message does not matter here. */
export function readLog(log: string): LogState {
	let last: Readonly<Record<string, unknown>> | undefined;
	let text: string | undefined;
	let answer: LogState["answer"];
	const submitted = new Map<string, unknown>();
	for (const line of log.split("\n")) {
		const message = parseMessage(line);
		if (!message) continue;
		last = message;
		if (message.role === "assistant") {
			text = joinText(message.content) ?? text;
			for (const block of blocks(message.content)) {
				if (block.type === "toolCall" && block.name === answerTool) submitted.set(String(block.id), block.arguments);
			}
		}
		const call = message.role === "toolResult" ? String(message.toolCallId) : undefined;
		if (call !== undefined && submitted.has(call) && message.isError !== true) answer = { value: submitted.get(call) };
	}
	return { isFinished: last !== undefined && isFinal(last), text, answer };
}

function parseMessage(line: string): Readonly<Record<string, unknown>> | undefined {
	if (!line.includes('"message"')) return undefined;
	try {
		const entry: unknown = JSON.parse(line);
		return isRecord(entry) && entry.type === "message" && isRecord(entry.message) ? entry.message : undefined;
	} catch {
		// A line that was cut off.
		return undefined;
	}
}

function isFinal({ role, stopReason, content }: Readonly<Record<string, unknown>>): boolean {
	if (role !== "assistant" || !["stop", "length"].includes(String(stopReason))) return false;
	return !blocks(content).some(({ type }) => type === "toolCall");
}

/** The text of a message, if it has some. */
export function joinText(content: unknown): string | undefined {
	const texts = blocks(content).flatMap((block) => (block.type === "text" ? [String(block.text)] : []));
	const text = texts.join("\n").trim();
	return text === "" ? undefined : text;
}

function blocks(content: unknown): ReadonlyArray<Readonly<Record<string, unknown>>> {
	return Array.isArray(content) ? content.filter(isRecord) : [];
}
