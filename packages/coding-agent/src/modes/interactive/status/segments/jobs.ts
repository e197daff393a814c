import type { StatusSegment } from "../segment.ts";

export const jobsSegment: StatusSegment = {
	name: "jobs",
	render: ({ jobs }, { theme }) =>
		jobs === 0 ? undefined : theme.statusLineSubagents(`${theme.symbol("icon.jobs")} ${jobs}`),
};
