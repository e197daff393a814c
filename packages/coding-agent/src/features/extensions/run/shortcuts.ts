import { parseChord } from "@oh-my-pi/pi-tui/input/chord";
import type { ExtensionShortcut } from "../../../workbench/contract/extension-host.ts";
import type { Extension } from "../api/extension.ts";
import type { ExtensionContext } from "../api/types.ts";
import { reservedKeys } from "./reserved-keys.data.ts";

const reserved = new Set([...reservedKeys].map((key) => parseChord(key) ?? key));

type Run = (extension: Extension, event: string, run: (context: ExtensionContext) => unknown) => Promise<unknown>;

/** The keys of extensions. One that omp keeps is refused, and of two extensions the later one has a key; both is reported. */
export function collectShortcuts(
	extensions: readonly Extension[],
	report: (extension: Extension, event: string, error: unknown) => void,
	run: Run,
): readonly ExtensionShortcut[] {
	const all = new Map<string, ExtensionShortcut & { readonly owner: Extension }>();
	for (const owner of extensions) {
		for (const [written, { description = `From ${owner.label}`, handler }] of owner.shortcuts) {
			const key = parseChord(written);
			const refuse = (why: string) => report(owner, `shortcut:${written}`, new Error(why));
			if (key === undefined) refuse(`There is no key ${written}`);
			else if (reserved.has(key)) refuse(`The shortcut ${written} is reserved`);
			if (key === undefined || reserved.has(key)) continue;
			const before = all.get(key);
			if (before) refuse(`The shortcut ${written} of ${before.owner.label} is replaced`);
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
