import type { Component } from "@oh-my-pi/pi-tui/component";

/** A component with an empty row below it, when there is anything to see of it. */
export function spaced(component: Component): Component {
	let source: readonly string[] = [];
	let rows: readonly string[] = [];
	return {
		render(width) {
			const drawn = component.render(width);
			if (drawn !== source) {
				source = drawn;
				rows = drawn.length === 0 ? drawn : [...drawn, ""];
			}
			return rows;
		},
		invalidate: () => component.invalidate?.(),
		dispose: () => component.dispose?.(),
	};
}
