import type { ActionTable } from "@oh-my-pi/pi-tui/input/keymap";

/** What the interactive mode does on keys of its own. */
export const appActions = {
	"app.interrupt": { chords: ["escape"], summary: "Stop what is running" },
	"app.clear": { chords: ["ctrl+c"], summary: "Clear the draft; twice to leave" },
	"app.exit": { chords: ["ctrl+d"], summary: "Leave" },
	"app.suspend": { chords: ["ctrl+z"], summary: "Send omp to the background" },
	"app.display.reset": { chords: ["ctrl+l"], summary: "Redraw screen" },
	"app.thinking.cycle": { chords: ["shift+tab"], summary: "Next thinking level" },
	"app.thinking.toggle": { chords: ["ctrl+t"], summary: "Show or hide thinking" },
	"app.model.cycleForward": { chords: ["ctrl+p"], summary: "Next model of those for cycling" },
	"app.model.cycleBackward": { chords: ["shift+ctrl+p"], summary: "Previous model" },
	"app.model.select": { chords: ["alt+m"], summary: "Choose models" },
	"app.model.selectTemporary": { chords: ["alt+p"], summary: "Use another model in this session" },
	"app.plan.toggle": { chords: ["alt+shift+p"], summary: "Plan first, or stop planning" },
	"app.approvals.cycle": { chords: ["alt+a"], summary: "Next approval mode, for this run" },
	"app.message.followUp": { chords: ["ctrl+q", "ctrl+enter"], summary: "Queue for after this turn" },
	"app.message.dequeue": { chords: ["alt+up", "shift+up"], summary: "Edit queued messages" },
	"app.retry": { chords: ["alt+r"], summary: "Ask again" },
	"app.history.search": { chords: ["ctrl+r"], summary: "Search earlier prompts" },
	"app.tools.expand": { chords: ["ctrl+o"], summary: "Show tool results in full" },
	"app.tools.toggleVisibility": { chords: ["ctrl+shift+o"], summary: "Show or hide tool calls" },
	"app.editor.external": { chords: ["ctrl+g"], summary: "Write the prompt in your editor" },
	"app.clipboard.pasteImage": { chords: ["ctrl+v"], summary: "Paste an image, else text" },
	"app.clipboard.pasteTextRaw": { chords: ["ctrl+shift+v", "alt+shift+v"], summary: "Paste text as it is" },
	"app.clipboard.copyLine": { chords: ["alt+shift+l"], summary: "Copy the line" },
	"app.clipboard.copyPrompt": { chords: ["alt+shift+c"], summary: "Copy the prompt" },
	"app.session.new": { chords: [], summary: "New session" },
	"app.session.tree": { chords: [], summary: "Tree of the session" },
	"app.session.fork": { chords: [], summary: "Copy of the session" },
	"app.session.resume": { chords: [], summary: "Another session" },
} as const satisfies ActionTable;

export type AppAction = keyof typeof appActions;
