import { arch, release, type } from "node:os";
import { shellSettings } from "@oh-my-pi/pi-tools/bash/settings";
import { toolSettings } from "@oh-my-pi/pi-tools/contract/settings";
import { listFolder } from "@oh-my-pi/pi-tools/read/kinds/list-folder";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { WorkingFolder } from "../../conversation/operations/move-session.ts";
import { loadPromptTexts, type PromptFlags } from "../../conversation/prompt/prompt-files.ts";
import { PromptSource, type SessionFacts } from "../../conversation/prompt/prompt-source.ts";
import { type AgentFile, agentFiles } from "../../discovery/capabilities/agents.ts";
import type { Rule } from "../../discovery/capabilities/rules.ts";
import { deeperContextFiles, deeperFilesChanged } from "../../discovery/context-files/deeper-files.ts";
import { loadContextFiles } from "../../discovery/context-files/load-context-files.ts";
import type { DiscoveryProvider, LoadContext } from "../../discovery/contract/capability.ts";
import type { CapabilityRegistry } from "../../discovery/contract/capability-registry.ts";
import { loadContext } from "../../discovery/contract/load-context.ts";
import { discoveryRegistry } from "../../discovery/discovery-registry.ts";
import { loadBuiltinRules, loadRules } from "../../rules/load-rules.ts";
import { streamRuleSettings } from "../../settings/sections/agent/stream-rules.ts";
import { promptSettings } from "../../settings/sections/model/prompt.ts";
import { modelChoiceSettings } from "../../settings/sections/model/providers.ts";
import { extensionSettings } from "../../settings/sections/services/extensions.ts";
import { skillSettings } from "../../settings/sections/services/skills.ts";
import type { Settings } from "../../settings/settings.ts";
import { loadSkills } from "../../skills/load-skills.ts";
import { describeLeftOut } from "../../trust/describe.ts";
import type { TrustGate } from "../../trust/trust-gate.ts";

export interface PromptParts {
	readonly host: Host;
	readonly agentDir: string;
	readonly settings: Settings;
	readonly gate: TrustGate;
	readonly flags: PromptFlags;
	/** Skills of extensions. */
	readonly moreSkills?: () => readonly string[];
	/** Called with the agent files whenever they were read. */
	readonly onAgents?: (files: readonly AgentFile[]) => void;
	/** Reads what features have in a folder; gives warnings. */
	readonly readFolder?: (registry: CapabilityRegistry, context: LoadContext) => Promise<readonly string[]>;
	/** Where features look for files. */
	readonly discovery?: readonly DiscoveryProvider[];
	/** Changes the facts that were found. */
	readonly change?: (facts: SessionFacts) => SessionFacts | Promise<SessionFacts>;
	/** Called for files that could not be read. */
	readonly warn: (message: string) => void;
}

/** The system prompt of a session, updated when its directory changes. */
export function sessionPrompt(sources: PromptParts, folder: WorkingFolder): PromptSource {
	const seen = new Map<string, ReadonlySet<string>>();
	const source = new PromptSource(
		async (cwd) => {
			const found = await loadFacts(cwd, sources);
			const facts = (await sources.change?.(found)) ?? found;
			const { waiting } = sources.gate.at(cwd);
			const before = seen.get(cwd);
			seen.set(cwd, new Set(waiting.map(({ hash }) => hash)));
			// What is left out at the start is said by those who ask about it.
			const changed = before ? waiting.filter(({ hash }) => !before.has(hash)) : [];
			if (changed.length > 0) sources.warn(describeLeftOut(changed));
			return facts;
		},
		() => folder.path,
	);
	const { personality, includeWorkspaceTree } = promptSettings;
	const sourceSettings = [modelChoiceSettings.disabledProviders, extensionSettings.disabledExtensions];
	const { enabled, disabledRules, builtinRules } = streamRuleSettings;
	const watched = [
		enabled,
		disabledRules,
		builtinRules,
		personality,
		includeWorkspaceTree,
		...sourceSettings,
		...Object.values(skillSettings),
	];
	sources.settings.watch(watched, () => source.forget());
	return source;
}

/** Facts about project and user for the system prompt. */
async function loadFacts(cwd: string, sources: PromptParts): Promise<SessionFacts> {
	const { host, agentDir, settings, flags } = sources;
	const gate = sources.gate.at(cwd);
	const context = await loadContext({ cwd, home: host.home, agentDir, env: host.env, gate });
	const registry = discoveryRegistry(cwd, host.home, settings).with(sources.discovery ?? []);
	const [
		files,
		{ rules, ...ruled },
		{ skills, ...skilled },
		texts,
		deeperFiles,
		workspaceTree,
		agents,
		featureWarnings,
	] = await Promise.all([
		loadContextFiles(registry, context),
		loadRules(registry, context, {
			isOff: flags.noRules ?? false,
			disabled: settings.get(streamRuleSettings.disabledRules),
			watchesOutput: settings.get(streamRuleSettings.enabled),
		}),
		loadSkills(registry, context, settings, sources.moreSkills?.()),
		loadPromptTexts(flags, context),
		deeperContextFiles(cwd),
		settings.get(promptSettings.includeWorkspaceTree) ? listFolder(cwd, host.now()) : undefined,
		sources.onAgents && registry.load(agentFiles, context),
		sources.readFolder?.(registry, context),
	]);
	if (agents) sources.onAgents?.(agents.items);
	let builtin: Promise<readonly Rule[]> | undefined;
	const builtinRules = async () => {
		const isOn =
			!flags.noRules && settings.get(streamRuleSettings.enabled) && settings.get(streamRuleSettings.builtinRules);
		if (!isOn) return [];
		builtin ??= loadBuiltinRules(registry, context, settings.get(streamRuleSettings.disabledRules));
		return builtin;
	};
	const warnings = [
		...files.warnings,
		...(agents?.warnings ?? []),
		...(featureWarnings ?? []),
		...ruled.warnings,
		...skilled.warnings,
		...context.files.problems,
	];
	for (const warning of warnings) sources.warn(warning);
	return {
		intentTracing: settings.get(toolSettings.intentTracing),
		personality: settings.get(promptSettings.personality),
		workstation: workstationFacts(host, settings.get(shellSettings.shellPath) ?? "bash"),
		contextFiles: files.files,
		...(skills.length > 0 && { skills }),
		...(rules && { rules }),
		builtinRules,
		isStale: () => context.files.isStale,
		hasChanged: () => deeperFilesChanged(cwd, deeperFiles),
		deeperFiles,
		...(workspaceTree && { workspaceTree: workspaceTree.join("\n") }),
		...texts,
	};
}

/** Facts about the machine. Constant during a session, to keep the prompt cache valid. */
function workstationFacts(host: Pick<Host, "env">, shell: string): string[] {
	const terminal = host.env.TERM_PROGRAM || host.env.TERM;
	return [`OS: ${type()} ${release()} (${arch()})`, `Shell: ${shell}`, ...(terminal ? [`Terminal: ${terminal}`] : [])];
}
