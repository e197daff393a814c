import { joinText } from "@oh-my-pi/pi-ai/message";
import type { SessionEntry } from "@oh-my-pi/pi-session/entry/entry";
import { markdownHtml } from "./markdown-html.ts";

/** HTML by the place its text has in a session: `<entry>`, or `<entry>:<part>` for a part of a reply. */
type RenderedTexts = Readonly<Record<string, string>>;

interface Entries {
	readonly entries: readonly SessionEntry[];
}

/** Every text of a page that is Markdown, by session; the main one has no name. */
export function renderedTexts({
	entries,
	subSessions = {},
}: Entries & { readonly subSessions?: Readonly<Record<string, Entries>> }): Readonly<Record<string, RenderedTexts>> {
	const sessions = Object.entries(subSessions).map(([name, session]) => [name, rendered(session.entries)] as const);
	return Object.fromEntries([["", rendered(entries)], ...sessions]);
}

function rendered(entries: readonly SessionEntry[]): RenderedTexts {
	return Object.fromEntries(
		entries.flatMap((entry) => collectTexts(entry).map(([place, text]) => [place, markdownHtml(text)] as const)),
	);
}

function collectTexts(entry: SessionEntry): Array<readonly [place: string, text: string]> {
	switch (entry.type) {
		case "compaction":
		case "branch_summary":
			return [[entry.id, entry.summary]];
		case "custom_message":
			return [[entry.id, joinText(entry.content)]];
		case "message":
			break;
		default:
			return [];
	}
	const { message } = entry;
	switch (message.role) {
		case "user":
		case "custom":
		case "developer":
			return [[entry.id, joinText(message.content)]];
		case "assistant":
			return message.content.flatMap((part, index) => {
				const text = part.type === "text" ? part.text : part.type === "thinking" ? part.thinking : undefined;
				return text === undefined ? [] : [[`${entry.id}:${index}`, text] as const];
			});
		default:
			return [];
	}
}
