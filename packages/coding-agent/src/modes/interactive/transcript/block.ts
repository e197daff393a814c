import type { ToolResult } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { AssistantMessage, ImageContent } from "@oh-my-pi/pi-ai/message";
import type { NoticeLevel } from "../../../conversation/event.ts";
import type { UserRun } from "../user-run/user-run.ts";

interface BlockBase {
	readonly id: string;
	/** Nothing about it will change any more. */
	readonly settled: boolean;
}

export interface UserBlock extends BlockBase {
	readonly kind: "user";
	readonly text: string;
	readonly images: readonly ImageContent[];
}

export interface AssistantBlock extends BlockBase {
	readonly kind: "assistant";
	/** Grows while it streams; `revision` tells one state from the next. */
	readonly message: AssistantMessage;
	readonly revision: number;
}

export interface ToolBlock extends BlockBase {
	readonly kind: "tool";
	readonly tool: string;
	readonly args: unknown;
	readonly intent?: string;
	/** The call is still being written; `args` is what of it has arrived. */
	readonly streaming?: true;
	readonly state: "running" | "done" | "failed";
	/** What there is to show: the result, or the state so far. */
	readonly output?: ToolResult;
}

export interface NoticeBlock extends BlockBase {
	readonly kind: "notice";
	readonly level: NoticeLevel;
	readonly text: string;
}

/** Something the user ran by hand. */
export interface UserRunBlock extends BlockBase {
	readonly kind: "user_run";
	readonly run: UserRun;
}

/** One piece of the transcript, as data; views only draw it. */
export type Block = UserBlock | AssistantBlock | ToolBlock | NoticeBlock | UserRunBlock;
