import type { StatusSegment } from "../segment.ts";

export const costSegment: StatusSegment = {
	name: "cost",
	render: ({ used }, { theme }) => (used.costUsd > 0 ? theme.statusLineCost(`$${used.costUsd.toFixed(2)}`) : undefined),
};
