import { plainTheme } from "@oh-my-pi/pi-tui/theme/plain-theme";
import type { GuestUi } from "../../workbench/guests.ts";
import { guestTheme } from "./guest-theme.ts";

/** Where nobody can be asked: questions are declined, and nothing is shown. */
export const headlessUi: GuestUi = {
	select: async () => undefined,
	confirm: async () => false,
	input: async () => undefined,
	editor: async () => undefined,
	custom: async () => undefined,
	notify: () => {},
	setStatus: () => {},
	setWidget: () => {},
	setWorkingMessage: () => {},
	setTitle: () => {},
	setFooter: () => {},
	setHeader: () => {},
	setEditorText: () => {},
	getEditorText: () => "",
	pasteToEditor: () => {},
	setEditorComponent: () => {},
	addAutocompleteProvider: () => () => {},
	onTerminalInput: () => () => {},
	theme: guestTheme(plainTheme()),
	getAllThemes: () => [],
	getTheme: () => undefined,
	setTheme: async () => ({ success: false, error: "There is no screen" }),
	getToolsExpanded: () => false,
	setToolsExpanded: () => {},
};
