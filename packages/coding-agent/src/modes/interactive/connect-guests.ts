import type { Component } from "@oh-my-pi/pi-tui/component";
import type { Screen } from "@oh-my-pi/pi-tui/screen/screen";
import type { Terminal } from "@oh-my-pi/pi-tui/terminal/terminal";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { ScreenPorts } from "../../commands/screen-ports.ts";
import type { GuestRenderer } from "../../workbench/guests.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { beginGuests } from "../begin-guests.ts";
import { guestUi } from "./guest-ui.ts";
import type { InteractiveRegistries } from "./registries.ts";
import type { CustomBlock } from "./transcript/block.ts";
import type { BlockRenderer } from "./transcript/block-view.ts";
import { customRenderer } from "./transcript/blocks/custom.ts";

export interface GuestPlaces {
	readonly session: OpenedConversation;
	readonly registries: Pick<InteractiveRegistries, "commands" | "panels" | "blockRenderers" | "themes">;
	readonly ports: Pick<ScreenPorts, "ask" | "notify" | "draft">;
	/** What extensions say in the status line, by key. */
	readonly statuses: Map<string, string>;
	readonly screen: Pick<Screen, "requestRender" | "addInputListener">;
	readonly terminal: Pick<Terminal, "columns" | "rows" | "setTitle">;
	readonly theme: Theme;
	readonly quit: () => void;
}

/** Gives extensions their places on the screen, and tells them that the session has started. */
export async function connectGuests(places: GuestPlaces): Promise<void> {
	const { session, registries, ports, statuses, screen, terminal, theme, quit } = places;
	const { guests } = session.workbench;
	const requestRender = () => screen.requestRender();
	const guestScreen = { requestRender, terminal };
	let widgetCount = 0;
	const ui = guestUi({
		...ports,
		theme,
		screen: guestScreen,
		setStatus(key, text) {
			if (text === undefined) statuses.delete(key);
			else statuses.set(key, text);
			requestRender();
		},
		setTitle: (title) => terminal.setTitle(title),
		addPanel: (make) =>
			registries.panels.add(`extension-${++widgetCount}`, (context) => make({ theme: context.theme, ...guestScreen })),
		onInput: (listener) => screen.addInputListener((event) => (listener(event.data)?.consume ? undefined : event)),
	});
	let drop: Array<() => void> = [];
	const followRenderers = () => {
		for (const remove of drop.splice(0)) remove();
		const latest = new Map(guests?.renderers.map((renderer) => [renderer.customType, renderer]));
		drop = [...latest.values()].map((renderer) =>
			registries.blockRenderers.addMessage(renderer.customType, blockRenderer(renderer)),
		);
	};
	guests?.onChange(followRenderers);
	await beginGuests(session, registries.commands, { mode: "tui", ui, quit });
	const { themes } = session.workbench.resources;
	if (themes.length > 0) (await import("./guest-themes.ts")).addGuestThemes(registries.themes, themes);
}

/** Draws a message as the extension wants it, or as usual when it does not or fails. */
function blockRenderer(renderer: GuestRenderer): BlockRenderer<CustomBlock> {
	return {
		create(first, options) {
			const usual = customRenderer.create(first, options);
			let block = first;
			let own: Component | undefined;
			let shown: boolean | undefined;
			const component = (): Component => {
				const expanded = options.expanded();
				if (shown !== expanded) {
					shown = expanded;
					const { label: customType, text: content, details } = block;
					own = renderer.render({ customType, content, details }, { expanded }, options.theme);
				}
				return own ?? usual;
			};
			return {
				update(next) {
					block = next;
					shown = undefined;
					usual.update(next);
				},
				invalidate() {
					shown = undefined;
					usual.invalidate?.();
				},
				render(width) {
					try {
						return component().render(width);
					} catch (error) {
						options.onRenderError?.(error);
						return usual.render(width);
					}
				},
			};
		},
	};
}
