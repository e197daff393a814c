import type { StatusSegment } from "../segment.ts";

export const subagentsSegment: StatusSegment = {
	name: "subagents",
	render: ({ agents }, { theme }) =>
		agents === 0
			? undefined
			: theme.statusLineSubagents(`${theme.symbol("icon.agents")} ${agents} agent${agents === 1 ? "" : "s"}`),
};
