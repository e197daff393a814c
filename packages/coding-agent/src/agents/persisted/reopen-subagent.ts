import type { SessionInitEntry } from "@oh-my-pi/pi-session/entry/entry";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { openSession } from "@oh-my-pi/pi-session/operations/open-session";
import type { AgentService } from "@oh-my-pi/pi-tools/services/agent-service";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { resumedContext } from "../../conversation/session/rebuild-state.ts";
import { startingModel } from "../../models/starting-model.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Workbench } from "../../workbench/workbench.ts";
import type { SpawnPolicy } from "../definition/agent-definition.ts";
import { lastText } from "../result/last-text.ts";
import { ResultContract } from "../result/result-contract.ts";
import { openSubagentConversation } from "../subagent/open-subagent.ts";
import type { SpawnContext } from "../subagent/spawn-context.ts";
import type { Subagent } from "../subagent/subagent.ts";

export interface ReopenPorts {
	readonly workbench: Workbench;
	/** The tools of a sub-agent, for those below it and beside it. */
	readonly serviceFor: (context: SpawnContext) => AgentService;
}

/** Opens the log of a parked agent and rebuilds its conversation as it was started; `undefined` when the log cannot be used. */
export async function reopenSubagent(
	subagent: Subagent,
	{ workbench, serviceFor }: ReopenPorts,
): Promise<OpenedConversation | undefined> {
	const { top, sessionFile, parentId } = subagent;
	if (sessionFile === undefined) return undefined;
	const opening = openSession(top.log.environment, sessionFile);
	if (opening.kind !== "opened") return undefined;
	const { log } = opening;
	const init = findInit(log);
	const parent = workbench.conversations.find(parentId) ?? top;
	if (!init) {
		await log.close();
		return undefined;
	}
	const { host, registry, settings } = workbench;
	const found = await startingModel(registry, {}, resumedContext(log, host.now()), settings, host);
	const spawns = parsePolicy(init.spawns);
	const names = new Set(init.tools);
	return openSubagentConversation(workbench, {
		id: subagent.id,
		parent,
		log,
		cwd: log.cwd,
		chosen: found.model ? found : { model: parent.model, thinkingLevel: parent.thinkingLevel },
		rewritePrompt: () => [init.systemPrompt],
		accepts: ({ name }) => names.has(name),
		readSummarize: init.readSummarize,
		service: (open) => {
			const contract = new ResultContract({
				schema: isRecord(init.outputSchema) ? init.outputSchema : undefined,
				mode: init.outputSchemaMode === "strict" ? "strict" : "permissive",
				lastText: () => lastText(open().conversation),
				takesFindings: names.has("report_finding"),
			});
			const context = {
				get conversation() {
					return open().conversation;
				},
				cwd: () => open().folder.path,
				isTreeReadOnly: () => false,
				facts: () => open().promptFacts(),
				files: () => [],
				depth: subagent.id.split(".").length,
				spawns,
			};
			return { ...serviceFor(context), result: contract };
		},
	});
}

function findInit(log: SessionLog): SessionInitEntry | undefined {
	for (const entry of log.entries()) {
		if (entry.type === "session_init") return entry;
	}
	return undefined;
}

function parsePolicy(spawns: SessionInitEntry["spawns"]): SpawnPolicy {
	if (spawns === "*") return "*";
	return typeof spawns === "string" ? spawns.split(",").filter((name) => name !== "") : (spawns ?? []);
}
