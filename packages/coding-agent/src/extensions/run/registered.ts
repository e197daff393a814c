import type { GuestCommand, GuestRenderer, GuestShortcut } from "../../workbench/guests.ts";
import type { Extension } from "../api/extension.ts";
import type { ExtensionCommandContext, ExtensionContext } from "../api/types.ts";
import { reservedKeys } from "./reserved-keys.data.ts";

/** Runs something of an extension; a failure is reported. */
export type Guarded = (
	extension: Extension,
	event: string,
	run: (context: ExtensionContext) => unknown,
) => Promise<void>;

type Report = (extension: Extension, event: string, error: unknown) => void;

/** The last one that registered a name has it. */
export function guestCommands(
	extensions: readonly Extension[],
	guarded: Guarded,
	contextFor: (context: ExtensionContext) => ExtensionCommandContext,
): GuestCommand[] {
	const all = new Map<string, GuestCommand>();
	for (const extension of extensions) {
		for (const [name, options] of extension.commands) {
			const { description = `From ${extension.label}` } = options;
			all.set(name, {
				name,
				description,
				complete: async (typed) =>
					(options.getArgumentCompletions?.(typed) ?? []).map((item) => ({
						name: item.value,
						...(item.description !== undefined && { summary: item.description }),
					})),
				run: (args) => guarded(extension, `command:${name}`, (context) => options.handler(args, contextFor(context))),
			});
		}
	}
	return [...all.values()];
}

export function guestShortcuts(extensions: readonly Extension[], guarded: Guarded, report: Report): GuestShortcut[] {
	const all = new Map<string, GuestShortcut>();
	for (const extension of extensions) {
		for (const [key, options] of extension.shortcuts) {
			if (reservedKeys.has(key)) {
				report(extension, "registerShortcut", new Error(`${key} is reserved`));
				continue;
			}
			if (all.has(key)) report(extension, "registerShortcut", new Error(`${key} was taken, and is mine now`));
			const run = () => guarded(extension, `shortcut:${key}`, (context) => options.handler(context));
			all.set(key, { key, description: options.description ?? `From ${extension.label}`, run });
		}
	}
	return [...all.values()];
}

export function guestRenderers(extensions: readonly Extension[], report: Report): GuestRenderer[] {
	return extensions.flatMap((extension) =>
		[...extension.renderers].map(([customType, render]) => ({
			customType,
			render: (...given: Parameters<GuestRenderer["render"]>) => {
				try {
					return render(...given);
				} catch (error) {
					report(extension, `renderer:${customType}`, error);
					return undefined;
				}
			},
		})),
	);
}
