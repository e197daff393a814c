import { modelSettings } from "./sections/model.ts";
import type { Settings } from "./settings.ts";

/** Keeps the model chosen for a role, for everything or for this project as the user wants it; `undefined` forgets it. */
export function saveModelRole(settings: Settings, role: string, selector: string | undefined): void {
	settings.setEntry(modelSettings.modelRoles, role, selector, settings.get(modelSettings.modelRoleStorage));
}
