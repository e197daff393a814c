import { type Component, isFocusable } from "../component.ts";
import { isKeyRelease } from "../input/parse-key.ts";
import type { InputEvent } from "../input/sequence-buffer.ts";

/** Sees input before the focused component: returns it, a replacement, or nothing to consume it. */
export type InputListener = (event: InputEvent) => InputEvent | undefined;

/** Routes input to the focused component. */
export class InputDispatch {
	#listeners: readonly InputListener[] = [];
	#focused: Component | undefined;

	/** `first`: before all that are there. */
	addListener(listener: InputListener, { first = false } = {}): () => void {
		this.#listeners = first ? [listener, ...this.#listeners] : [...this.#listeners, listener];
		return () => {
			this.#listeners = this.#listeners.filter((other) => other !== listener);
		};
	}

	focus(component: Component | undefined): void {
		if (component === this.#focused) return;
		setFocused(this.#focused, false);
		this.#focused = component;
		setFocused(component, true);
	}

	handle(event: InputEvent): void {
		// A key release must not act a second time.
		if (event.type === "sequence" && !this.#focused?.wantsKeyRelease && isKeyRelease(event.data)) return;
		let current: InputEvent | undefined = event;
		for (const listener of this.#listeners) {
			current = listener(current);
			if (!current) return;
		}
		this.#deliver(current);
	}

	#deliver(event: InputEvent): void {
		const target = this.#focused;
		if (!target) return;
		if (event.type === "image") target.handleImage?.({ data: event.data, mimeType: event.mimeType });
		else if (event.type === "paste" && target.handlePaste) target.handlePaste(event.data);
		else target.handleInput?.(event.data);
	}
}

function setFocused(component: Component | undefined, focused: boolean): void {
	if (component && isFocusable(component)) component.focused = focused;
}
