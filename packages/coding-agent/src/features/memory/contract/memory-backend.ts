import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { Memory, MemoryContext, MemoryOrigin } from "@oh-my-pi/pi-memory/contract/memory";
import type {
	MemoryEdit,
	MemoryEditOutcome,
	RecalledLine,
	RetainedItem,
} from "@oh-my-pi/pi-tools/services/memory-service";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";

export type BackendKind = "local" | "hindsight" | "mnemopi";

/** What a backend is made with, in a session and by `omp memory` alike. */
export interface BackendPlace {
	readonly host: Host;
	readonly agentDir: string;
	readonly cwd: string;
	readonly settings: SettingsReader;
	/** Asks a model outside of any conversation; absent where there is none (`omp memory`). Counts against the budget. */
	readonly ask?: AskModel;
	/** How many tokens the model of a role reads; `undefined` when it is not known. */
	readonly contextWindow?: (role: "smol" | "default") => Promise<number | undefined>;
	/** Removes secrets from what is stored; known tokens and variables without it. */
	readonly redact?: (text: string) => string;
	/** One line for the user. */
	readonly warn: (text: string) => void;
}

/** One request to the model of a role; rejects when none resolves, the cost limit is reached, or it fails. */
export type AskModel = (
	role: "smol" | "default",
	request: { readonly systemPrompt: string; readonly text: string; readonly maxTokens: number },
	signal: AbortSignal,
) => Promise<string>;

/** The session that the user works in. */
export interface OpenedSession {
	readonly id: string;
	/** Absent for a session that is kept nowhere. */
	readonly file: string | undefined;
}

/** What is stored is labeled with this; the session determines it, never the model. */
export interface StoredBy extends MemoryContext {
	readonly origin: MemoryOrigin;
}

/** Part of a conversation between the user and the agent: text only, no tool results. */
export interface TranscriptPart {
	readonly role: "user" | "assistant";
	readonly text: string;
	/** Whose words it may repeat: the user's own, the agent's, or those of what had been read before it in the same turn. */
	readonly origin?: MemoryOrigin;
}

/**
 * Memory across sessions. One per session that the user opened; sub-agents share it. Opening is cheap or fails with a
 * `MemoryError`; nothing here may throw into a run: hooks and tools translate what is thrown.
 */
export interface MemoryBackend extends AsyncDisposable {
	readonly kind: BackendKind;

	/** The user's session is open, and `ask` works. Returns at once; the work continues in the background. */
	opened?(session: OpenedSession): void;
	/** Text for the system prompt. The same bytes for the whole session. */
	systemPrompt?(): Promise<string | undefined>;
	/** Memories for a prompt that follows none or a compaction: a `<memories>` block, or nothing. */
	recallForPrompt?(messages: readonly AgentMessage[], signal: AbortSignal): Promise<string | undefined>;
	/** What a compaction is told beside the messages. */
	contextForCompaction?(signal: AbortSignal): Promise<string | undefined>;
	/** A run of the main conversation has ended. Returns at once; the work continues in the background. */
	afterRun?(transcript: readonly TranscriptPart[], by: StoredBy): void;
	/** Resolves when what runs have left to store is stored, or has failed with a line for the user. */
	flushed?(): Promise<void>;

	recall?(query: string, signal: AbortSignal): Promise<readonly RecalledLine[]>;
	retain?(
		items: readonly RetainedItem[],
		by: StoredBy,
		signal: AbortSignal,
	): Promise<{ readonly stored: number; readonly isQueued: boolean }>;
	reflect?(query: string, context: string | undefined, signal: AbortSignal): Promise<string | undefined>;
	edit?(edit: MemoryEdit, by: StoredBy): Promise<MemoryEditOutcome>;
	learn?(lesson: RetainedItem, by: StoredBy, signal: AbortSignal): Promise<"stored" | "queued">;

	/** Text of `memory://<path>`; `undefined` if there is no such thing. */
	readUrl?(path: string, signal: AbortSignal): Promise<string | undefined>;
	/** What may follow `memory://`, for completion and for the model. */
	urlPaths?(): Promise<readonly string[]>;

	/** What the owner sees and does: `/memory` and `omp memory`. */
	readonly maintenance: MemoryMaintenance;
}

/** What the owner of the memories can do. What a backend cannot do is absent, and the command says so. */
export interface MemoryMaintenance {
	/** What would be put into a prompt now, for `/memory view`. */
	view(signal: AbortSignal): Promise<string>;
	stats(signal: AbortSignal): Promise<ReadonlyArray<readonly [label: string, value: string]>>;
	/** Checks that everything works, a line each. */
	diagnose(signal: AbortSignal): Promise<ReadonlyArray<{ readonly ok: boolean; readonly text: string }>>;
	/** What `clear` would delete, in words, for the question. */
	readonly clearText: string;
	clear(signal: AbortSignal): Promise<string>;
	/** Set where the memories are kept by somebody else: what `clear` does not delete, and how to. */
	readonly keptElsewhere?: string;
	/** Stores what is waiting and consolidates; says what happened. */
	enqueue(signal: AbortSignal): Promise<string>;
	/** Makes indexes (or summaries) anew. */
	rebuild?(signal: AbortSignal): Promise<string>;

	list?(query: MemoryQuery, signal: AbortSignal): Promise<readonly Memory[]>;
	search?(text: string, query: MemoryQuery, signal: AbortSignal): Promise<readonly Memory[]>;
	find?(id: string, signal: AbortSignal): Promise<Memory | undefined>;
	edit?(edit: MemoryEdit): Promise<MemoryEditOutcome>;
	/** Everything of the scope, oldest first. */
	exportAll?(signal: AbortSignal): AsyncIterable<Memory>;
	/** Keeps ids, dates, labels and origins; one with a known id is skipped. */
	importAll?(
		memories: AsyncIterable<Memory>,
		signal: AbortSignal,
	): Promise<{ readonly added: number; readonly skipped: number }>;
	/** Commands of this backend alone: `/memory mm …` of hindsight. */
	readonly extra?: Readonly<Record<string, (args: string, signal: AbortSignal) => Promise<string>>>;
}

export interface MemoryQuery {
	readonly limit?: number;
	readonly offset?: number;
	readonly project?: string;
	readonly agent?: string;
	readonly includeInvalidated?: boolean;
	/** Also those of other projects that this user has stored. */
	readonly allProjects?: boolean;
}

/** Makes one backend; loaded only when the setting names it. */
export type OpenBackend = (place: BackendPlace) => Promise<MemoryBackend>;
