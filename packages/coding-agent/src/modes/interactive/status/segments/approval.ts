import { approvalModeWords } from "../../../../settings/approval-mode.ts";
import type { StatusSegment } from "./segment.ts";

/** What omp may do unasked. */
export const approvalSegment: StatusSegment = {
	name: "approval",
	render({ approvalMode }, { theme, isShort }) {
		if (approvalMode === undefined) return undefined;
		const { short } = approvalModeWords[approvalMode];
		if (approvalMode === "yolo") return theme.warning(short);
		return theme.muted(isShort ? "ask" : short);
	},
};
