import type { ActionTable } from "@oh-my-pi/pi-tui/input/keymap";

/** What keys do inside one dialog only; elsewhere they mean what they mean there. */
export const surfaceActions = {
	"app.session.togglePath": { chords: ["ctrl+p"], summary: "Sessions: show paths" },
	"app.session.toggleSort": { chords: ["ctrl+s"], summary: "Sessions: change sort order" },
	"app.session.rename": { chords: ["ctrl+r"], summary: "Sessions: rename" },
	"app.session.delete": { chords: ["ctrl+d"], summary: "Sessions: delete" },
	"app.session.deleteNoninvasive": { chords: ["ctrl+backspace"], summary: "Sessions: delete when nothing is typed" },
	"app.tree.foldOrUp": { chords: ["ctrl+left", "alt+left"], summary: "Tree: fold, or go up" },
	"app.tree.unfoldOrDown": { chords: ["ctrl+right", "alt+right"], summary: "Tree: unfold, or go down" },
} as const satisfies ActionTable;
