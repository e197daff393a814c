import type { StatusSegment } from "./segment.ts";

export const modeSegment: StatusSegment = {
	name: "mode",
	render: ({ mode }, { theme }) => (mode ? theme.accent(`${theme.symbol(mode.symbol)} ${mode.text}`) : undefined),
};

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
