import type { Host } from "@oh-my-pi/pi-utils/host";
import { loadPromptTexts } from "../conversation/prompt/prompt-files.ts";
import { loadContextFiles } from "../discovery/context-files/load-context-files.ts";
import type { DiscoveryProvider, LoadContext } from "../discovery/contract/capability.ts";
import type { CapabilityRegistry } from "../discovery/contract/capability-registry.ts";
import { loadContext } from "../discovery/contract/load-context.ts";
import { discoveryRegistry } from "../discovery/discovery-registry.ts";
import { loadFileCommands } from "../file-commands/load-file-commands.ts";
import { loadRules } from "../rules/load-rules.ts";
import { reloadProject } from "../settings/load/load-settings.ts";
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
	readonly features: FeatureSurvey;
}

/** A folder whose files are shown to the gate. */
export interface SurveyedFolder extends Omit<SurveyedProject, "features"> {
	readonly registry: CapabilityRegistry;
	readonly context: LoadContext;
}

/** What features bring is surveyed by themselves. */
export interface FeatureSurvey {
	readonly discovery: readonly DiscoveryProvider[];
	survey(folder: SurveyedFolder): Promise<void>;
}

/** Shows the gate everything that a project brings, as if it were used. Settings and `.env` were shown when omp started. */
export async function surveyProject({ features, ...project }: SurveyedProject): Promise<void> {
	const { host, agentDir, settings, cwd, gate } = project;
	const context = await loadContext({ cwd, home: host.home, env: host.env, agentDir, gate });
	const registry = discoveryRegistry(cwd, host.home, settings).with(features.discovery);
	await Promise.all([
		loadContextFiles(registry, context),
		loadRules(registry, context, { isOff: false }),
		loadSkills(registry, context, settings),
		loadFileCommands(cwd, { host, agentDir, settings, gate }),
		loadPromptTexts({}, context),
		features.survey({ ...project, registry, context }),
	]);
	await surveyPrograms({ host, cwd, gate });
}

/** After a decision: what can take effect while omp runs does. Variables of `.env` count from the next start. */
export async function applyTrust(project: SurveyedProject): Promise<void> {
	const { host, agentDir, settings, cwd, gate } = project;
	await reloadProject(settings, { host, agentDir, cwd, gate });
	await surveyProject(project);
}
