import type { Host } from "@oh-my-pi/pi-utils/host";
import { mayHaveClaudeHooks } from "../claude-hooks/has-claude-hooks.ts";
import { loadPromptTexts } from "../conversation/prompt/prompt-files.ts";
import { agentFiles } from "../discovery/capabilities/agents.ts";
import { mcpServers } from "../discovery/capabilities/mcp-servers.ts";
import { sshHosts } from "../discovery/capabilities/ssh-hosts.ts";
import { loadContextFiles } from "../discovery/context-files/load-context-files.ts";
import { discoveryRegistry } from "../discovery/discovery-registry.ts";
import { loadContext } from "../discovery/load-context.ts";
import { loadLspConfig } from "../discovery/lsp-config.ts";
import { mayHaveExtensions } from "../extensions/has-extensions.ts";
import { loadFileCommands } from "../file-commands/load-file-commands.ts";
import { loadRules } from "../rules/load-rules.ts";
import { reloadProject } from "../settings/load-settings.ts";
import type { Settings } from "../settings/settings.ts";
import { loadSkills } from "../skills/load-skills.ts";
import type { TrustGate } from "../trust/trust-gate.ts";
import { surveyPrograms } from "./survey-programs.ts";

export interface SurveyedProject {
	readonly host: Host;
	readonly agentDir: string;
	readonly settings: Settings;
	readonly cwd: string;
	readonly gate: TrustGate;
}

/** Shows the gate everything that a project brings, as if it were used. Settings and `.env` were shown when omp started. */
export async function surveyProject({ host, agentDir, settings, cwd, gate }: SurveyedProject): Promise<void> {
	const context = await loadContext({ cwd, home: host.home, env: host.env, agentDir, gate });
	const registry = discoveryRegistry(cwd, host.home, settings);
	await Promise.all([
		loadContextFiles(registry, context),
		loadRules(registry, context, { isOff: false }),
		loadSkills(registry, context, settings),
		loadFileCommands(cwd, { host, agentDir, settings, gate }),
		loadPromptTexts({}, context),
		registry.load(agentFiles, context),
		registry.load(mcpServers, context),
		registry.load(sshHosts, context),
		loadLspConfig(context),
	]);
	if (mayHaveExtensions({ host: { ...host, cwd }, agentDir, settings })) {
		const { surveyExtensions } = await import("../extensions/loading/survey-extensions.ts");
		surveyExtensions({ host, agentDir, settings, cwd, gate });
	}
	const place = { ...host, cwd };
	if (mayHaveClaudeHooks(place)) {
		const { ClaudeHooks } = await import("../claude-hooks/claude-hooks.ts");
		const { pluginFiles } = await import("../claude-hooks/open-claude-hooks.ts");
		const plugins = pluginFiles(
			() => place,
			() => gate,
			[],
		);
		new ClaudeHooks({ cwd: () => cwd, home: host.home, gate: () => gate, warn: () => {}, plugins }).list();
	}
	await surveyPrograms({ host, cwd, gate });
}

/** After a decision: what can take effect while omp runs does. Variables of `.env` count from the next start. */
export async function applyTrust(project: SurveyedProject): Promise<void> {
	const { host, agentDir, settings, cwd, gate } = project;
	await reloadProject(settings, { host, agentDir, cwd, gate });
	await surveyProject(project);
}
