import { type WriteThrough, writeThroughLimitMs } from "@oh-my-pi/pi-tools/files/mutate/write-through";
import { lspSettings } from "@oh-my-pi/pi-tools/lsp/settings";
import { shownPath } from "../../../paths/shown-path.ts";
import type { ConversationContext } from "../../../workbench/running-feature.ts";
import { LanguageWriteThrough } from "../write-through/language-write-through.ts";
import type { LateNotes } from "../write-through/late-notes.ts";
import type { LanguageFolder } from "./language-folder.ts";

/** What tells the servers of a conversation's folder of its writes. */
export function openWriteThrough(parts: {
	readonly context: Pick<ConversationContext, "folder" | "settings">;
	readonly folder: () => LanguageFolder;
	readonly notes: LateNotes;
	readonly home: string;
	readonly warn: (text: string) => void;
}): WriteThrough {
	const { context, folder, notes, home, warn } = parts;
	const { settings } = context;
	return new LanguageWriteThrough({
		findServers: async (paths) => {
			const { definitions } = await folder().find(paths);
			if (definitions.length === 0) return undefined;
			const { isForFile } = await import("@oh-my-pi/pi-lsp/contract/server-definition");
			const isServed = paths.some((path) => definitions.some((definition) => isForFile(definition, path)));
			// Servers that run for other files hear of changes, too.
			return isServed ? folder().load() : folder().running;
		},
		runningServers: () => folder().running,
		options: () => ({
			formats: settings.get(lspSettings.formatOnWrite),
			diagnoses: (tool) =>
				settings.get(tool === "write" ? lspSettings.diagnosticsOnWrite : lspSettings.diagnosticsOnEdit),
			onlyNew: settings.get(lspSettings.diagnosticsDeduplicate),
		}),
		showPath: (path) => shownPath(path, context.folder.path, home),
		notes,
		warn,
		limitMs: writeThroughLimitMs,
	});
}
