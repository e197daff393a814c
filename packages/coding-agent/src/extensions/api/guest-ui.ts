import type { GuestUi } from "../../workbench/guests.ts";
import type { Extension } from "./extension.ts";

const maxWidgetLines = 10;

/** Calls that are accepted and do nothing, so that an extension written for another host runs. */
const inert = {
	setWorkingMessage: () => {},
	setFooter: () => {},
	setHeader: () => {},
	setEditorComponent: () => {},
	addAutocompleteProvider: () => {},
	getAllThemes: () => [],
	getTheme: () => undefined,
	setTheme: async () => ({ success: false, error: "Themes cannot be changed by extensions yet" }),
	getToolsExpanded: () => false,
	setToolsExpanded: () => {},
};

/** The user interface of one extension: what it shows goes when it goes, and questions do not count against its time. */
export function uiOf(extension: Extension, ui: GuestUi): GuestUi {
	const ask = <Result>(question: () => Promise<Result>) => extension.whileAsking(question);
	const own = {
		...inert,
		select: (...given: Parameters<GuestUi["select"]>) => ask(() => ui.select(...given)),
		confirm: (...given: Parameters<GuestUi["confirm"]>) => ask(() => ui.confirm(...given)),
		input: (...given: Parameters<GuestUi["input"]>) => ask(() => ui.input(...given)),
		editor: (...given: Parameters<GuestUi["editor"]>) => ask(() => ui.editor(...given)),
		custom: <Result>(make: Parameters<typeof ui.custom<Result>>[0]) => ask(() => ui.custom<Result>(make)),
		notify: (...given: Parameters<GuestUi["notify"]>) => ui.notify(...given),
		setStatus(key: string, text: string | undefined) {
			if (!extension.isLoaded) return;
			ui.setStatus(key, text === undefined ? undefined : statusText(text));
			extension.onUnload(`status ${key}`, text === undefined ? undefined : () => ui.setStatus(key, undefined));
		},
		setWidget(...[key, content, options]: Parameters<GuestUi["setWidget"]>) {
			if (!extension.isLoaded) return;
			ui.setWidget(key, Array.isArray(content) ? content.slice(0, maxWidgetLines) : content, options);
			extension.onUnload(`widget ${key}`, content === undefined ? undefined : () => ui.setWidget(key, undefined));
		},
		setTitle: (title: string) => ui.setTitle(title),
		setEditorText: (text: string) => ui.setEditorText(text),
		getEditorText: () => ui.getEditorText(),
		pasteToEditor: (text: string) => ui.pasteToEditor(text),
		onTerminalInput(listener: Parameters<GuestUi["onTerminalInput"]>[0]) {
			const leave = ui.onTerminalInput(listener);
			extension.onUnload(leave, leave);
			return leave;
		},
		...(ui.theme && { theme: ui.theme }),
	};
	return own;
}

/** One line without control characters. */
function statusText(text: string): string {
	return text
		.replace(/\x1b\[[0-9;?]*[ -/]*[@-~]|[\x00-\x08\x0b-\x1f\x7f]/g, "")
		.replace(/\s+/g, " ")
		.trim();
}
