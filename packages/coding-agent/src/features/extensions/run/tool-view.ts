import { argumentLine } from "@oh-my-pi/pi-tools/view/json-tree";
import { previewLines } from "@oh-my-pi/pi-tools/view/preview-lines";
import type { ToolView, ViewOptions } from "@oh-my-pi/pi-tools/view/view";
import type { Component } from "@oh-my-pi/pi-tui/component";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import { extensionTheme } from "../api/extension-theme.ts";
import { both } from "../api/older-scope.ts";
import type { ToolDefinition } from "../api/types.ts";

/** How an extension draws the calls of its tool. What it cannot draw is reported and shown as plain text. */
export function toolView(definition: ToolDefinition, onError: (error: unknown) => void): ToolView {
	const { renderCall, renderResult, label = definition.name } = definition;
	const drawRows = (draw: () => Component | undefined, width: number): readonly string[] | undefined => {
		try {
			return draw()?.render(width);
		} catch (error) {
			onError(error);
			throw error;
		}
	};
	const optionsOf = ({ expanded, streaming }: ViewOptions, isPartial = streaming ?? false) => ({ expanded, isPartial });
	return {
		shape: "gutter",
		title: () => (renderCall ? "" : label),
		call(params, options) {
			const draw = () => {
				const theme = extensionTheme(options.theme);
				const renderOptions = optionsOf(options);
				const context = contextOf(renderOptions, params, false);
				return renderCall?.call(definition, params as never, both(theme, renderOptions), both(theme, context));
			};
			const rows = drawRows(draw, options.width);
			if (rows) return rows.flatMap((row) => row.split("\n"));
			const args = params as Record<string, unknown>;
			const named = renderCall ? [label] : [];
			return Object.keys(args).length === 0 ? named : [...named, argumentLine(args)];
		},
		result(output, options, params) {
			const content = [{ type: "text" as const, text: output.text }];
			const result = { content, details: output.details, isError: output.state === "failed" };
			const isPartial = output.state === "running";
			const renderOptions = optionsOf(options, isPartial);
			const context = both(contextOf(renderOptions, params, result.isError), Object(params));
			const draw = () =>
				renderResult?.call(definition, result, renderOptions, extensionTheme(options.theme), context as never);
			return drawRows(draw, options.width) ?? previewLines(replaceTabs(output.text), "tail", options);
		},
	};
}

/** What the older scopes tell whoever draws. Nothing is kept from one drawing to the next. */
function contextOf(options: object, args: unknown, isError: boolean): object {
	return { ...options, args, isError, state: {}, invalidate: () => {} };
}
