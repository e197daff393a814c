import type { Component } from "@oh-my-pi/pi-tui/component";
import { Text } from "@oh-my-pi/pi-tui/widgets/text";
import type { Draft } from "../../commands/screen-ports.ts";
import type { NoticeLevel } from "../../conversation/event/event.ts";
import { confirmDialog } from "../../dialogs/confirm-dialog.ts";
import type { Ask, Dialog } from "../../dialogs/dialog.ts";
import { selectDialog } from "../../dialogs/select-dialog.ts";
import { textDialog } from "../../dialogs/text-dialog.ts";
import type { GuestDialogOptions, GuestScreen, GuestUi, GuestWidget } from "../../workbench/guests.ts";

export interface GuestUiPorts {
	readonly ask: Ask;
	readonly notify: (level: NoticeLevel, text: string) => void;
	readonly draft: Pick<Draft, "text" | "setText" | "insert">;
	readonly setStatus: (key: string, text: string | undefined) => void;
	/** Puts a component above the editor; gives the function that removes it. Absent where there is no screen. */
	readonly addPanel?: (
		make: (context: { readonly theme: NonNullable<GuestUi["theme"]> } & GuestScreen) => Component,
	) => () => void;
	readonly setTitle: (title: string) => void;
	readonly screen?: GuestScreen;
	readonly onInput?: GuestUi["onTerminalInput"];
	readonly theme?: GuestUi["theme"];
}

/** What extensions show and ask at a terminal. */
export function guestUi(ports: GuestUiPorts): GuestUi {
	const { ask, notify, draft, addPanel, screen } = ports;
	const widgets = new Map<string, () => void>();
	return {
		select: (title, options, dialog) =>
			ask(
				endable(
					selectDialog({ title, items: options.map((value) => ({ value, label: value })), filterable: false }),
					dialog,
				),
			),
		confirm: async (title, question, dialog) =>
			(await ask(endable(confirmDialog({ title, question, yes: "Yes", no: "No" }), dialog))) ?? false,
		input: (title, placeholder, dialog) =>
			ask(endable(textDialog({ title, ...(placeholder !== undefined && { placeholder }) }), dialog)),
		editor: (title, text, dialog) => ask(endable(textDialog({ title, ...(text !== undefined && { text }) }), dialog)),
		notify: (message, level = "info") => notify(level, message),
		setStatus: ports.setStatus,
		setWidget(key, content) {
			widgets.get(key)?.();
			widgets.delete(key);
			if (content === undefined || !addPanel) return;
			widgets.set(
				key,
				addPanel(({ theme, ...given }) => componentOf(content, given, theme)),
			);
		},
		setTitle: ports.setTitle,
		setEditorText: (text) => draft.setText(text),
		getEditorText: () => draft.text,
		pasteToEditor: (text) => draft.insert(text),
		async custom<Result>(make: Parameters<GuestUi["custom"]>[0]) {
			if (!screen) return undefined;
			const made = Promise.withResolvers<Result | undefined>();
			const dialog: Dialog<Result> = {
				title: "",
				drawsTitle: true,
				open(context) {
					const done = (result: unknown) => context.done(result as Result);
					return lateComponent(
						async () => make(screen, context.theme, context.keymap, done),
						context.requestRender,
						(error) => {
							context.done(undefined);
							made.reject(error);
						},
					);
				},
				plain: async () => undefined,
			};
			ask(dialog).then(made.resolve, made.reject);
			return made.promise;
		},
		onTerminalInput: ports.onInput ?? (() => () => {}),
		...(ports.theme && { theme: ports.theme }),
	};
}

function componentOf(
	content: readonly string[] | GuestWidget,
	screen: GuestScreen,
	theme: NonNullable<GuestUi["theme"]>,
): Component {
	return typeof content === "function" ? content(screen, theme) : new Text(content.join("\n"), { paddingX: 1 });
}

/** A component that may come later. */
function lateComponent(
	make: () => Promise<Component>,
	requestRender: () => void,
	onError: (error: unknown) => void,
): Component {
	let inner: Component | undefined;
	make().then((component) => {
		inner = component;
		requestRender();
	}, onError);
	const none: readonly string[] = [];
	return {
		render: (width) => inner?.render(width) ?? none,
		handleInput: (data) => {
			inner?.handleInput?.(data);
			requestRender();
		},
		invalidate: () => inner?.invalidate?.(),
		dispose: () => inner?.dispose?.(),
	};
}

/** A dialog that ends by itself when the time is up or the question is taken back. */
function endable<Result>(dialog: Dialog<Result>, { signal, timeout }: GuestDialogOptions = {}): Dialog<Result> {
	const signals = [...(signal ? [signal] : []), ...(timeout === undefined ? [] : [AbortSignal.timeout(timeout)])];
	if (signals.length === 0) return dialog;
	const end = AbortSignal.any(signals);
	return {
		...dialog,
		open(context) {
			let isOpen = true;
			const done = (result: Result | undefined) => {
				if (!isOpen) return;
				isOpen = false;
				context.done(result);
			};
			const component = dialog.open({ ...context, done });
			// The dialog must be on the screen before it can be taken away.
			if (end.aborted) queueMicrotask(() => done(undefined));
			else end.addEventListener("abort", () => done(undefined), { once: true });
			return component;
		},
	};
}
