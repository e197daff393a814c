import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { ApprovalMode } from "../../../../settings/approval-mode.ts";
import type { ShownMode } from "../../../../workbench/work-mode.ts";
import type { GitState } from "../git/git-state.ts";
import type { SegmentOptions } from "./segment-options.ts";

/** What the status line knows about the session. */
export interface StatusFacts {
	readonly modelName: string | undefined;
	readonly thinkingLevel: string;
	/** What `auto` came to. */
	readonly turnLevel?: string | undefined;
	readonly canThink: boolean;
	/** What the session is busy with beyond answering. */
	readonly mode?: ShownMode | undefined;
	/** What runs without asking. */
	readonly approvalMode: ApprovalMode | undefined;
	/** The session is somebody else's. */
	readonly isRemote?: boolean;
	readonly cwd: string | undefined;
	readonly home: string;
	readonly git?: GitState | undefined;
	readonly pullRequest?: number | undefined;
	readonly agents: number;
	readonly jobs: number;
	/** Tokens and money of the whole session. */
	readonly used: {
		readonly input: number;
		readonly output: number;
		readonly cacheRead: number;
		readonly cacheWrite: number;
		readonly costUsd: number;
	};
	/** The cap on the money of the session or of this run, if there is one. */
	readonly capUsd?: number | undefined;
	readonly tokensPerSecond: number | undefined;
	readonly contextTokens: number;
	/** `undefined` when nobody knows how much the model can take. */
	readonly contextWindow: number | undefined;
	/** For how long the model and its tools have worked. */
	readonly activeMs: number;
	readonly now: number;
	readonly sessionId: string;
	readonly sessionName: string | undefined;
	readonly hostname: string;
	/** How much of the provider's quota is used, in percent. */
	readonly quotaPercent?: number | undefined;
	/** What extensions have to say. */
	readonly statuses: readonly string[];
}

export interface SegmentStyle {
	readonly theme: Theme;
	readonly options: SegmentOptions;
	/** The line is too narrow; only what matters most is to be said. */
	readonly isShort: boolean;
}

/** One part of the status line; it returns `undefined` when it has nothing to show. */
export interface StatusSegment {
	readonly name: string;
	/** Where it is shown when the user's layout does not name it; without this it is not shown then. */
	readonly side?: "left" | "right";
	render(facts: StatusFacts, style: SegmentStyle): string | undefined;
}
