import type { Component } from "@oh-my-pi/pi-tui/component";
import { guestTheme } from "../../../extensions/api/guest-theme.ts";
import type { GuestRenderer, Guests } from "../../../workbench/guests.ts";
import type { CustomBlock } from "../transcript/block.ts";
import type { BlockRenderers } from "../transcript/block-renderers.ts";
import type { BlockRenderer } from "../transcript/block-view.ts";
import { customRenderer } from "../transcript/blocks/custom.ts";

/** Draws messages and thoughts as extensions want it, as long as they are loaded. */
export function followRenderers(guests: Guests, renderers: BlockRenderers, redraw: () => void): void {
	let drop: Array<() => void> = [];
	const update = () => {
		for (const remove of drop.splice(0)) remove();
		const latest = new Map(guests.renderers.map((renderer) => [renderer.customType, renderer]));
		drop = [...latest.values()].map((renderer) => renderers.addMessage(renderer.customType, blockRenderer(renderer)));
		const thinking = guests.thinkingRenderer;
		const had = renderers.thinking !== undefined;
		renderers.thinking =
			thinking && ((thought, theme) => thinking({ ...thought, requestRender: redraw }, guestTheme(theme)));
		if (had || thinking) redraw();
	};
	guests.onChange(update);
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
					own = renderer.render({ customType, content, details }, { expanded }, guestTheme(options.theme));
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
