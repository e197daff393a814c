import type { BytePath, ContentRef, NodeState } from "./node-state.ts";

/** A tool call that is about to run. */
export interface CallToRecord {
	/** Of the tool call, unique in the session. */
	readonly callId: string;
	/** Name of the tool, for lists. */
	readonly tool: string;
	/** What `last-turn` takes back together: the id of the user's message that the call answers. */
	readonly turn: string;
	/**
	 * The call changes only what it announces by `willWrite`: the workspace is not looked at before it, and everything else that
	 * changes meanwhile is the user's. For file tools; not for programs.
	 */
	readonly exact?: boolean;
}

/** A call that runs. Changes of calls that run at the same time and cannot be told apart belong to all of them. */
export interface RecordedCall {
	/**
	 * Keeps what is at the paths, before the call writes there (any absolute path, also outside the workspace). Resolves once it is on
	 * disk. Gives those whose content could not be kept, with the reason.
	 */
	willWrite(paths: readonly string[]): Promise<readonly NotCovered[]>;
	/** The call has ended: finds and records what it changed. Must be called, also after errors; a second call gives the same. */
	end(): Promise<readonly FileChange[]>;
}

/** A change of one path. */
export interface FileChange {
	readonly path: BytePath;
	readonly before: NodeState;
	readonly after: NodeState;
	/** The same file with other content, rather than another file in its place: matters for hard links. */
	readonly inPlace: boolean;
}

/** A change as the journal has it. */
export interface RecordedChange extends FileChange {
	/** Ascending in time, unique in the session. */
	readonly number: number;
	/** Several where calls ran at the same time; none where the user, or another program, made it. */
	readonly calls: readonly string[];
	/** Of the first call; empty for the user's. */
	readonly turn: string;
	readonly tool: string;
	/** Milliseconds since 1970. */
	readonly at: number;
	/** It was taken back and not put back again. */
	readonly isUndone: boolean;
}

/**
 * Which changes. Those that the user made are never among them. `last-turn`, for an undo, is the last one that no undo was tried with:
 * what had conflicts is asked for by `turn` or `calls`.
 */
export type Selection = (
	| { readonly kind: "last-turn" }
	| { readonly kind: "turn"; readonly turn: string }
	| { readonly kind: "calls"; readonly callIds: readonly string[] }
	| { readonly kind: "all" }
) & {
	/** Only of these files, or below these folders; absolute. */
	readonly paths?: readonly string[];
	/** Only changes by these calls: those on the present branch of the session. */
	readonly among?: ReadonlySet<string>;
};

/** What an undo or redo would do. Made from the present state of the disk; nothing has been touched. */
export interface UndoPlan {
	readonly id: string;
	readonly direction: "undo" | "redo";
	/** Nothing to do if empty; then `conflicts` may say why. */
	readonly steps: readonly PlannedStep[];
	/** Files that are left as they are. */
	readonly conflicts: readonly Conflict[];
	/** Everything whose changes are taken back: more than was selected where calls ran at the same time. */
	readonly callIds: readonly string[];
	/** Calls that are still running, and may change more. */
	readonly running: readonly string[];
}

export interface PlannedStep {
	readonly path: BytePath;
	/** As it is now. */
	readonly from: NodeState;
	readonly to: NodeState;
	/** The user changed the file too; both are in `to`. */
	readonly isMerged: boolean;
	readonly inPlace: boolean;
}

export interface Conflict {
	readonly path: BytePath;
	readonly reason: /** Changed since in the same lines, or not text. `now` is on disk. */
		| "changed-since"
		/** The content from before was not kept. */
		| "not-kept"
		/** A folder that would have to go has other files in it. */
		| "folder-not-empty"
		/** A folder of the path is gone, or something else is in its place. */
		| "blocked";
	/** What the agent left there. */
	readonly expected: NodeState;
	/** What would have been put there. */
	readonly wanted: NodeState;
	readonly now: NodeState;
}

export interface UndoResult {
	/** False: an error stopped it, and everything is as it was before, except for `left`. */
	readonly isApplied: boolean;
	readonly problem?: string;
	/** Put in place. */
	readonly changed: readonly BytePath[];
	/** Changed between plan and apply, and left alone. */
	readonly left: readonly BytePath[];
}

/** What cannot be taken back, known before a program runs. */
export interface NotCovered {
	readonly path: BytePath;
	readonly reason:
		| "build-folder"
		| "too-large"
		| "over-budget"
		| "too-many-files"
		| "unreadable"
		| "changing"
		| "other-file-system"
		| "disk-full"
		| "special";
}

