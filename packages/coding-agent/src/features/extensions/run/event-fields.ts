import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { ToolCall } from "@oh-my-pi/pi-ai/message";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import type { UserCommandResult } from "@oh-my-pi/pi-tools/bash/run/user-command";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { Preparation } from "../../../conversation/event/compaction-result.ts";
import type { Content } from "../api/types.ts";
import type { Fields } from "./handler-calls.ts";

export function callFields({ name, id }: ToolCall): Fields {
	return { toolName: name, toolCallId: id };
}

export function readPrompt(message: AgentMessage): Fields {
	const content = "content" in message ? message.content : "";
	if (!Array.isArray(content)) return { prompt: String(content) };
	const blocks = content as ReadonlyArray<{ readonly type: string; readonly text?: string }>;
	const images = blocks.filter(({ type }) => type === "image");
	return { prompt: blocks.map(({ text = "" }) => text).join(""), ...(images.length > 0 && { images }) };
}

export function imagesOf({ images }: Fields): { images?: never } {
	return Array.isArray(images) ? { images: images as never } : {};
}

/** A message that a handler gave, if it is one. */
export function customMessage(value: unknown, timestamp: number): SessionMessage | undefined {
	if (!isRecord(value) || typeof value.customType !== "string" || !isContent(value.content)) return undefined;
	const { customType, content, display, details, attribution } = value;
	return {
		role: "custom",
		customType,
		content: typeof content === "string" ? content : [...content],
		display: display !== false,
		...(details !== undefined && { details }),
		...((attribution === "user" || attribution === "agent") && { attribution }),
		timestamp,
	};
}

/** What a compaction will do, in the words of the API. */
export function compactionFields(preparation: Preparation, settings: Fields): Fields {
	const { history, turnPrefix, kept, files, previousSummary, previousPreserveData } = preparation;
	return {
		firstKeptEntryId: preparation.firstKeptEntryId,
		messagesToSummarize: structuredClone(history),
		turnPrefixMessages: structuredClone(turnPrefix),
		recentMessages: structuredClone(kept),
		isSplitTurn: turnPrefix.length > 0,
		tokensBefore: preparation.tokensBefore,
		...(previousSummary !== undefined && { previousSummary }),
		...(previousPreserveData && { previousPreserveData }),
		// Which of the changed files are new is not kept.
		fileOps: { read: new Set(files.read), written: new Set<string>(), edited: new Set(files.modified) },
		settings,
	};
}

/** The whole entries behind the steps of a path. */
export function entriesOf(log: SessionLog, steps: ReadonlyArray<{ readonly id: string }>): unknown[] {
	return steps.flatMap(({ id }) => log.findEntry(id) ?? []);
}

export function runResult({ output: rawOutput, exitCode, cancelled, truncated }: Fields): UserCommandResult {
	const output = String(rawOutput ?? "");
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

export function isContent(value: unknown): value is Content {
	return typeof value === "string" || Array.isArray(value);
}
