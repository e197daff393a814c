import { modelSettings } from "./sections/model/model.ts";
import type { Settings } from "./settings.ts";

/** Saves the model of a role, globally or for this project by setting; `undefined` removes it. */
export function saveModelRole(settings: Settings, role: string, selector: string | undefined): void {
	settings.setEntry(modelSettings.modelRoles, role, selector, settings.get(modelSettings.modelRoleStorage));
}
