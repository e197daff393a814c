import { describeChord } from "@oh-my-pi/pi-tui/input/chord";
import { fitToWidth } from "@oh-my-pi/pi-tui/text/pad";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { failureLine } from "../../../conversation/recovery/failure-line.ts";
import { errorSummary } from "../transcript/draw/parts/error-summary.ts";
import type { Panel } from "./panel.ts";

/** Why the last reply failed and how to try again, until something else is said. */
export const errorBanner: Panel = ({ session, theme, keymap }) => {
	let drawn: { key: string; rows: readonly string[] } = { key: "", rows: [] };
	return {
		render(width) {
			const { conversation, registry } = session;
			const last = conversation.isStreaming ? undefined : conversation.messages.at(-1);
			const hasFailed = last?.role === "assistant" && last.stopReason === "error";
			const error = hasFailed ? failureLine(last, { place: "prompt", registry, summarize: errorSummary }) : undefined;
			const key = `${width} ${error}`;
			if (key !== drawn.key) {
				const chord = describeChord(keymap.chordsFor("app.retry")[0] ?? "");
				drawn = { key, rows: error === undefined ? [] : drawBanner(error, chord, theme, width) };
			}
			return drawn.rows;
		},
		invalidate() {
			drawn = { key: "", rows: [] };
		},
	};
};

export function drawBanner(error: string, retryKey: string, theme: Theme, width: number): string[] {
	const inner = Math.max(1, width - 2);
	const message = wrapTextWithAnsi(theme.error(`${theme.symbol("status.error")} ${error}`), inner);
	const hint = retryKey === "" ? [] : [theme.muted(`  ${retryKey} to retry`)];
	return [...message, ...hint].map((row) => theme.toolErrorBg(fitToWidth(` ${row}`, width)));
}
