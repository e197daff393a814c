import { bashSettings } from "@oh-my-pi/pi-tools/bash/settings";
import { matchesWildcard } from "@oh-my-pi/pi-tools/shell-syntax/wildcard";
import type { Settings } from "../settings/settings.ts";

/**
 * Adds a rule to `bash.patterns` that allows commands. It goes before the rule because of which this command was asked about,
 * so that it counts, and behind everything else, so that no refusal is lifted. With a folder it counts only there and below.
 */
export function allowCommand(settings: Settings, match: string, command: string, folder?: string): void {
	const rules = settings.get(bashSettings.patterns);
	const asksAbout = rules.findIndex((rule) => {
		const { match: pattern, approval } = fieldsOf(rule);
		return (
			typeof pattern === "string" && approval !== "allow" && approval !== "deny" && matchesWildcard(pattern, command)
		);
	});
	const rule = { match, approval: "allow", ...(folder !== undefined && { path: folder }) };
	const at = asksAbout === -1 ? rules.length : asksAbout;
	settings.set(bashSettings.patterns, rules.toSpliced(at, 0, rule));
}

function fieldsOf(rule: unknown): Record<string, unknown> {
	return typeof rule === "object" && rule !== null ? { ...rule } : {};
}
