import { type Roles, resolveRoles } from "@oh-my-pi/pi-ai/models/select/roles";
import { modelSettings } from "../settings/sections/model/model.ts";
import type { Settings } from "../settings/settings.ts";

/** The models of the roles from flags, environment and files, which are all layers of the settings. */
export function sessionRoles(settings: Settings): Roles {
	return resolveRoles({
		settings: settings.get(modelSettings.modelRoles),
		env: {},
		tags: Object.keys(settings.get(modelSettings.modelTags)),
	});
}
