import type { SubmitPort } from "../../../../commands/contract/screen-ports.ts";
import type { AppAction } from "../app-actions.data.ts";
import { type Action, type ActionPorts, always } from "./action.ts";
import { cycleApprovals } from "./cycle-approvals.ts";
import { copyLine, copyPrompt, dequeue, externalEditor, followUp, searchHistory } from "./draft-actions.ts";
import { interrupt } from "./interrupt.ts";
import { cycleModel, cycleThinking } from "./model-actions.ts";
import { openHub } from "./open-hub.ts";
import { pasteImage, pasteRaw } from "./paste.ts";
import { stopOrExit } from "./stop-or-exit.ts";

/** What each key of the interactive mode does; made for each mode, as some remember the last press. */
export function appActionHandlers(): { readonly [Name in AppAction]: Action } {
	const cycle = cycleModel();
	return {
		"app.interrupt": interrupt(),
		"app.clear": stopOrExit(),
		// The text stays as the draft of the session.
		"app.exit": always(({ quit }) => quit()),
		"app.suspend": always(({ suspend }) => suspend()),
		"app.display.reset": always(({ resetScreen }) => resetScreen()),
		"app.thinking.cycle": cycleThinking,
		"app.thinking.toggle": toggles("showThinking", "Thinking blocks", "shown", "hidden"),
		"app.model.cycleForward": cycle.forward,
		"app.model.cycleBackward": cycle.backward,
		"app.model.select": runs("/model"),
		"app.model.selectTemporary": runs("/switch"),
		"app.plan.toggle": runs("/plan"),
		"app.approvals.cycle": cycleApprovals,
		"app.agents.hub": openHub,
		"app.message.followUp": followUp,
		"app.message.dequeue": dequeue,
		"app.retry": runs("/retry"),
		"app.files.undo": runs("/undo"),
		"app.files.redo": runs("/redo"),
		"app.history.search": searchHistory,
		"app.tools.expand": toggles("expanded", "Tool results", "in full", "folded"),
		"app.tools.toggleVisibility": toggles("showTools", "Tool calls", "shown", "hidden"),
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

/** A key that does what a command does. */
function runs(line: string): Action<SubmitPort> {
	return always(({ submit }) => void submit(line));
}

function toggles(key: "expanded" | "showThinking" | "showTools", what: string, on: string, off: string): Action {
	return always<ActionPorts>(({ display, redraw, notify }) => {
		display[key] = !display[key];
		redraw();
		notify("info", `${what}: ${display[key] ? on : off}`);
	});
}
