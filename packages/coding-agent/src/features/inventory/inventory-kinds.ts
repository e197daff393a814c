import { agentFiles } from "../../discovery/capabilities/agents.ts";
import { contextFiles } from "../../discovery/capabilities/context-files.ts";
import { geminiExtensions } from "../../discovery/capabilities/gemini-extensions.ts";
import { hookFiles } from "../../discovery/capabilities/hooks.ts";
import { mcpServers } from "../../discovery/capabilities/mcp-servers.ts";
import { promptTemplates } from "../../discovery/capabilities/prompts.ts";
import { rules } from "../../discovery/capabilities/rules.ts";
import { settingsItems } from "../../discovery/capabilities/settings.ts";
import { skills } from "../../discovery/capabilities/skills.ts";
import { slashCommandFiles } from "../../discovery/capabilities/slash-commands.ts";
import { sshHosts } from "../../discovery/capabilities/ssh-hosts.ts";
import { systemPromptFiles } from "../../discovery/capabilities/system-prompt.ts";
import { toolFiles } from "../../discovery/capabilities/tools.ts";
import { isCommandSourceOn } from "../../file-commands/load-file-commands.ts";
import { streamRuleSettings } from "../../settings/sections/stream-rules.ts";
import { isSkillOn } from "../../skills/load-skills.ts";
import { capabilityKind } from "./capability-kind.ts";
import { extensionKind, moduleKind } from "./extension-kind.ts";
import type { InventoryKind } from "./inventory-item.ts";

/** What `/extensions` and `omp doctor` list, a line each, in this order. */
export const inventoryKinds: readonly InventoryKind[] = [
	capabilityKind(contextFiles),
	capabilityKind(systemPromptFiles),
	capabilityKind(rules, ({ name }, { settings }) => !settings.get(streamRuleSettings.disabledRules).includes(name)),
	capabilityKind(skills, (skill, { settings }) => isSkillOn(skill, settings)),
	capabilityKind(slashCommandFiles, ({ _source }, { settings }) => isCommandSourceOn(_source, settings)),
	capabilityKind(promptTemplates),
	capabilityKind(settingsItems),
	capabilityKind(mcpServers),
	capabilityKind(sshHosts),
	capabilityKind(geminiExtensions),
	capabilityKind(agentFiles),
	moduleKind(hookFiles),
	moduleKind(toolFiles),
	extensionKind,
];