export interface Coverage {
	/**
	 * `none`: programs are not covered at all here (`why`), only what file tools announce. `preparing`: the first look is not done.
	 */
	readonly programs: "covered" | "preparing" | "none";
	readonly why?: "home-folder" | "root-folder" | "too-many-files" | "unreadable" | "disk-full" | "read-only-store";
	/** How changes are noticed: from the kernel, or by looking at every file before and after a call. */
	readonly watching: "inotify" | "scan";
	readonly files: number;
	/** Bytes this session added to the store. */
	readonly keptBytes: number;
	/** At most 100. */
	readonly notCovered: readonly NotCovered[];
	readonly notCoveredCount: number;
}

/** What was recorded in a session. */
export interface UndoRecord {
	/** In the order of time. For a summary of a turn, or a list. */
	changes(selection: Selection): Promise<readonly RecordedChange[]>;
	/** One row for each path: the first state before, the last one after; what ended as it began is left out. */
	netChanges(selection: Selection): Promise<readonly FileChange[]>;
	/** `undefined` if it is no longer kept. */
	content(ref: ContentRef): Promise<Uint8Array | undefined>;
}

/**
 * Records what the agent does to files and takes it back. One per session; it knows nothing of terminals. Calls to it take turns
 * by themselves.
 */
export interface UndoEngine extends UndoRecord, AsyncDisposable {
	/**
	 * Looks at the workspace and keeps what is needed to restore it, in slices of a few milliseconds. Rejects if the engine is disposed
	 * meanwhile. To be called when the first request is on its way; `begin` does it otherwise. Later calls give the same.
	 */
	prepare(): Promise<Coverage>;
	/** Before each call that may change files. For programs it waits (`maxWaitMs`) until `prepare` has ended. */
	begin(call: CallToRecord): Promise<RecordedCall>;
	coverage(): Coverage;
	/** Notices what changed since the last look; when no call runs, the changes are the user's. */
	look(): Promise<void>;
	/** `undefined` if there is nothing to take back. */
	planUndo(selection: Selection): Promise<UndoPlan | undefined>;
	/** Without a selection: the last undo that was not put back. */
	planRedo(selection?: Selection): Promise<UndoPlan | undefined>;
	/** Puts a plan in place: all its steps, or none. Files with conflicts are left alone. */
	apply(plan: UndoPlan): Promise<UndoResult>;
	/** Makes what was recorded safe against a power failure; at the end of a turn. */
	sync(): Promise<void>;
	/** What happened when the engine was opened: an interrupted undo that was finished; for the user. */
	readonly notes: readonly string[];
}

export interface UndoOptions {
	/** The working directory; absolute. */
	readonly workspace: string;
	/** The user's home folder. */
	readonly home: string;
	/** Where everything is kept: `<agent folder>/undo`. */
	readonly base: string;
	/** Folders of omp's own, which are not part of the workspace where they lie in it; `base` is always one. */
	readonly ownFolders?: readonly string[];
	readonly sessionId: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly now: () => number;
	readonly newId: () => string;
	readonly limits?: Partial<UndoLimits>;
}

export interface UndoLimits {
	/** Larger files are not kept. */
	readonly maxFileBytes: number;
	/** What one session may copy into the store for its first look. */
	readonly maxSnapshotBytes: number;
	/** A workspace with more is not covered for programs. */
	readonly maxFiles: number;
	/** A folder of dependencies or build results with more files is not covered. */
	readonly maxBuildFolderFiles: number;
	readonly maxBuildFolderBytes: number;
	/** How long a program waits for the first look. */
	readonly maxWaitMs: number;
}

export const defaultLimits: UndoLimits = {
	maxFileBytes: 32 * 1024 * 1024,
	maxSnapshotBytes: 512 * 1024 * 1024,
	maxFiles: 600_000,
	maxBuildFolderFiles: 1000,
	maxBuildFolderBytes: 32 * 1024 * 1024,
	maxWaitMs: 10_000,
};

/**
 * `openUndoEngine` of `open-undo-engine.ts`. Finishes what a killed omp had begun; throws where `base` cannot be written, or another
 * process has the session open.
 */
export type OpenUndoEngine = (options: UndoOptions) => Promise<UndoEngine>;

/** The record of a session that may be open elsewhere. */
export interface StoredRecord extends UndoRecord {
	/** The process that has it open, if that is not this one. */
	readonly owner: number | undefined;
	/** omp was killed while a call ran: what that changed is recorded when an engine looks at the workspace. */
	readonly wasInterrupted: boolean;
}

/** `openUndoRecord` of `open-undo-engine.ts`. */
export type OpenUndoRecord = (options: UndoOptions) => Promise<StoredRecord>;

/** `collectGarbage` of `store/collect-garbage.ts`: removes the records of the oldest sessions until the store is within the limit. */
export type CollectGarbage = (
	base: string,
	options: { readonly maxBytes: number; readonly now: number; readonly keep?: readonly string[] },
) => Promise<{ readonly bytes: number; readonly removedSessions: readonly string[] }>;
