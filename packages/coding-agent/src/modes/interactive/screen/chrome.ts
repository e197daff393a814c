import type { Component } from "@oh-my-pi/pi-tui/component";
import { Container } from "@oh-my-pi/pi-tui/widgets/container";
import { Spacer } from "@oh-my-pi/pi-tui/widgets/spacer";

/** What stays below the transcript: queue and loader, and the editor or the dialog in its place. */
export class Chrome {
	readonly component: Container;
	readonly #above: readonly Component[];
	readonly #editor: Component;

	constructor(above: readonly Component[], editor: Component) {
		this.#above = [new Spacer(1), ...above];
		this.#editor = editor;
		this.component = new Container([...this.#above, editor]);
	}

	/** Puts a component in place of the editor, or the editor back. */
	show(component: Component | undefined): void {
		this.component.replace([...this.#above, component ?? this.#editor]);
	}
}
