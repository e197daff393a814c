import type { AppAction } from "../keymap/app-actions.data.ts";
import { type Action, always, runs } from "./action.ts";
import { clearDraft } from "./clear-draft.ts";
import { copyLine, copyPrompt } from "./copy-draft.ts";
import { cycleModel } from "./cycle-model.ts";
import { cycleThinking } from "./cycle-thinking.ts";
import { dequeue } from "./dequeue.ts";
import { externalEditor } from "./external-editor.ts";
import { followUp } from "./follow-up.ts";
import { interrupt } from "./interrupt.ts";
import { pasteImage, pasteRaw } from "./paste.ts";
import { searchHistory } from "./search-history.ts";
import { toggleDisplay } from "./toggle-display.ts";

/** What each key of the interactive mode does; made anew for each mode, as some remember the last press. */
export function appActionHandlers(): { readonly [Name in AppAction]: Action } {
	const cycle = cycleModel();
	return {
		"app.interrupt": interrupt(),
		"app.clear": clearDraft(),
		// What is written is kept as the draft of the session.
		"app.exit": always(({ quit }) => quit()),
		"app.suspend": always((mode) => mode.suspend()),
		"app.display.reset": always((mode) => mode.resetScreen()),
		"app.thinking.cycle": cycleThinking,
		"app.thinking.toggle": toggleDisplay("showThinking", "Thinking blocks", "shown", "hidden"),
		"app.model.cycleForward": cycle.forward,
		"app.model.cycleBackward": cycle.backward,
		"app.model.select": runs("/model"),
		"app.model.selectTemporary": runs("/switch"),
		"app.plan.toggle": runs("/plan"),
		"app.message.followUp": followUp,
		"app.message.dequeue": dequeue,
		"app.retry": runs("/retry"),
		"app.history.search": searchHistory,
		"app.tools.expand": toggleDisplay("expanded", "Tool results", "in full", "folded"),
		"app.tools.toggleVisibility": toggleDisplay("showTools", "Tool calls", "shown", "hidden"),
		"app.editor.external": externalEditor,
		"app.clipboard.pasteImage": pasteImage,
		"app.clipboard.pasteTextRaw": pasteRaw,
		"app.clipboard.copyLine": copyLine,
		"app.clipboard.copyPrompt": copyPrompt,
		"app.session.new": runs("/new"),
		"app.session.tree": runs("/tree"),
		"app.session.fork": runs("/fork"),
		"app.session.resume": runs("/resume"),
	};
}
