import type { StatusSegment } from "../segment.ts";

export const piSegment: StatusSegment = {
	name: "pi",
	render: (_facts, { theme }) => theme.accent(theme.symbol("icon.pi")),
};
