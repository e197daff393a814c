import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { ReminderBlock } from "../block.ts";
import type { BlockRenderer } from "../block-view.ts";
import { drawnBlock } from "../drawn-block.ts";
import { paddedRows } from "../padded-rows.ts";

/** The model stopped although there was something left to do, and has been told so. */
export const reminderRenderer: BlockRenderer<ReminderBlock> = drawnBlock(
	({ todos, attempt, maxAttempts }, { theme, padding }, width) => {
		const count = `${todos.length} incomplete todo${todos.length === 1 ? "" : "s"}`;
		const title = theme.warning(`${theme.symbol("status.warning")} ${count} - reminder ${attempt}/${maxAttempts}`);
		const items = todos.map((todo) => theme.muted(`  ${theme.symbol("checkbox.off")} ${plainText(todo)}`));
		return paddedRows([title, ...items], width, padding());
	},
);
