import { parseChord } from "@oh-my-pi/pi-tui/input/chord";
import type { ExtensionShortcut } from "../../../workbench/contract/extension-host.ts";
import type { Extension } from "../api/extension.ts";
import type { ExtensionContext } from "../api/types.ts";
import { reservedKeys } from "./reserved-keys.data.ts";

const reserved = new Set([...reservedKeys].map((key) => parseChord(key) ?? key));

type Run = (extension: Extension, event: string, run: (context: ExtensionContext) => unknown) => Promise<unknown>;

/** The keys of extensions. One that omp keeps is left out, and of two extensions the later one has a key; both is a notice. */
export function collectShortcuts(
	extensions: readonly Extension[],
	report: (extension: Extension, event: string, error: unknown) => void,
	notice: (extension: Extension, text: string) => void,
	run: Run,
): readonly ExtensionShortcut[] {
	const all = new Map<string, ExtensionShortcut & { readonly owner: Extension }>();
	for (const owner of extensions) {
		for (const [written, { description = `From ${owner.label}`, handler }] of owner.shortcuts) {
			const key = parseChord(written);
			if (key === undefined) {
				report(owner, `shortcut:${written}`, new Error(`There is no key ${written}`));
				continue;
			}
			if (reserved.has(key)) {
				notice(owner, `The shortcut ${written} is reserved by omp and left out`);
				continue;
			}
			const before = all.get(key);
			if (before) notice(owner, `The shortcut ${written} of ${before.owner.label} is replaced`);
			all.set(key, {
				key,
				description,
				owner,
				async run() {
					await run(owner, `shortcut:${written}`, (context) => handler(context));
				},
			});
		}
	}
	return [...all.values()];
}
