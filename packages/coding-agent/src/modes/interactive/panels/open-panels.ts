import type { Component } from "@oh-my-pi/pi-tui/component";
import type { Container } from "@oh-my-pi/pi-tui/widgets/container";
import type { Registry } from "@oh-my-pi/pi-utils/registry";
import { spaced } from "../screen/spaced.ts";
import type { Panel, PanelContext } from "./panel.ts";

/** Shows the panels in a container, also those that are added later; a panel that is removed is disposed. */
export function openPanels(container: Container, panels: Registry<Panel>, context: PanelContext): Disposable {
	const shown = new Map<Panel, Component>();
	const update = () => {
		const wanted = panels.values();
		for (const [panel, component] of shown) {
			if (wanted.includes(panel)) continue;
			component.dispose?.();
			shown.delete(panel);
		}
		for (const panel of wanted) if (!shown.has(panel)) shown.set(panel, spaced(panel(context)));
		container.replace(wanted.flatMap((panel) => shown.get(panel) ?? []));
	};
	update();
	const end = panels.onChange(() => {
		update();
		context.requestRender();
	});
	return { [Symbol.dispose]: end };
}
