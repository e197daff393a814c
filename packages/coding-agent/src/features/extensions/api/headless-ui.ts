import { plainTheme } from "@oh-my-pi/pi-tui/theme/plain-theme";
import type { ExtensionUi } from "../../../workbench/contract/extension-host.ts";
import { extensionTheme } from "./extension-theme.ts";

/** Where nobody can be asked: questions are declined, and nothing is shown. */
export const headlessUi: ExtensionUi = {
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
	theme: extensionTheme(plainTheme()),
	getAllThemes: () => [],
	getTheme: () => undefined,
	setTheme: async () => ({ success: false, error: "There is no screen" }),
	getToolsExpanded: () => false,
	setToolsExpanded: () => {},
};
