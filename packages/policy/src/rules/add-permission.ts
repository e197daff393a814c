import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { matchesWildcard } from "./wildcard.ts";

/**
 * The rules with one that allows more. It goes before the rule because of which this command was asked about, so that it
 * counts, and behind everything else, so that no refusal is lifted.
 */
export function withPermission<Rule>(rules: readonly Rule[], permission: Rule, command: string): Rule[] {
	const asking = rules.findIndex((rule) => asksAbout(rule, command));
	return rules.toSpliced(asking === -1 ? rules.length : asking, 0, permission);
}

/** Rules from settings are not validated: one whose approval is misspelt asks. */
function asksAbout(rule: unknown, command: string): boolean {
	if (!isRecord(rule)) return false;
	const { match, approval } = rule;
	return typeof match === "string" && approval !== "allow" && approval !== "deny" && matchesWildcard(match, command);
}
