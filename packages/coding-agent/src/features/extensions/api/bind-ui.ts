import type {
	ExtensionCompletionProvider,
	ExtensionEditorFactory,
	ExtensionFooter,
	ExtensionScreen,
	ExtensionUi,
	ExtensionWidget,
} from "../../../workbench/contract/extension-host.ts";
import type { Extension } from "./extension.ts";
import { GuardedComponent, GuardedEditor } from "./guarded-component.ts";
import { headlessUi } from "./headless-ui.ts";

const maxWidgetLines = 10;

/** The user interface of one extension: what it shows goes when it goes, and questions do not count against its time. */
export function bindUi(
	extension: Extension,
	frontEndUi: ExtensionUi | undefined,
	report: (extension: Extension, event: string, error: unknown) => void,
): ExtensionUi {
	const ui = frontEndUi ?? headlessUi;
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
		(what: string, make: ExtensionWidget): ExtensionWidget =>
		(screen, theme) =>
			new GuardedComponent(make(ownScreen(screen), theme), (error) => report(extension, what, error));
	const ownScreen = (screen: ExtensionScreen): ExtensionScreen => ({
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
		notify: (...args) => ui.notify(...args),
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
		setFooter: keeping("footer", (make: ExtensionFooter | undefined) =>
			ui.setFooter(
				make && ((screen, theme, facts) => guarded("footer", () => make(screen, theme, facts))(screen, theme)),
			),
		),
		setHeader: keeping("header", (make: ExtensionWidget | undefined) => ui.setHeader(make && guarded("header", make))),
		setEditorText: (text) => ui.setEditorText(text),
		getEditorText: () => ui.getEditorText(),
		pasteToEditor: (text) => ui.pasteToEditor(text),
		setEditorComponent: keeping("editor", (make: ExtensionEditorFactory | undefined) =>
			ui.setEditorComponent(
				make &&
					((...args) =>
						new GuardedEditor(make(...args), (error) => {
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
	wrapped: ExtensionCompletionProvider,
	current: ExtensionCompletionProvider,
	onFailure: (error: unknown) => void,
): ExtensionCompletionProvider {
	return {
		async getSuggestions(...args) {
			try {
				return await wrapped.getSuggestions(...args);
			} catch (error) {
				if (!args[3]?.signal?.aborted) onFailure(error);
				return current.getSuggestions(...args);
			}
		},
		...(wrapped.applyCompletion && { applyCompletion: wrapped.applyCompletion.bind(wrapped) }),
	};
}

/** One line without control characters. */
function statusText(text: string): string {
	return text
		.replace(/\x1b\[[0-9;?]*[ -/]*[@-~]|[\x00-\x08\x0b-\x1f\x7f]/g, "")
		.replace(/\s+/g, " ")
		.trim();
}
