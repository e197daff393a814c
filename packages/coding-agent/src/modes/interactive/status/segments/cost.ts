import type { StatusSegment } from "../segment.ts";

export const costSegment: StatusSegment = {
	name: "cost",
	render: ({ costUsd }, theme) => (costUsd > 0 ? theme.statusLineCost(`$${costUsd.toFixed(2)}`) : undefined),
};
