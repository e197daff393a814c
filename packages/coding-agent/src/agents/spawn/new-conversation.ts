import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import type { AgentService } from "@oh-my-pi/pi-tools/services/agent-service";
import { prewalkHook } from "../../conversation/behaviors/prewalk.ts";
import { cheaperModel } from "../../models/cheaper-model.ts";
import { taskSettings } from "../../settings/sections/agent/task.ts";
import type { Settings } from "../../settings/settings.ts";
import { skillText } from "../../skills/invoke-skill.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Workbench } from "../../workbench/workbench.ts";
import { type AgentDefinition, isReadOnly, parseModelSwitch } from "../definition/agent-definition.ts";
import type { IsolatedCopy } from "../isolation/isolated-copy.ts";
import type { ResultContract } from "../result/result-contract.ts";
import { openSubagentConversation } from "../subagent/open-subagent.ts";
import type { SpawnContext } from "../subagent/spawn-context.ts";
import type { ClearedItem } from "./check-task.ts";
import type { SubagentModel } from "./subagent-model.ts";
import { subagentPrompt } from "./subagent-prompt.ts";
import { acceptsTool } from "./subagent-tools.ts";

/** The conversation of a sub-agent that starts. */
export interface NewConversation {
	readonly id: string;
	readonly parent: SpawnContext;
	readonly cleared: ClearedItem;
	/** What its parent tells all agents of the call. */
	readonly background: string | undefined;
	/** Others it can write to, one line each. */
	readonly peers: readonly string[];
	readonly log: SessionLog;
	readonly cwd: string;
	readonly copy: IsolatedCopy | undefined;
	readonly model: SubagentModel;
	readonly contract: ResultContract;
	/** What its tools can do with agents of its own. */
	readonly serviceFor: (context: SpawnContext) => AgentService;
}

/** Opens the conversation of a new sub-agent, and records in its log what it was started with. */
export async function openNewConversation(workbench: Workbench, spec: NewConversation): Promise<OpenedConversation> {
	const { id, parent, cleared, background, peers, log, cwd, copy, model, contract } = spec;
	const { agent, item, schema, mode } = cleared;
	const { settings } = workbench;
	const isTreeReadOnly = parent.isTreeReadOnly();
	const facts = { id, parent: parent.conversation.id, agent, context: background, schema, isTreeReadOnly, peers, copy };
	let prompt = subagentPrompt({ ...facts, skills: [] });
	const spawns = isTreeReadOnly ? [] : agent.spawns;
	const opened = await openSubagentConversation(workbench, {
		id,
		parent: parent.conversation,
		log,
		cwd,
		chosen: model,
		rewritePrompt: (blocks) => [...blocks, prompt],
		accepts: acceptsTool(agent, { isTreeReadOnly, hasLsp: settings.get(taskSettings.enableLsp) }),
		...(agent.tools && { namedTools: agent.tools }),
		...(cwd === parent.cwd() && { facts: parent.facts }),
		readSummarize: agent.readSummarize,
		definition: agent,
		service: (open) => ({
			...spec.serviceFor({
				get conversation() {
					return open().conversation;
				},
				cwd: () => open().folder.path,
				isTreeReadOnly: () => isTreeReadOnly,
				facts: () => open().promptFacts(),
				files: parent.files,
				depth: parent.depth + 1,
				spawns,
				schema: schema && { schema, mode },
			}),
			result: contract,
		}),
	});
	const into = prewalkModel(agent, settings);
	if (into !== undefined) {
		opened.conversation.addHook((live) => prewalkHook(live, (current) => cheaperModel(into, workbench, current)));
	}
	if (agent.autoloadSkills) {
		prompt = subagentPrompt({ ...facts, skills: await skillTexts(opened, agent.autoloadSkills) });
		await opened.conversation.refresh();
	}
	log.append({
		type: "session_init",
		systemPrompt: opened.conversation.systemPrompt.join("\n\n"),
		task: item.task,
		tools: opened.conversation.tools.map(({ name }) => name),
		agent: agent.name,
		...(model.modelRole !== undefined && { modelRole: model.modelRole }),
		...(model.resolvedModel !== undefined && { resolvedModel: model.resolvedModel }),
		readOnly: isReadOnly(agent),
		spawns: spawns === "*" ? "*" : [...spawns],
		...(schema && { outputSchema: schema, outputSchemaMode: mode }),
		...(agent.readSummarize === false && { readSummarize: false }),
	});
	return opened;
}

/** The model or role that it continues with after its first edit: by the user's settings for it, by its definition, by the setting for all. */
function prewalkModel({ name, prewalk }: AgentDefinition, settings: Settings): string | undefined {
	const chosen =
		parseModelSwitch(settings.get(taskSettings.agentPrewalk)[name]) ?? prewalk ?? settings.get(taskSettings.prewalk);
	return chosen === true ? "smol" : chosen || undefined;
}

async function skillTexts(opened: OpenedConversation, names: readonly string[]): Promise<string[]> {
	const { skills = [] } = await opened.promptFacts();
	return names.flatMap((name) => skills.filter((skill) => skill.name === name).map(skillText));
}
