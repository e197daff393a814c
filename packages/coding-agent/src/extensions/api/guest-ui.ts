import type {
	GuestCompletions,
	GuestEditorFactory,
	GuestFooter,
	GuestScreen,
	GuestUi,
	GuestWidget,
} from "../../workbench/guests.ts";
import type { Extension } from "./extension.ts";
import { GuardedComponent, GuardedEditor } from "./guarded-component.ts";
import { headlessUi } from "./headless-ui.ts";

const maxWidgetLines = 10;

/** The user interface of one extension: what it shows goes when it goes, and questions do not count against its time. */
export function uiOf(
	extension: Extension,
	given: GuestUi | undefined,
	report: (extension: Extension, event: string, error: unknown) => void,
): GuestUi {
	const ui = given ?? headlessUi;
	const ask = <Result>(question: () => Promise<Result>) => extension.whileAsking(question);
	/** For what is set until it is set to nothing. */
	const keeping =
		<Value>(what: string, set: (value: Value | undefined) => void) =>
		(value?: Value) => {
			if (!extension.isLoaded) return;
			set(value);
			extension.onUnload(what, value === undefined ? undefined : () => set(undefined));
		};
	const leaving = (leave: () => void) => {
		extension.onUnload(leave, leave);
		return () => {
			extension.onUnload(leave, undefined);
			leave();
		};
	};
	/** What it draws must not take the screen down. */
	const guarded =
		(what: string, make: GuestWidget): GuestWidget =>
		(screen, theme) =>
			new GuardedComponent(make(ownScreen(screen), theme), (error) => report(extension, what, error));
	const ownScreen = (screen: GuestScreen): GuestScreen => ({
		...screen,
		showOverlay(component, options) {
			const shown = new GuardedComponent(component, (error) => report(extension, "overlay", error));
			const overlay = screen.showOverlay(shown, options);
			extension.onUnload(overlay, () => overlay.hide());
			const hide = () => {
				extension.onUnload(overlay, undefined);
				overlay.hide();
			};
			return { ...overlay, hide };
		},
	});
	return {
		select: (...asked) => ask(() => ui.select(...asked)),
		confirm: (...asked) => ask(() => ui.confirm(...asked)),
		input: (...asked) => ask(() => ui.input(...asked)),
		editor: (...asked) => ask(() => ui.editor(...asked)),
		custom: <Result>(...[make, options]: Parameters<typeof ui.custom<Result>>) =>
			ask(() =>
				ui.custom<Result>(async (screen, theme, keymap, done) => {
					const component = await make(ownScreen(screen), theme, keymap, done);
					return new GuardedComponent(component, (error) => {
						report(extension, "ui.custom", error);
						// Nobody could close it any more.
						queueMicrotask(() => done(undefined as Result));
					});
				}, options),
			),
		notify: (...given) => ui.notify(...given),
		setStatus(key, text) {
			if (!extension.isLoaded) return;
			ui.setStatus(key, text === undefined ? undefined : statusText(text));
			extension.onUnload(`status ${key}`, text === undefined ? undefined : () => ui.setStatus(key, undefined));
		},
		setWidget(key, content, options) {
			if (!extension.isLoaded) return;
			const shown =
				typeof content === "function" ? guarded(`widget:${key}`, content) : content?.slice(0, maxWidgetLines);
			ui.setWidget(key, shown, options);
			extension.onUnload(`widget ${key}`, content === undefined ? undefined : () => ui.setWidget(key, undefined));
		},
		setTitle: (title) => ui.setTitle(title),
		setWorkingMessage: keeping("working message", (message: string | undefined) => ui.setWorkingMessage(message)),
		setFooter: keeping("footer", (make: GuestFooter | undefined) =>
			ui.setFooter(
				make && ((screen, theme, facts) => guarded("footer", () => make(screen, theme, facts))(screen, theme)),
			),
		),
		setHeader: keeping("header", (make: GuestWidget | undefined) => ui.setHeader(make && guarded("header", make))),
		setEditorText: (text) => ui.setEditorText(text),
		getEditorText: () => ui.getEditorText(),
		pasteToEditor: (text) => ui.pasteToEditor(text),
		setEditorComponent: keeping("editor", (make: GuestEditorFactory | undefined) =>
			ui.setEditorComponent(
				make &&
					((...given) =>
						new GuardedEditor(make(...given), (error) => {
							report(extension, "editor", error);
							// Without an editor the user could do nothing.
							queueMicrotask(() => ui.setEditorComponent(undefined));
						})),
			),
		),
		addAutocompleteProvider: (wrap) =>
			leaving(
				ui.addAutocompleteProvider((current) =>
					guardedCompletions(wrap(current), current, (error) => report(extension, "completions", error)),
				),
			),
		onTerminalInput: (listener) =>
			leaving(
				ui.onTerminalInput((data) => {
					try {
						return listener(data);
					} catch (error) {
						report(extension, "terminal input", error);
						return undefined;
					}
				}),
			),
		theme: ui.theme,
		getAllThemes: () => ui.getAllThemes(),
		getTheme: (name) => ui.getTheme(name),
		async setTheme(theme) {
			if (!extension.isLoaded) return { success: false, error: "The extension was unloaded" };
			const done = await ui.setTheme(theme);
			if (done.success) extension.onUnload("theme", () => void ui.setTheme(undefined));
			return done;
		},
		getToolsExpanded: () => ui.getToolsExpanded(),
		setToolsExpanded: (isExpanded) => ui.setToolsExpanded(isExpanded),
	};
}

/** When they fail, the completions are what they were without the extension. */
function guardedCompletions(
	own: GuestCompletions,
	current: GuestCompletions,
	onFailure: (error: unknown) => void,
): GuestCompletions {
	return {
		async getSuggestions(...given) {
			try {
				return await own.getSuggestions(...given);
			} catch (error) {
				if (!given[3]?.signal?.aborted) onFailure(error);
				return current.getSuggestions(...given);
			}
		},
		...(own.applyCompletion && { applyCompletion: own.applyCompletion.bind(own) }),
	};
}

/** One line without control characters. */
function statusText(text: string): string {
	return text
		.replace(/\x1b\[[0-9;?]*[ -/]*[@-~]|[\x00-\x08\x0b-\x1f\x7f]/g, "")
		.replace(/\s+/g, " ")
		.trim();
}
