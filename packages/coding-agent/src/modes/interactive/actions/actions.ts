import type { AppAction } from "../keymap/app-actions.data.ts";
import { type Action, always, runs } from "./action.ts";
import { clearDraft } from "./clear-draft.ts";
import { cycleThinking } from "./cycle-thinking.ts";
import { dequeue } from "./dequeue.ts";
import { followUp } from "./follow-up.ts";
import { interrupt } from "./interrupt.ts";
import { searchHistory } from "./search-history.ts";
import { toggleDisplay } from "./toggle-display.ts";

/** What each key of the interactive mode does; made anew for each mode, as some remember the last press. */
export function appActionHandlers(): { readonly [Name in AppAction]: Action } {
	return {
		"app.interrupt": interrupt(),
		"app.clear": clearDraft(),
		"app.exit": (mode) => mode.draft.isEmpty && always(({ quit }) => quit())(mode),
		"app.suspend": always((mode) => mode.suspend()),
		"app.display.reset": always((mode) => mode.resetScreen()),
		"app.thinking.cycle": cycleThinking,
		"app.thinking.toggle": toggleDisplay("showThinking", "Thinking blocks", "shown", "hidden"),
		"app.model.select": runs("/model"),
		"app.model.selectTemporary": runs("/switch"),
		"app.plan.toggle": runs("/plan"),
		"app.message.followUp": followUp,
		"app.message.dequeue": dequeue,
		"app.retry": runs("/retry"),
		"app.history.search": searchHistory,
		"app.tools.expand": toggleDisplay("expanded", "Tool results", "in full", "folded"),
	};
}
