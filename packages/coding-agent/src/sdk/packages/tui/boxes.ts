import type { Component } from "@oh-my-pi/pi-tui/component";
import { fitToWidth } from "@oh-my-pi/pi-tui/text/pad";
import type { Style } from "@oh-my-pi/pi-tui/theme/theme";

/** Components below each other. */
export class Container implements Component {
	children: Component[] = [];

	addChild(child: Component): void {
		this.children.push(child);
	}

	removeChild(child: Component): void {
		this.children = this.children.filter((other) => other !== child);
	}

	clear(): void {
		this.children = [];
	}

	render(width: number): readonly string[] {
		return this.children.flatMap((child) => child.render(width));
	}

	invalidate(): void {
		for (const child of this.children) child.invalidate?.();
	}

	dispose(): void {
		for (const child of this.children) child.dispose?.();
	}
}

/** A container with padding and a background. */
export class Box extends Container {
	#paddingX: number;
	#paddingY: number;
	#background: Style | undefined;

	constructor(paddingX = 1, paddingY = 1, background?: Style) {
		super();
		this.#paddingX = paddingX;
		this.#paddingY = paddingY;
		this.#background = background;
	}

	setBgFn(background?: Style): void {
		this.#background = background;
	}

	override render(width: number): readonly string[] {
		const rows = super.render(Math.max(1, width - 2 * this.#paddingX));
		if (rows.length === 0) return [];
		return padded(rows, width, { paddingX: this.#paddingX, paddingY: this.#paddingY, background: this.#background });
	}
}

/** Empty rows. */
export class Spacer implements Component {
	#rows: number;

	constructor(rows = 1) {
		this.#rows = rows;
	}

	setLines(rows: number): void {
		this.#rows = rows;
	}

	render(): readonly string[] {
		return Array<string>(this.#rows).fill("");
	}

	invalidate(): void {}
}

export function padded(
	rows: readonly string[],
	width: number,
	options: { readonly paddingX: number; readonly paddingY: number; readonly background: Style | undefined },
): readonly string[] {
	const { paddingX, paddingY, background } = options;
	const margin = Array<string>(paddingY).fill("");
	const side = " ".repeat(paddingX);
	const all = [...margin, ...rows.map((row) => side + row), ...margin];
	return background ? all.map((row) => background(fitToWidth(row, width))) : all;
}
