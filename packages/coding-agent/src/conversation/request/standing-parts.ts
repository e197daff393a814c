import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { hiddenNote } from "../history/hidden-note.ts";
import type { LiveContext } from "../hooks/live-context.ts";
import type { ListFacts } from "../tools/active-tools.ts";

/** A part of the system prompt that stays as it was at the first request of a session. */
export interface StandingPart {
	/** Unique, such as `git` or `server:github`. */
	readonly id: string;
	/** What it says now: "" for nothing, `undefined` while that is not known. */
	readonly text: string | undefined;
	/** What a resumed session must have in common with the recorded one; else the part is taken anew. */
	readonly key?: string;
	/** Tells the model what is different now; absent for what is not told. */
	readonly describeChange?: (text: string) => string;
}

export interface StandingSource {
	/** Resolves when the parts can be taken; soon, as the first request waits for it. */
	ready?(): Promise<void>;
	/** How the list of tools came about. */
	list(): ListFacts;
	/** Every part there is, also those that are not known yet. */
	parts(): readonly StandingPart[];
	/** Tells the model that a part is no longer there. */
	describeEnd?(id: string): string | undefined;
	/** Another session begins, or the session goes on in another folder. */
	restart?(): void;
}

type Parts = ReadonlyMap<string, { readonly text: string; readonly key?: string }>;

interface Taken {
	readonly parts: Parts;
	readonly list: ListFacts;
}

const recordType = "standing_parts";
const changeType = "standing-change";

/**
 * Takes the parts once, with the first request, and records them, so that a resumed session sends the same bytes and the provider's
 * cache keeps holding. What is different later is told in a message, again when a compaction has taken that message away.
 */
export class StandingParts {
	readonly #source: StandingSource;
	readonly #folder: () => string;
	readonly #live: Pick<LiveContext, "log" | "parts" | "append" | "now">;
	#taken: (Taken & { readonly folder: string }) | undefined;

	constructor(
		source: StandingSource,
		live: Pick<LiveContext, "log" | "parts" | "append" | "now">,
		folder: () => string,
	) {
		this.#source = source;
		this.#live = live;
		this.#folder = folder;
	}

	/** By id, as the system prompt has them; before the first request, as they are now. */
	get texts(): ReadonlyMap<string, string> {
		const parts = this.#taken?.parts.entries().map(([id, { text }]) => ({ id, text })) ?? this.#source.parts();
		return new Map([...parts].flatMap(({ id, text }) => (text ? [[id, text]] : [])));
	}

	/** How the list of tools came about at the first request; `undefined` before. */
	get list(): ListFacts | undefined {
		return this.#taken?.list;
	}

	/** Before each request: takes the parts if it is the first, and tells what is different since. */
	async settle(): Promise<void> {
		const folder = this.#folder();
		if (this.#taken && this.#taken.folder !== folder) this.forget();
		if (!this.#taken) {
			await this.#source.ready?.();
			this.#taken = { folder, ...this.#take(folder) };
		}
		this.#tellChanges(this.#taken.parts);
	}

	/** Another session begins. */
	forget(): void {
		this.#taken = undefined;
		this.#source.restart?.();
	}

	#take(folder: string): Taken {
		const { log } = this.#live;
		const now = this.#source.parts();
		const recorded = this.#recorded(folder);
		if (recorded && now.every(({ id, key }) => (recorded.parts.get(id)?.key ?? key) === key)) return recorded;
		const parts: Parts = new Map(
			now.flatMap(({ id, text, key }) => {
				const known = recorded?.parts.get(id);
				if (known && known.key === key) return [[id, known]];
				if (text === undefined || (text === "" && key === undefined)) return [];
				return [[id, { text, ...(key !== undefined && { key }) }]];
			}),
		);
		const list = this.#source.list();
		log.appendCustomEntry(recordType, { folder, parts: [...parts].map(([id, part]) => ({ id, ...part })), list });
		return { parts, list };
	}

	/** What an earlier process took for this session. */
	#recorded(folder: string): Taken | undefined {
		const step = this.#live.log.path().findLast(({ type, about }) => type === "custom" && about === recordType);
		const entry = step?.entry();
		if (entry?.type !== "custom" || !isRecord(entry.data) || entry.data.folder !== folder) return undefined;
		const { parts, list } = entry.data;
		return {
			parts: new Map(Array.isArray(parts) ? parts.flatMap(readPart) : []),
			list: readList(list) ?? this.#source.list(),
		};
	}

	#tellChanges(taken: Parts): void {
		const now = this.#source.parts();
		for (const { id, text, describeChange } of now) {
			if (text !== undefined && describeChange) this.#tell(id, taken, text, () => describeChange(text));
		}
		const notified = this.#live.parts.messages.flatMap((message) => changeIn(message)?.id ?? []);
		for (const id of new Set([...taken.keys(), ...notified])) {
			if (now.some((part) => part.id === id)) continue;
			this.#tell(id, taken, "", () => this.#source.describeEnd?.(id));
		}
	}

	#tell(id: string, taken: Parts, text: string, describe: () => string | undefined): void {
		const { parts, append, now } = this.#live;
		const note = parts.messages.findLast((message) => changeIn(message)?.id === id);
		const known = (note ? changeIn(note)?.text : taken.get(id)?.text) ?? "";
		if (known === text) return;
		const words = describe();
		if (words === undefined) return;
		const content = `<system-reminder>\n${words}\n</system-reminder>`;
		append(hiddenNote(changeType, content, now(), { id, text }));
	}
}

function readList(list: unknown): ListFacts | undefined {
	if (!isRecord(list) || !Array.isArray(list.serverTools) || typeof list.hidden !== "string") return undefined;
	const { hidden, search, serverTools } = list;
	const mode = (["off", "mcp-only", "all"] as const).find((name) => name === list.mode);
	return mode && { serverTools: serverTools.map(String), mode, hidden, ...(typeof search === "string" && { search }) };
}

function readPart(part: unknown): Array<[string, { text: string; key?: string }]> {
	if (!isRecord(part) || typeof part.id !== "string" || typeof part.text !== "string") return [];
	return [[part.id, { text: part.text, ...(typeof part.key === "string" && { key: part.key }) }]];
}

function changeIn(message: AgentMessage): { readonly id: string; readonly text: string } | undefined {
	if (message.role !== "custom" || !("customType" in message) || message.customType !== changeType) return undefined;
	const { details } = message as { readonly details?: unknown };
	if (!isRecord(details) || typeof details.id !== "string" || typeof details.text !== "string") return undefined;
	return { id: details.id, text: details.text };
}
