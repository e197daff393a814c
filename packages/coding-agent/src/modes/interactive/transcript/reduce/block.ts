import type { ToolResult } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { AssistantMessage, ImageContent } from "@oh-my-pi/pi-ai/message";
import type { NoticeLevel } from "../../../../conversation/event/event.ts";

interface BlockBase {
	readonly id: string;
	/** Nothing about it will change any more. */
	readonly settled: boolean;
}

export interface UserBlock extends BlockBase {
	readonly kind: "user";
	readonly text: string;
	readonly images: readonly ImageContent[];
	/** Files that came with it, in words. */
	readonly attachments: readonly string[];
}

export interface AssistantBlock extends BlockBase {
	readonly kind: "assistant";
	/** Grows while it streams; `revision` tells one state from the next. */
	readonly message: AssistantMessage;
	readonly revision: number;
	/** How many characters of it are shown so far; without it, all. */
	readonly revealed?: number;
}

export interface ToolBlock extends BlockBase {
	readonly kind: "tool";
	readonly tool: string;
	readonly args: unknown;
	readonly intent?: string;
	/** The call is still being written; `args` is what of it has arrived. */
	readonly streaming?: boolean;
	readonly state: "running" | "done" | "failed";
	/** Its approval is asked for right now; the question shows the call, so the transcript does not. */
	readonly isAskedAbout?: boolean;
	/** What there is to show: the result, or the state so far. */
	readonly output?: ToolResult;
}

/** Reads that follow each other, with nothing to see between them. */
export interface ReadsBlock extends BlockBase {
	readonly kind: "reads";
	readonly calls: readonly ToolBlock[];
	/** Another read would still belong to it. */
	readonly isOpen: boolean;
}

export interface NoticeBlock extends BlockBase {
	readonly kind: "notice";
	readonly level: NoticeLevel;
	readonly text: string;
}

/** A command or code that the user ran, as far as it has come. */
export interface UserRun {
	readonly id: string;
	readonly language: "bash" | "python";
	readonly text: string;
	/** Sent with `!!` or `$$`: the model never sees it. */
	readonly isPrivate: boolean;
	readonly output: string;
	/** How it ended, when it has. */
	readonly end?: { readonly exitCode?: number; readonly cancelled: boolean };
}

export interface UserRunBlock extends BlockBase {
	readonly kind: "user_run";
	readonly run: UserRun;
}

/** A line that the next one of its kind takes the place of. */
export interface StatusBlock extends BlockBase {
	readonly kind: "status";
	readonly text: string;
}

/** Why the model's reply failed. While it is pinned above the editor it takes no room in the transcript. */
export interface ErrorBlock extends BlockBase {
	readonly kind: "error";
	readonly text: string;
	/** The reply that failed. */
	readonly reply?: AssistantMessage;
	readonly state: "pinned" | "shown" | "dropped";
}

/** What stands for a part of the conversation that is told in few words from here on. */
export interface SummaryBlock extends BlockBase {
	readonly kind: "summary";
	readonly what: "compacted" | "branch summary" | "handoff";
	readonly text: string;
	readonly tokensBefore?: number;
	readonly tokensAfter?: number;
}

/** Something an extension or omp itself has said into the conversation. */
export interface CustomBlock extends BlockBase {
	readonly kind: "custom";
	/** The type of the message. */
	readonly label: string;
	readonly text: string;
	/** What its sender attached for whoever draws it. */
	readonly details?: unknown;
}

export interface ReminderBlock extends BlockBase {
	readonly kind: "reminder";
	readonly todos: readonly string[];
	readonly attempt: number;
	readonly maxAttempts: number;
}

/** Work in the background that has come to its end. */
export interface JobBlock extends BlockBase {
	readonly kind: "job";
	readonly jobs: ReadonlyArray<{
		readonly jobId: string;
		readonly type: string;
		readonly status?: string;
		readonly label: string;
		readonly durationMs: number;
		readonly summary?: string;
		readonly agent?: string;
	}>;
}

/** A line across the screen: another session, or what is shown once more. */
export interface RuleBlock extends BlockBase {
	readonly kind: "rule";
	readonly text: string;
}

/** The end of a run: what it came to. */
export interface RunEndBlock extends BlockBase {
	readonly kind: "run_end";
	readonly calls: readonly FinishedCall[];
	readonly elapsedMs: number;
	readonly costUsd: number;
	/** Files that are different on disk, and can be taken back; unknown where that is not recorded. */
	readonly changedFiles?: number;
	/** A commit, a branch or the index changed beside them. */
	readonly changesRepository?: true;
}

/** A call that went well. */
export interface FinishedCall {
	readonly tool: string;
	readonly args: unknown;
	readonly output: ToolResult;
}

/** One piece of the transcript, as data; views only draw it. */
export type Block =
	| UserBlock
	| AssistantBlock
	| ToolBlock
	| ReadsBlock
	| NoticeBlock
	| StatusBlock
	| ErrorBlock
	| SummaryBlock
	| CustomBlock
	| ReminderBlock
	| JobBlock
	| RuleBlock
	| RunEndBlock
	| UserRunBlock;
