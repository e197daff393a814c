import type { TextContent } from "@oh-my-pi/pi-ai/message";
import type { SessionEntry } from "@oh-my-pi/pi-session/entry/entry";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import type { PathStep } from "@oh-my-pi/pi-session/tree/context";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";

/** Shorter text that replaces a message's content, or one block of it, in the context. */
export interface Replacement {
	readonly entryId: string;
	readonly text: string;
	readonly block?: number;
}

/** The `custom` entry that records replacements. The log keeps the originals. */
export const replacementEntryType = "context_replacement";

/** Applies the replacement entries of a path. */
export function withReplacements(path: readonly PathStep[]): PathStep[] {
	const byEntry = Map.groupBy(path.flatMap(recordedIn), ({ entryId }) => entryId);
	if (byEntry.size === 0) return [...path];
	return path.map((step) => {
		const replacements = byEntry.get(step.id);
		return replacements ? { ...step, entry: () => replaceIn(step.entry(), replacements) } : step;
	});
}

export function replaceContent<Message extends SessionMessage>(message: Message, replacement: Replacement): Message {
	if (!("content" in message)) return message;
	const { text, block } = replacement;
	if (block === undefined || typeof message.content === "string") {
		const content = typeof message.content === "string" ? text : [{ type: "text" as const, text }];
		return { ...message, content };
	}
	const content = message.content.map((part, index) => (index === block ? replacedBlock(part, text) : part));
	return { ...message, content } as Message;
}

function replacedBlock<Block extends { type: string }>(part: Block, text: string): Block | TextContent {
	return part.type === "text" || part.type === "image" ? { type: "text", text } : part;
}

function recordedIn(step: PathStep): Replacement[] {
	const entry = step.type === "custom" ? step.entry() : undefined;
	if (entry?.type !== "custom" || entry.customType !== replacementEntryType || !isRecord(entry.data)) return [];
	const { replacements } = entry.data;
	return Array.isArray(replacements) ? replacements.filter(isReplacement) : [];
}

function isReplacement(value: unknown): value is Replacement {
	return isRecord(value) && typeof value.entryId === "string" && typeof value.text === "string";
}

function replaceIn(entry: SessionEntry | undefined, replacements: readonly Replacement[]): SessionEntry | undefined {
	if (entry?.type !== "message") return entry;
	return { ...entry, message: replacements.reduce(replaceContent, entry.message) };
}
