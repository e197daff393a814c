import type { Component } from "@oh-my-pi/pi-tui/component";
import { plainTheme } from "@oh-my-pi/pi-tui/theme/plain-theme";
import type { Draft } from "../../../commands/contract/screen-ports.ts";
import type { NoticeLevel } from "../../../conversation/event/event.ts";
import { confirmDialog } from "../../../dialogs/confirm-dialog.ts";
import type { Ask, Dialog, UnaskedDialog } from "../../../dialogs/contract/dialog.ts";
import { editorDialog } from "../../../dialogs/editor-dialog.ts";
import { selectDialog } from "../../../dialogs/select-dialog.ts";
import { textDialog } from "../../../dialogs/text-dialog.ts";
import { extensionTheme } from "../../../features/extensions/api/extension-theme.ts";
import { headlessUi } from "../../../features/extensions/api/headless-ui.ts";
import type {
	ExtensionDialogOptions,
	ExtensionScreen,
	ExtensionUi,
} from "../../../workbench/contract/extension-host.ts";
import { endable, once } from "./ending-dialog.ts";

/** What only a screen has. */
export type ScreenCalls = Pick<
	ExtensionUi,
	| "setStatus"
	| "setWidget"
	| "setFooter"
	| "setHeader"
	| "setTitle"
	| "setWorkingMessage"
	| "setEditorComponent"
	| "addAutocompleteProvider"
	| "onTerminalInput"
	| "theme"
	| "getAllThemes"
	| "getTheme"
	| "setTheme"
	| "getToolsExpanded"
	| "setToolsExpanded"
>;

export interface ExtensionUiPorts {
	readonly ask: Ask;
	readonly notify: (level: NoticeLevel, text: string) => void;
	readonly draft: Pick<Draft, "text" | "setText" | "insert">;
	/** The model is at work, so that a question opens while the user may be typing. */
	readonly isBusy: () => boolean;
	/** Absent where there are only lines. */
	readonly screen?: ExtensionScreen & { readonly calls: ScreenCalls };
}

/** What extensions show and ask at a terminal. */
export function extensionUi({ ask, notify, draft, isBusy, screen }: ExtensionUiPorts): ExtensionUi {
	/** While the model rests, the user has mostly just called the extension. */
	const unasked = (name: UnaskedDialog): Pick<Dialog<unknown>, "opensUnasked" | "isAwaited"> => ({
		opensUnasked: name,
		...(!isBusy() && { isAwaited: true }),
	});
	const question = <Result>(name: UnaskedDialog, dialog: Dialog<Result>, options: ExtensionDialogOptions | undefined) =>
		ask(endable({ ...dialog, ...unasked(name) }, options));
	return {
		...headlessUi,
		theme: extensionTheme(plainTheme()),
		select: (title, options, dialog) =>
			question(
				"extension-choice",
				selectDialog({ title, items: options.map((value) => ({ value, label: value })), filterable: false }),
				dialog,
			),
		confirm: async (title, message, dialog) =>
			(await question(
				"extension-confirm",
				confirmDialog({ title, question: message, yes: "Yes", no: "No" }),
				dialog,
			)) ?? false,
		input: (title, placeholder, dialog) =>
			question("extension-text", textDialog({ title, ...(placeholder !== undefined && { placeholder }) }), dialog),
		editor: (title, text, dialog, { promptStyle = false } = {}) =>
			question("extension-editor", editorDialog({ title, promptStyle, ...(text !== undefined && { text }) }), dialog),
		notify: (message, level = "info") => notify(level, message),
		setEditorText: (text) => draft.setText(text),
		getEditorText: () => draft.text,
		pasteToEditor: (text) => draft.insert(text),
		...screen?.calls,
		async custom<Result>(...[make, { overlay = false } = {}]: Parameters<typeof headlessUi.custom<Result>>) {
			if (!screen) return undefined;
			const made = Promise.withResolvers<Result | undefined>();
			const dialog: Dialog<Result> = {
				title: "",
				drawsTitle: true,
				...unasked("extension-custom"),
				...(overlay && { overlays: true }),
				open(context) {
					const done = once((result: Result | undefined) => context.done(result));
					const { theme } = screen.calls;
					context.useKeys?.({ isField: () => true });
					return new LateComponent(
						async () => make(screen, theme, context.keymap, done),
						context.requestRender,
						(error) => {
							done(undefined);
							made.reject(error);
						},
					);
				},
				plain: async () => undefined,
			};
			ask(dialog).then(made.resolve, made.reject);
			return made.promise;
		},
	};
}

/** A component that may come later; what is typed until then is kept for it. */
class LateComponent implements Component {
	readonly #requestRender: () => void;
	#inner: Component | undefined;
	#early: string[] = [];
	#isFocused = false;
	#isGone = false;

	constructor(make: () => Promise<Component>, requestRender: () => void, onError: (error: unknown) => void) {
		this.#requestRender = requestRender;
		make().then((component) => this.#take(component), onError);
	}

	get focused(): boolean {
		return this.#isFocused;
	}

	set focused(isFocused: boolean) {
		this.#isFocused = isFocused;
		if (this.#inner && "focused" in this.#inner) this.#inner.focused = isFocused;
	}

	get wantsKeyRelease(): boolean {
		return this.#inner?.wantsKeyRelease ?? false;
	}

	render(width: number): readonly string[] {
		return this.#inner?.render(width) ?? noRows;
	}

	handleInput(data: string): void {
		if (this.#inner) this.#inner.handleInput?.(data);
		else this.#early.push(data);
		this.#requestRender();
	}

	invalidate(): void {
		this.#inner?.invalidate?.();
	}

	dispose(): void {
		this.#isGone = true;
		this.#inner?.dispose?.();
	}

	#take(component: Component): void {
		if (this.#isGone) {
			component.dispose?.();
			return;
		}
		this.#inner = component;
		this.focused = this.#isFocused;
		for (const data of this.#early.splice(0)) component.handleInput?.(data);
		this.#requestRender();
	}
}

const noRows: readonly string[] = [];
