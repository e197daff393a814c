import { withPermission } from "@oh-my-pi/pi-policy/rules/add-permission";
import { bashSettings } from "@oh-my-pi/pi-tools/bash/settings";
import type { Settings } from "../../settings/settings.ts";

/** Adds a rule to `bash.patterns` that allows commands like this one. With a folder it counts only there and below. */
export function allowCommand(settings: Settings, match: string, command: string, folder?: string): void {
	const rule = { match, approval: "allow", ...(folder !== undefined && { path: folder }) };
	settings.set(bashSettings.patterns, withPermission(settings.get(bashSettings.patterns), rule, command));
}
