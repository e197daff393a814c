import type { Attribution, ImageContent, Message, UserContent } from "@oh-my-pi/pi-ai/message";

/** Injected by the core or an extension; reaches the model as a user message. */
export interface CustomMessage {
	role: "custom";
	customType: string;
	content: UserContent;
	/** Whether the user sees it. */
	display: boolean;
	details?: unknown;
	attribution?: Attribution;
	timestamp: number;
}

/** A command the user ran with `!`. */
export interface BashExecutionMessage {
	role: "bashExecution";
	command: string;
	output: string;
	exitCode?: number;
	cancelled: boolean;
	truncated: boolean;
	artifactId?: string;
	excludeFromContext?: boolean;
	timestamp: number;
}

/** Python the user ran with `$`. */
export interface PythonExecutionMessage {
	role: "pythonExecution";
	code: string;
	output: string;
	exitCode?: number;
	cancelled: boolean;
	truncated: boolean;
	excludeFromContext?: boolean;
	timestamp: number;
}

export interface MentionedFile {
	path: string;
	content: string;
	lineCount?: number;
	image?: ImageContent;
}

/** The files mentioned as `@path` in a prompt. */
export interface FileMentionMessage {
	role: "fileMention";
	files: MentionedFile[];
	timestamp: number;
}

/** Summary of an abandoned branch. */
export interface BranchSummaryMessage {
	role: "branchSummary";
	summary: string;
	/** The parent of the abandoned branch, `root` for none. */
	fromId: string;
	timestamp: number;
}

/** Replaces the history before a compaction. */
export interface CompactionSummaryMessage {
	role: "compactionSummary";
	summary: string;
	shortSummary?: string;
	tokensBefore: number;
	/** What a provider's own compaction returned, replayed to that provider. */
	preserveData?: Record<string, unknown>;
	timestamp: number;
}

/** Every kind of message in a session; the first four are those that models know. */
export type SessionMessage =
	| Message
	| CustomMessage
	| BashExecutionMessage
	| PythonExecutionMessage
	| FileMentionMessage
	| BranchSummaryMessage
	| CompactionSummaryMessage;
