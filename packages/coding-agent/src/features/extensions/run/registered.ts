import type { Component } from "@oh-my-pi/pi-tui/component";
import type {
	ExtensionCommand,
	ExtensionRenderer,
	ExtensionThinkingRenderer,
} from "../../../workbench/contract/extension-host.ts";
import type { Extension } from "../api/extension.ts";
import { reportingComponent } from "../api/guarded-component.ts";
import type { ExtensionCommandContext, ExtensionContext } from "../api/types.ts";

/** Runs something of an extension; a failure is reported. */
export type Guarded = (
	extension: Extension,
	event: string,
	run: (context: ExtensionContext) => unknown,
) => Promise<unknown>;

type Report = (extension: Extension, event: string, error: unknown) => void;

/** The last one that registered a name has it. */
export function extensionCommands(
	extensions: readonly Extension[],
	guarded: Guarded,
	contextFor: (context: ExtensionContext) => Promise<ExtensionCommandContext>,
): ExtensionCommand[] {
	const all = new Map<string, ExtensionCommand>();
	for (const extension of extensions) {
		for (const [name, options] of extension.commands) {
			// A command that is a file comes after those of extensions, and the first of several counts.
			if (extension.kind === "command" && all.has(name)) continue;
			const { description = `From ${extension.label}` } = options;
			all.set(name, {
				name,
				description,
				complete: async (typed) =>
					(options.getArgumentCompletions?.(typed) ?? []).map((item) => ({
						name: item.value,
						...(item.description !== undefined && { summary: item.description }),
					})),
				...(extension.kind === "command" && { source: "custom" as const }),
				run: (args) =>
					guarded(extension, `command:${name}`, async (context) => options.handler(args, await contextFor(context))),
			});
		}
	}
	return [...all.values()];
}

export function extensionRenderers(extensions: readonly Extension[], report: Report): ExtensionRenderer[] {
	return extensions.flatMap((extension) =>
		[...extension.renderers].map(([customType, render]) => ({
			customType,
			render: drawing(render, (error) => report(extension, `renderer:${customType}`, error)),
		})),
	);
}

/** The last one that registered one draws thoughts. */
export function extensionThinkingRenderer(
	extensions: readonly Extension[],
	report: Report,
): ExtensionThinkingRenderer | undefined {
	const owner = extensions.findLast(({ thinkingRenderer }) => thinkingRenderer);
	const render = owner?.thinkingRenderer;
	return owner && render && drawing(render, (error) => report(owner, "renderer:thinking", error));
}

/** What cannot be drawn is drawn as usual, and reported. */
function drawing<Args extends readonly unknown[]>(
	draw: (...args: Args) => Component | undefined,
	onError: (error: unknown) => void,
): (...args: Args) => Component | undefined {
	return (...args) => {
		try {
			const component = draw(...args);
			return component && reportingComponent(component, onError);
		} catch (error) {
			onError(error);
			return undefined;
		}
	};
}
