import type { EditMode } from "../services/edit-mode.ts";
import type { ToolServices } from "../services/services.ts";
import type { HashlinePorts } from "./hashline/execute.ts";
import type { MatchOptions } from "./match/find-lines.ts";
import { mutationPorts } from "./mutate-ports.ts";
import { editSettings } from "./settings.ts";

export interface EditPorts extends HashlinePorts {
	/** The settings `edit.fuzzyMatch` and `edit.fuzzyThreshold`. */
	readonly fuzzyMatch: () => MatchOptions;
}

type EditServices = Pick<ToolServices, "workspace" | "files" | "settings" | "editing">;

/** What edits take, in any notation. */
export function editPorts(services: EditServices): EditPorts & { readonly mode: EditMode } {
	const { settings, editing } = services;
	return {
		...mutationPorts(services),
		...editing,
		fuzzyMatch: () => ({
			fuzzy: settings.get(editSettings.fuzzyMatch),
			threshold: settings.get(editSettings.fuzzyThreshold),
		}),
		enforceSeenLines: () => settings.get(editSettings.enforceSeenLines),
	};
}
