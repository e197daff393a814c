import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { StatusSegment } from "../segment.ts";

/** How much of the provider's quota is used. */
export const quotaSegment: StatusSegment = {
	name: "usage",
	render({ quotaPercent }, { theme }) {
		if (quotaPercent === undefined) return undefined;
		const text = `quota ${Math.round(quotaPercent)}%`;
		return quotaPercent >= 90 ? theme.error(text) : theme.muted(text);
	},
};

/** What extensions have to say. */
export const statusesSegment: StatusSegment = {
	name: "status",
	render: ({ statuses }, { theme }) =>
		statuses.length === 0 ? undefined : theme.muted(statuses.map(plainText).join(` ${theme.symbol("text.dot")} `)),
};
