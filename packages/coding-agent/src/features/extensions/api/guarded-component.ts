import { type Component, type Focusable, isFocusable } from "@oh-my-pi/pi-tui/component";
import type { ExtensionEditor, ExtensionEditorSurroundings } from "../../../workbench/contract/extension-host.ts";

/** A component of an extension: when it fails it is empty from then on, and `onFailure` is called once. */
export class GuardedComponent<Inner extends Component = Component> implements Component, Focusable {
	protected readonly inner: Inner;
	readonly #onFailure: (error: unknown) => void;
	#hasFailed = false;

	constructor(inner: Inner, onFailure: (error: unknown) => void) {
		if (typeof inner?.render !== "function") throw new TypeError("The component has no render function");
		this.inner = inner;
		this.#onFailure = onFailure;
	}

	get focused(): boolean {
		return isFocusable(this.inner) && this.inner.focused;
	}

	set focused(isFocused: boolean) {
		if (isFocusable(this.inner)) this.inner.focused = isFocused;
	}

	get wantsKeyRelease(): boolean {
		return this.inner.wantsKeyRelease ?? false;
	}

	render(width: number): readonly string[] {
		return this.attempt(() => drawRows(this.inner, width), noRows);
	}

	handleInput(data: string): void {
		this.attempt(() => this.inner.handleInput?.(data), undefined);
	}

	handlePaste(text: string): void {
		const { inner } = this;
		this.attempt(() => (inner.handlePaste ? inner.handlePaste(text) : inner.handleInput?.(text)), undefined);
	}

	invalidate(): void {
		this.attempt(() => this.inner.invalidate?.(), undefined);
	}

	dispose(): void {
		this.attempt(() => this.inner.dispose?.(), undefined);
	}

	protected attempt<Result>(work: () => Result, instead: Result): Result {
		if (this.#hasFailed) return instead;
		try {
			return work();
		} catch (error) {
			this.#hasFailed = true;
			this.#onFailure(error);
			return instead;
		}
	}
}

/** The same for an editor. */
export class GuardedEditor extends GuardedComponent<ExtensionEditor> implements ExtensionEditor {
	getText(): string {
		return this.attempt(() => this.inner.getText(), "");
	}

	setText(text: string): void {
		this.attempt(() => this.inner.setText(text), undefined);
	}

	getExpandedText(): string {
		const { inner } = this;
		return this.attempt(() => inner.getExpandedText?.() ?? inner.getText(), "");
	}

	insertTextAtCursor(text: string): void {
		const { inner } = this;
		this.attempt(
			() => (inner.insertTextAtCursor ? inner.insertTextAtCursor(text) : inner.setText(inner.getText() + text)),
			undefined,
		);
	}

	setAutocompleteProvider(provider: Parameters<NonNullable<ExtensionEditor["setAutocompleteProvider"]>>[0]): void {
		this.attempt(() => this.inner.setAutocompleteProvider?.(provider), undefined);
	}

	setSurroundings(surroundings: ExtensionEditorSurroundings): void {
		this.attempt(() => this.inner.setSurroundings?.(surroundings), undefined);
	}

	get onSubmit(): ExtensionEditor["onSubmit"] {
		return this.inner.onSubmit;
	}

	set onSubmit(listener: ExtensionEditor["onSubmit"]) {
		this.inner.onSubmit = listener;
	}

	get onChange(): ExtensionEditor["onChange"] {
		return this.inner.onChange;
	}

	set onChange(listener: ExtensionEditor["onChange"]) {
		this.inner.onChange = listener;
	}
}

/** A component whose failure is also reported; whoever draws it shows something else. */
export function reportingComponent(inner: Component, report: (error: unknown) => void): Component {
	return {
		render(width) {
			try {
				return drawRows(inner, width);
			} catch (error) {
				report(error);
				throw error;
			}
		},
		invalidate: () => inner.invalidate?.(),
		dispose: () => inner.dispose?.(),
	};
}

function drawRows(component: Component, width: number): readonly string[] {
	const rows = component.render(width);
	if (!Array.isArray(rows)) throw new TypeError("render did not return rows");
	// An unchanged array must stay the same one.
	return rows.some((row) => row.includes("\n")) ? rows.flatMap((row: string) => row.split("\n")) : rows;
}

const noRows: readonly string[] = [];
