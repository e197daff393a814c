import type { ActionTable } from "@oh-my-pi/pi-tui/input/keymap";

/** What the interactive mode does on keys of its own. */
export const appActions = {
	"app.interrupt": { chords: ["escape"], summary: "Interrupt" },
	"app.clear": { chords: ["ctrl+c"], summary: "Stop; at rest clear the draft, twice to exit" },
	"app.exit": { chords: ["ctrl+d"], summary: "Leave" },
	"app.suspend": { chords: ["ctrl+z"], summary: "Suspend omp" },
	"app.display.reset": { chords: ["ctrl+l", "alt+l"], summary: "Redraw screen" },
	"app.thinking.cycle": { chords: ["shift+tab"], summary: "Next thinking level" },
	"app.thinking.toggle": { chords: ["ctrl+t"], summary: "Show or hide thinking" },
	"app.model.cycleForward": { chords: ["ctrl+p"], summary: "Next model" },
	"app.model.cycleBackward": { chords: ["shift+ctrl+p"], summary: "Previous model" },
	"app.model.select": { chords: ["alt+m"], summary: "Choose models" },
	"app.model.selectTemporary": { chords: ["alt+p"], summary: "Use another model in this session" },
	"app.plan.toggle": { chords: ["alt+shift+p"], summary: "Turn plan mode on or off" },
	"app.approvals.cycle": { chords: ["alt+k"], summary: "Next approval mode, for this run" },
	"app.agents.hub": { chords: ["alt+a", "ctrl+s"], summary: "Watch and steer sub-agents" },
	"app.message.followUp": { chords: ["ctrl+q", "ctrl+enter"], summary: "Queue for after this turn" },
	"app.message.dequeue": { chords: ["alt+up", "shift+up"], summary: "Edit queued messages" },
	"app.files.undo": { chords: ["alt+z"], summary: "Take back what the last turn changed in files" },
	"app.files.redo": { chords: ["alt+shift+z"], summary: "Put back what was taken back" },
	"app.retry": { chords: ["alt+r"], summary: "Ask again" },
	"app.history.search": { chords: ["ctrl+r"], summary: "Search earlier prompts" },
	"app.tools.expand": { chords: ["ctrl+o"], summary: "Expand tool results" },
	"app.tools.toggleVisibility": { chords: ["ctrl+shift+o"], summary: "Show or hide tool calls" },
	"app.editor.external": { chords: ["ctrl+g"], summary: "Write the prompt in your editor" },
	"app.clipboard.pasteImage": { chords: ["ctrl+v"], summary: "Paste an image or text" },
	"app.clipboard.pasteTextRaw": { chords: ["ctrl+shift+v", "alt+shift+v"], summary: "Paste as plain text" },
	"app.clipboard.copyLine": { chords: ["alt+shift+l"], summary: "Copy the line" },
	"app.clipboard.copyPrompt": { chords: ["alt+shift+c"], summary: "Copy the prompt" },
	"app.session.new": { chords: [], summary: "New session" },
	"app.session.tree": { chords: [], summary: "Open the session tree" },
	"app.session.fork": { chords: [], summary: "Fork the session" },
	"app.session.resume": { chords: [], summary: "Resume another session" },
} as const satisfies ActionTable;

export type AppAction = keyof typeof appActions;
