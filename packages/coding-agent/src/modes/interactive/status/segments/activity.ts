import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { shortNumber } from "@oh-my-pi/pi-utils/short-number";
import type { SessionMode, StatusSegment } from "../segment.ts";

export const modeSegment: StatusSegment = {
	name: "mode",
	render: ({ mode }, { theme }) => (mode ? theme.accent(modeText(mode, theme)) : undefined),
};

function modeText(mode: SessionMode, theme: Theme): string {
	switch (mode.kind) {
		case "plan":
			return `${theme.symbol("icon.plan")} Plan`;
		case "vibe":
			return `${theme.symbol("icon.agents")} Vibe`;
		case "paused":
			return `${theme.symbol("icon.paused")} Paused`;
		case "goal":
			return `${theme.symbol("icon.goal")} Goal ${[mode.tokens, mode.budget ?? []].flat().map(shortNumber).join("/")}`;
		case "loop":
			return `${theme.symbol("icon.loop")} Loop ${[mode.round, mode.rounds ?? []].flat().join("/")}`;
	}
}

export const jobsSegment: StatusSegment = {
	name: "jobs",
	render: ({ jobs }, { theme }) =>
		jobs === 0 ? undefined : theme.statusLineSubagents(`${theme.symbol("icon.jobs")} ${jobs}`),
};

export const subagentsSegment: StatusSegment = {
	name: "subagents",
	render: ({ agents }, { theme }) =>
		agents === 0
			? undefined
			: theme.statusLineSubagents(`${theme.symbol("icon.agents")} ${agents} agent${agents === 1 ? "" : "s"}`),
};
