import { approvalSettings } from "../../../settings/sections/agent/approval.ts";
import type { Settings } from "../../../settings/settings.ts";
import { unknownPolicies } from "../../../workbench/tools/unknown-policies.ts";

/** Policies for tools that there are not. Where extensions bring tools, only a session knows their names. */
export function policyProblems(settings: Settings, hasExtensions: boolean): string[] {
	const problems = unknownPolicies(settings.get(approvalSettings.approval), []);
	return hasExtensions ? problems.map((problem) => `${problem} (Unless an extension brings it.)`) : problems;
}
