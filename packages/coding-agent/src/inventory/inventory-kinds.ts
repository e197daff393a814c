import { contextFiles } from "../discovery/capabilities/context-files.ts";
import { geminiExtensions } from "../discovery/capabilities/gemini-extensions.ts";
import { promptTemplates } from "../discovery/capabilities/prompts.ts";
import { type Rule, rules } from "../discovery/capabilities/rules.ts";
import { settingsItems } from "../discovery/capabilities/settings.ts";
import { skills } from "../discovery/capabilities/skills.ts";
import { slashCommandFiles } from "../discovery/capabilities/slash-commands.ts";
import { systemPromptFiles } from "../discovery/capabilities/system-prompt.ts";
import type { Found } from "../discovery/contract/capability.ts";
import { isCommandSourceOn } from "../file-commands/load-file-commands.ts";
import { streamRuleSettings } from "../settings/sections/agent/stream-rules.ts";
import type { Settings } from "../settings/settings.ts";
import { isSkillOn } from "../skills/load-skills.ts";
import { capabilityKind } from "./capability-kind.ts";
import type { InventoryKind } from "./inventory-item.ts";

/** What `/extensions` and `omp doctor` list, a line each, in this order. */
export const inventoryKinds: readonly InventoryKind[] = [
	capabilityKind(contextFiles),
	capabilityKind(systemPromptFiles),
	capabilityKind(rules, isRuleOn),
	capabilityKind(skills, (skill, { settings }) => isSkillOn(skill, settings)),
	capabilityKind(slashCommandFiles, ({ _source }, { settings }) => isCommandSourceOn(_source, settings)),
	capabilityKind(promptTemplates),
	capabilityKind(settingsItems),
	capabilityKind(geminiExtensions),
];

function isRuleOn({ name, _source }: Found<Rule>, { settings }: { readonly settings: Settings }): boolean {
	const { disabledRules, enabled, builtinRules } = streamRuleSettings;
	if (settings.get(disabledRules).includes(name)) return false;
	return _source.provider !== "builtin-defaults" || (settings.get(enabled) && settings.get(builtinRules));
}
