import type { ToolView, ViewOptions } from "@oh-my-pi/pi-tools/view";
import { argumentLine } from "@oh-my-pi/pi-tools/view/json-tree";
import { previewLines } from "@oh-my-pi/pi-tools/view/preview-lines";
import type { Component } from "@oh-my-pi/pi-tui/component";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import { guestTheme } from "../api/guest-theme.ts";
import { both } from "../api/older-scope.ts";
import type { ToolDefinition } from "../api/types.ts";

/** How an extension draws the calls of its tool. What it cannot draw is reported and shown as plain text. */
export function toolView(definition: ToolDefinition, onError: (error: unknown) => void): ToolView {
	const { renderCall, renderResult, label = definition.name } = definition;
	const rowsOf = (draw: () => Component | undefined, width: number): readonly string[] | undefined => {
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
				const theme = guestTheme(options.theme);
				const given = optionsOf(options);
				const context = contextOf(given, params, false);
				return renderCall?.call(definition, params as never, both(theme, given), both(theme, context));
			};
			const own = rowsOf(draw, options.width);
			if (own) return own.flatMap((row) => row.split("\n"));
			const given = params as Record<string, unknown>;
			const named = renderCall ? [label] : [];
			return Object.keys(given).length === 0 ? named : [...named, argumentLine(given)];
		},
		result(output, options, params) {
			const content = [{ type: "text" as const, text: output.text }];
			const result = { content, details: output.details, isError: output.state === "failed" };
			const isPartial = output.state === "running";
			const given = optionsOf(options, isPartial);
			const context = both(contextOf(given, params, result.isError), Object(params));
			const draw = () => renderResult?.call(definition, result, given, guestTheme(options.theme), context as never);
			return rowsOf(draw, options.width) ?? previewLines(replaceTabs(output.text), "tail", options);
		},
	};
}

/** What the older scopes tell whoever draws. Nothing is kept from one drawing to the next. */
function contextOf(options: object, args: unknown, isError: boolean): object {
	return { ...options, args, isError, state: {}, invalidate: () => {} };
}
