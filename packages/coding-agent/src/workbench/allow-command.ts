import { bashSettings } from "@oh-my-pi/pi-tools/bash/settings";
import { matchesWildcard } from "@oh-my-pi/pi-tools/shell-syntax/wildcard";
import type { Settings } from "../settings/settings.ts";

/**
 * Adds an allow rule to `bash.patterns`. It is inserted just before the rule that asked about this command, so that it takes
 * effect without overriding deny rules.
 */
export function allowCommand(settings: Settings, match: string, command: string): void {
	const rules = settings.get(bashSettings.patterns);
	const asksAbout = rules.findIndex((rule) => {
		const { match: pattern, approval } = fieldsOf(rule);
		return (
			typeof pattern === "string" && approval !== "allow" && approval !== "deny" && matchesWildcard(pattern, command)
		);
	});
	const at = asksAbout === -1 ? rules.length : asksAbout;
	settings.set(bashSettings.patterns, rules.toSpliced(at, 0, { match, approval: "allow" }));
}

function fieldsOf(rule: unknown): Record<string, unknown> {
	return typeof rule === "object" && rule !== null ? { ...rule } : {};
}
