import type { DisplayPreferences } from "../files/snapshots/display-mode.ts";
import type { ToolServices } from "../services/services.ts";
import { readLineSettings } from "./settings.ts";

/** How lines of files are shown to the model. */
export function displayPreferences({
	editing,
	settings,
}: Pick<ToolServices, "editing" | "settings">): DisplayPreferences {
	return {
		hashlineEdits: editing.mode === "hashline",
		hashLines: settings.get(readLineSettings.readHashLines),
		lineNumbers: settings.get(readLineSettings.readLineNumbers),
	};
}
