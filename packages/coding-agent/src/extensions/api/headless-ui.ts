import type { GuestUi } from "../../workbench/guests.ts";

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
	setTitle: () => {},
	setEditorText: () => {},
	getEditorText: () => "",
	pasteToEditor: () => {},
	onTerminalInput: () => () => {},
};
