import type { SessionInitEntry } from "@oh-my-pi/pi-session/entry";
import { openSession } from "@oh-my-pi/pi-session/open-session";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import { resumedContext } from "../../conversation/session/rebuild-state.ts";
import { startingModel } from "../../models/starting-model.ts";
import type { SpawnPolicy } from "../definition/agent-definition.ts";
import { ResultContract } from "../result/result-contract.ts";
import type { Member } from "../run/member.ts";
import { openChild } from "../run/open-child.ts";
import { lastText } from "../run/run-child.ts";
import type { TeamPort } from "../run/team-port.ts";

/** Reopens the log of a parked agent and rebuilds it as it was started; false when the log cannot be used. */
export async function reviveMember(team: TeamPort, member: Member): Promise<boolean> {
	const { workbench } = team;
	const { top, sessionFile, parentId } = member;
	if (sessionFile === undefined) return false;
	const opening = openSession(top.log.environment, sessionFile);
	if (opening.kind !== "opened") return false;
	const { log } = opening;
	const init = initOf(log);
	const parent = workbench.findConversation(parentId) ?? top;
	if (!init) {
		await log.close();
		return false;
	}
	const { host, registry, settings } = workbench;
	const found = await startingModel(registry, {}, resumedContext(log, host.now()), settings, host);
	const spawns = policyOf(init.spawns);
	const names = new Set(init.tools);
	const opened = await openChild(workbench, {
		id: member.id,
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
			const seat = {
				get conversation() {
					return open().conversation;
				},
				cwd: () => open().folder.path,
				isPlanning: () => false,
				facts: () => open().promptFacts(),
				files: () => [],
				depth: member.id.split(".").length,
				spawns,
			};
			return { ...team.serviceFor(seat), result: contract };
		},
	});
	member.opened = opened;
	team.follow(member);
	team.settle(member);
	return true;
}

function initOf(log: SessionLog): SessionInitEntry | undefined {
	for (const entry of log.entries()) {
		if (entry.type === "session_init") return entry;
	}
	return undefined;
}

function policyOf(spawns: SessionInitEntry["spawns"]): SpawnPolicy {
	if (spawns === "*") return "*";
	return typeof spawns === "string" ? spawns.split(",").filter((name) => name !== "") : (spawns ?? []);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
