import { type Component, type Focusable, isFocusable } from "@oh-my-pi/pi-tui/component";
import type { Dialog, DialogContext } from "../../../dialogs/contract/dialog.ts";
import type { ExtensionDialogOptions } from "../../../workbench/contract/extension-host.ts";

/** A dialog that ends by itself when the time is up, which it shows, or the question is taken back. */
export function endable<Result>(
	dialog: Dialog<Result>,
	{ signal, timeout }: ExtensionDialogOptions = {},
): Dialog<Result> {
	const signals = [...(signal ? [signal] : []), ...(timeout === undefined ? [] : [AbortSignal.timeout(timeout)])];
	if (signals.length === 0) return dialog;
	const end = AbortSignal.any(signals);
	const endsAt = timeout === undefined ? undefined : performance.now() + timeout;
	return {
		...dialog,
		open(context) {
			const done = once((result: Result | undefined) => {
				end.removeEventListener("abort", giveUp);
				context.done(result);
			});
			const giveUp = () => done(undefined);
			const component = dialog.open({ ...context, done });
			// The dialog must be on the screen before it can be taken away.
			if (end.aborted) queueMicrotask(giveUp);
			else end.addEventListener("abort", giveUp, { once: true });
			return endsAt === undefined ? component : new Countdown(component, endsAt, context);
		},
		plain: (lines) =>
			dialog.plain({
				say: (text) => lines.say(text),
				choose: (title, choices, options) => lines.choose(title, choices, { signal: end, ...options }),
				enter: (question, options) => lines.enter(question, { signal: end, ...options }),
			}),
	};
}

/** A component, and below it how long it will be there. */
class Countdown implements Component, Focusable {
	readonly #inner: Component;
	readonly #endsAt: number;
	readonly #theme: DialogContext<unknown>["theme"];
	readonly #timer: ReturnType<typeof setInterval>;

	constructor(
		inner: Component,
		endsAt: number,
		{ theme, requestRender }: Pick<DialogContext<unknown>, "theme" | "requestRender">,
	) {
		this.#inner = inner;
		this.#endsAt = endsAt;
		this.#theme = theme;
		this.#timer = setInterval(requestRender, 1000);
		this.#timer.unref();
	}

	get focused(): boolean {
		return isFocusable(this.#inner) && this.#inner.focused;
	}

	set focused(isFocused: boolean) {
		if (isFocusable(this.#inner)) this.#inner.focused = isFocused;
	}

	handleInput(data: string): void {
		this.#inner.handleInput?.(data);
	}

	handlePaste(text: string): void {
		if (this.#inner.handlePaste) this.#inner.handlePaste(text);
		else this.#inner.handleInput?.(text);
	}

	render(width: number): readonly string[] {
		const seconds = Math.max(0, Math.ceil((this.#endsAt - performance.now()) / 1000));
		return [...this.#inner.render(width), this.#theme.dim(` Closes in ${seconds} s`)];
	}

	invalidate(): void {
		this.#inner.invalidate?.();
	}

	dispose(): void {
		clearInterval(this.#timer);
		this.#inner.dispose?.();
	}
}

/** Calls after the first do nothing. */
export function once<Value>(act: (value: Value) => void): (value: Value) => void {
	let isDone = false;
	return (value) => {
		if (isDone) return;
		isDone = true;
		act(value);
	};
}
