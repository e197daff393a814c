import { localRipgrep, type Ripgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import type { Shell } from "@oh-my-pi/pi-natives/shell";
import type { BashOptions } from "./bash/bash.ts";
import { ConflictIndex, type Conflicts } from "./conflicts/conflict-index.ts";
import type { MatchOptions } from "./edit/match/find-lines.ts";
import { EditMemory } from "./edit/memory.ts";
import type { EditMode } from "./edit/mode.ts";
import type { EvalDeps } from "./eval/eval.ts";
import { type FileFinder, localFinder } from "./find/file-finder.ts";
import type { JobDeps } from "./job/job.ts";
import type { PollWait } from "./jobs/poll-window.ts";
import type { MutationPorts } from "./mutate/ports.ts";
import type { ArtifactSpace } from "./output/artifact-space.ts";
import { defaultOutputLimits, type OutputLimits } from "./output/output-limits.ts";
import type { ReadDeps } from "./read/read.ts";
import { defaultSummaryOptions, type SummaryOptions } from "./read/summary/summarize.ts";
import { type PendingActions, PendingQueue } from "./resolve/pending-actions.ts";
import { SnapshotStore } from "./snapshots/snapshot-store.ts";
import type { UrlRouter } from "./urls/url-router.ts";

/** Everything the built-in tools need; each gets its part. What a session keeps itself is made where it is not given. */
export interface ToolPorts extends Partial<Omit<MutationPorts, "cwd" | "home">> {
	readonly cwd: () => string;
	readonly home: string;
	readonly now: () => number;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly shell: Shell;
	readonly readDefaultLimit: number;
	readonly bashTimeoutSeconds: number;
	/** Tools that the user has switched on or off. */
	readonly isEnabled?: (toolName: string) => boolean;
	/** How this model edits; see `chooseEditMode`. */
	readonly editMode?: EditMode;
	readonly editMemory?: EditMemory;
	readonly fuzzyMatch?: () => MatchOptions;
	readonly enforceSeenLines?: () => boolean;
	/** The settings `readHashLines` and `readLineNumbers`. */
	readonly readRows?: { readonly hashLines: boolean; readonly lineNumbers: boolean };
	readonly finder?: FileFinder;
	readonly ripgrep?: Ripgrep;
	/** The settings `read.summarize.*`. */
	readonly summarize?: SummaryOptions;
	readonly images?: ReadDeps["images"];
	/** The settings `search.contextBefore` and `search.contextAfter`. */
	readonly searchContext?: { readonly before: number; readonly after: number };
	/** Where long output is kept; without it, it is only cut. */
	readonly artifacts?: ArtifactSpace;
	readonly outputLimits?: OutputLimits;
	readonly urls?: UrlRouter;
	readonly conflicts?: Conflicts;
	readonly pending?: PendingActions;
	readonly maxAstFiles?: number;
	/** What the execution tools need besides; see `BashOptions` and `EvalDeps`. */
	readonly execution?: ExecutionPorts;
}

/** What commands, jobs and cells are given; what is absent is not offered to the model. */
export interface ExecutionPorts
	extends Pick<
		BashOptions,
		| "shellPath"
		| "maxTimeoutSeconds"
		| "keepsHeadTail"
		| "commandRules"
		| "interceptor"
		| "minimizer"
		| "console"
		| "direnv"
		| "async"
	> {
	/** The setting `async.pollWaitDuration`. */
	readonly pollWait?: () => PollWait;
	/** Settles when something else wants the agent's attention than the jobs it waits for. */
	readonly interruption?: JobDeps["interruption"];
	readonly eval?: Pick<EvalDeps, "runtimes" | "languages" | "sessionId" | "host">;
}

/** What the tools share for a session, with a default for everything that was not given. */
export function withDefaults(ports: ToolPorts) {
	const mode = ports.editMode ?? "hashline";
	const isEnabled = ports.isEnabled ?? ((name: string) => name !== "ast_grep");
	const ripgrep = ports.ripgrep ?? localRipgrep({ searchPath: ports.env.PATH });
	const outputLimits = ports.outputLimits ?? defaultOutputLimits;
	const context = ports.searchContext ?? { before: 1, after: 3 };
	return {
		...ports,
		isEnabled,
		ripgrep,
		outputLimits,
		maxColumns: outputLimits.maxColumns,
		defaultLimit: ports.readDefaultLimit,
		summarize: ports.summarize ?? defaultSummaryOptions,
		images: ports.images ?? { autoResize: true, blocked: false, inspectedElsewhere: () => false },
		conflicts: ports.conflicts ?? new ConflictIndex(),
		contextBefore: context.before,
		contextAfter: context.after,
		mode,
		snapshots: ports.snapshots ?? new SnapshotStore(),
		memory: ports.editMemory ?? new EditMemory(),
		fuzzyMatch: ports.fuzzyMatch ?? (() => ({ fuzzy: true, threshold: 0.95 })),
		display: {
			hashLines: true,
			lineNumbers: false,
			...ports.readRows,
			hashlineEdits: mode === "hashline" && isEnabled("edit"),
		},
		finder: ports.finder ?? localFinder(),
		pending: ports.pending ?? new PendingQueue(),
		...(ports.maxAstFiles !== undefined && { maxFiles: ports.maxAstFiles }),
	};
}
