import type { ActionTable } from "./keymap.ts";

/** Actions of the built-in widgets with their default keys. */
export const TUI_ACTIONS = {
	"tui.input.submit": { chords: ["enter"], summary: "Send" },
	"tui.input.newLine": { chords: ["shift+enter", "ctrl+j", "alt+enter"], summary: "New line" },
	"tui.input.tab": { chords: ["tab"], summary: "Complete" },
	"tui.input.copy": { chords: ["ctrl+c"], summary: "Copy" },
	"tui.editor.cursorUp": { chords: ["up"], summary: "Up" },
	"tui.editor.cursorDown": { chords: ["down"], summary: "Down" },
	"tui.editor.cursorLeft": { chords: ["left", "ctrl+b"], summary: "Left" },
	"tui.editor.cursorRight": { chords: ["right", "ctrl+f"], summary: "Right" },
	"tui.editor.cursorWordLeft": { chords: ["alt+left", "ctrl+left", "alt+b"], summary: "Word left" },
	"tui.editor.cursorWordRight": { chords: ["alt+right", "ctrl+right", "alt+f"], summary: "Word right" },
	"tui.editor.cursorLineStart": { chords: ["home", "ctrl+a"], summary: "Line start" },
	"tui.editor.cursorLineEnd": { chords: ["end", "ctrl+e"], summary: "Line end" },
	"tui.editor.pageUp": { chords: ["pageup"], summary: "Page up" },
	"tui.editor.pageDown": { chords: ["pagedown"], summary: "Page down" },
	"tui.editor.jumpForward": { chords: ["ctrl+]"], summary: "Jump forward to a character" },
	"tui.editor.jumpBackward": { chords: ["ctrl+alt+]"], summary: "Jump back to a character" },
	"tui.editor.deleteCharBackward": { chords: ["backspace"], summary: "Delete backward" },
	"tui.editor.deleteCharForward": { chords: ["delete", "ctrl+d"], summary: "Delete forward" },
	"tui.editor.deleteWordBackward": {
		chords: ["ctrl+w", "alt+backspace", "ctrl+backspace", "super+alt+backspace"],
		summary: "Delete word backward",
	},
	"tui.editor.deleteWordForward": {
		chords: ["alt+delete", "alt+d", "super+alt+delete", "super+alt+d"],
		summary: "Delete word forward",
	},
	"tui.editor.deleteToLineStart": { chords: ["ctrl+u"], summary: "Delete to line start" },
	"tui.editor.deleteToLineEnd": { chords: ["ctrl+k"], summary: "Delete to line end" },
	"tui.editor.yank": { chords: ["ctrl+y"], summary: "Yank" },
	"tui.editor.yankPop": { chords: ["alt+y"], summary: "Yank an earlier kill" },
	"tui.editor.undo": { chords: ["ctrl+-", "ctrl+_"], summary: "Undo" },
	"tui.select.up": { chords: ["up"], summary: "Up" },
	"tui.select.down": { chords: ["down"], summary: "Down" },
	"tui.select.pageUp": { chords: ["pageup"], summary: "Page up" },
	"tui.select.pageDown": { chords: ["pagedown"], summary: "Page down" },
	"tui.select.confirm": { chords: ["enter"], summary: "Choose" },
	"tui.select.cancel": { chords: ["escape", "ctrl+c"], summary: "Cancel" },
} as const satisfies ActionTable;

export type TuiAction = keyof typeof TUI_ACTIONS;
