import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";

/** What the status line knows about the session. */
export interface StatusFacts {
	readonly modelName: string | undefined;
	readonly thinkingLevel: string;
	readonly canThink: boolean;
	readonly cwd: string;
	readonly home: string;
	readonly contextTokens: number;
	readonly contextWindow: number | undefined;
	readonly costUsd: number;
}

/** One part of the status line; without anything to say it vanishes. */
export interface StatusSegment {
	readonly name: string;
	render(facts: StatusFacts, theme: Theme): string | undefined;
}
