import { expect, test } from "bun:test";
import { buildKeymap } from "@oh-my-pi/pi-tui/input/keymap";
import { actionsOn } from "./keymap.ts";

/** Actions by the keys they have unless a user says otherwise, as they are promised. */
const promised: Readonly<Record<string, readonly string[]>> = {
	"app.interrupt": ["escape"],
	"app.approvals.cycle": ["alt+k"],
	"app.agents.hub": ["alt+a", "ctrl+s"],
	"app.clear": ["ctrl+c"],
	"app.exit": ["ctrl+d"],
	"app.suspend": ["ctrl+z"],
	"app.display.reset": ["ctrl+l", "alt+l"],
	"app.thinking.cycle": ["shift+tab"],
	"app.thinking.toggle": ["ctrl+t"],
	"app.model.cycleForward": ["ctrl+p"],
	"app.model.cycleBackward": ["shift+ctrl+p"],
	"app.model.select": ["alt+m"],
	"app.model.selectTemporary": ["alt+p"],
	"app.plan.toggle": ["alt+shift+p"],
	"app.tools.expand": ["ctrl+o"],
	"app.tools.toggleVisibility": ["ctrl+shift+o"],
	"app.history.search": ["ctrl+r"],
	"app.editor.external": ["ctrl+g"],
	"app.message.followUp": ["ctrl+q", "ctrl+enter"],
	"app.message.dequeue": ["alt+up", "shift+up"],
	"app.files.undo": ["alt+z"],
	"app.files.redo": ["alt+shift+z"],
	"app.retry": ["alt+r"],
	"app.clipboard.pasteImage": ["ctrl+v"],
	"app.clipboard.pasteTextRaw": ["ctrl+shift+v", "alt+shift+v"],
	"app.clipboard.copyLine": ["alt+shift+l"],
	"app.clipboard.copyPrompt": ["alt+shift+c"],
	"app.session.new": [],
	"app.session.tree": [],
	"app.session.fork": [],
	"app.session.resume": [],
	"app.session.togglePath": ["ctrl+p"],
	"app.session.toggleSort": ["ctrl+s"],
	"app.session.rename": ["ctrl+r"],
	"app.session.delete": ["ctrl+d"],
	"app.session.deleteNoninvasive": ["ctrl+backspace"],
	"app.tree.foldOrUp": ["ctrl+left", "alt+left"],
	"app.tree.unfoldOrDown": ["ctrl+right", "alt+right"],
	"tui.input.submit": ["enter"],
	"tui.input.newLine": ["shift+enter", "ctrl+j", "alt+enter"],
	"tui.input.tab": ["tab"],
	"tui.input.copy": ["ctrl+c"],
	"tui.editor.cursorUp": ["up"],
	"tui.editor.cursorDown": ["down"],
	"tui.editor.cursorLeft": ["left", "ctrl+b"],
	"tui.editor.cursorRight": ["right", "ctrl+f"],
	"tui.editor.cursorWordLeft": ["alt+left", "ctrl+left", "alt+b"],
	"tui.editor.cursorWordRight": ["alt+right", "ctrl+right", "alt+f"],
	"tui.editor.cursorLineStart": ["home", "ctrl+a"],
	"tui.editor.cursorLineEnd": ["end", "ctrl+e"],
	"tui.editor.pageUp": ["pageup"],
	"tui.editor.pageDown": ["pagedown"],
	"tui.editor.jumpForward": ["ctrl+]"],
	"tui.editor.jumpBackward": ["ctrl+alt+]"],
	"tui.editor.deleteCharBackward": ["backspace"],
	"tui.editor.deleteCharForward": ["delete", "ctrl+d"],
	"tui.editor.deleteWordBackward": ["ctrl+w", "alt+backspace", "ctrl+backspace", "super+alt+backspace"],
	"tui.editor.deleteWordForward": ["alt+delete", "alt+d", "super+alt+delete", "super+alt+d"],
	"tui.editor.deleteToLineStart": ["ctrl+u"],
	"tui.editor.deleteToLineEnd": ["ctrl+k"],
	"tui.editor.yank": ["ctrl+y"],
	"tui.editor.yankPop": ["alt+y"],
	"tui.editor.undo": ["ctrl+-", "ctrl+_"],
	"tui.select.up": ["up"],
	"tui.select.down": ["down"],
	"tui.select.pageUp": ["pageup"],
	"tui.select.pageDown": ["pagedown"],
	"tui.select.confirm": ["enter"],
	"tui.select.cancel": ["escape", "ctrl+c"],
};

const chordsOn = (platform: NodeJS.Platform) =>
	Object.fromEntries(Object.entries(actionsOn(platform)).map(([action, { chords }]) => [action, [...chords]]));

test("every action has the keys that are promised", () => {
	expect(chordsOn("linux")).toEqual(promised as Record<string, string[]>);
});

test("a key that a user gave to the approvals stays theirs", () => {
	const { keymap } = buildKeymap(actionsOn("linux"), { "app.approvals.cycle": "alt+a" });
	expect(keymap.actionsFor("\x1ba")).toEqual(["app.approvals.cycle"]);
	expect(keymap.chordsFor("app.agents.hub")).toEqual(["ctrl+s"]);
});

test("pictures are pasted by the system's own key, too", () => {
	const paste = (platform: NodeJS.Platform) => chordsOn(platform)["app.clipboard.pasteImage"];
	expect([paste("darwin"), paste("win32")]).toEqual([
		["ctrl+v", "super+v"],
		["ctrl+v", "alt+v"],
	]);
});
