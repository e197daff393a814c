import type { StatusSegment } from "../segment.ts";

export const pullRequestSegment: StatusSegment = {
	name: "pr",
	render: ({ pullRequest }, { theme }) =>
		pullRequest === undefined ? undefined : theme.accent(`${theme.symbol("icon.pullRequest")}${pullRequest}`),
};
