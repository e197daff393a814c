import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import type { Panel } from "./panel.ts";

/** What features have to say above the editor. */
export const featuresPanel: Panel = ({ session, theme }) => ({
	render(width) {
		const rows = session.workbench.features.panels(session).flat();
		return rows.map((row) => truncateToWidth(` ${plainText(row)}`, width, theme.symbol("text.ellipsis")));
	},
	invalidate() {},
});
