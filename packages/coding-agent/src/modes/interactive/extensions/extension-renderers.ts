import type { Component } from "@oh-my-pi/pi-tui/component";
import { extensionTheme } from "../../../features/extensions/api/extension-theme.ts";
import type { ExtensionHost, ExtensionRenderer } from "../../../workbench/contract/extension-host.ts";
import type { BlockRenderers } from "../transcript/draw/block-renderers.ts";
import { customRenderer } from "../transcript/draw/blocks/custom.ts";
import type { BlockRenderer } from "../transcript/draw/parts/block-view.ts";
import type { CustomBlock } from "../transcript/reduce/block.ts";

/** Draws messages and thoughts as extensions want it, as long as they are loaded. */
export function followRenderers(extensions: ExtensionHost, renderers: BlockRenderers, redraw: () => void): void {
	let drop: Array<() => void> = [];
	const update = () => {
		for (const remove of drop.splice(0)) remove();
		const latest = new Map(extensions.renderers.map((renderer) => [renderer.customType, renderer]));
		drop = [...latest.values()].map((renderer) => renderers.addMessage(renderer.customType, blockRenderer(renderer)));
		const thinking = extensions.thinkingRenderer;
		const had = renderers.thinking !== undefined;
		renderers.thinking =
			thinking && ((thought, theme) => thinking({ ...thought, requestRender: redraw }, extensionTheme(theme)));
		if (had || thinking) redraw();
	};
	extensions.onChange(update);
}

/** Draws a message as the extension wants it, or as usual when it does not or fails. */
function blockRenderer(renderer: ExtensionRenderer): BlockRenderer<CustomBlock> {
	return {
		create(first, options) {
			const usual = customRenderer.create(first, options);
			let block = first;
			let rendered: Component | undefined;
			let shown: boolean | undefined;
			const component = (): Component => {
				const expanded = options.expanded();
				if (shown !== expanded) {
					shown = expanded;
					const { label: customType, text: content, details } = block;
					rendered = renderer.render({ customType, content, details }, { expanded }, extensionTheme(options.theme));
				}
				return rendered ?? usual;
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
