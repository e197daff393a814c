import { expect } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { buildKeymap } from "@oh-my-pi/pi-tui/input/keymap";
import { TUI_ACTIONS } from "@oh-my-pi/pi-tui/input/tui-actions.data";
import { plainTheme } from "@oh-my-pi/pi-tui/theme/plain-theme";
import { Editor } from "@oh-my-pi/pi-tui/widgets/editor/editor";
import { magicKeywordSettings } from "../../../settings/sections/screen/magic-keywords.ts";
import { Settings } from "../../../settings/settings.ts";
import { magicMarks } from "./magic-marks.ts";

verifies("rules-skills-commands:magic:highlight", () => {
	const settings = new Settings();
	const editor = new Editor({
		theme: { ...plainTheme(), accent: (text) => `«${text}»` },
		keymap: buildKeymap(TUI_ACTIONS).keymap,
		screenRows: () => 24,
		requestRender: () => {},
		onSubmit: () => {},
		marks: (line) => magicMarks(line, settings),
	});
	const drawn = () => editor.render(60)[1]?.trim();
	editor.setText("please ultrathink, not `orchestrate`");
	expect(drawn()).toContain("please «ultrathink», not `orchestrate`");
	settings.override(magicKeywordSettings.ultrathink, false);
	editor.invalidate();
	expect(drawn()).toContain("please ultrathink, not `orchestrate`");
});
