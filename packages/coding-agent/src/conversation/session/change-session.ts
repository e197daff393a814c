import type { Agent } from "@oh-my-pi/pi-agent-core/agent";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { SessionAfterEvent, SessionBeforeEvent, SessionVerdict } from "../event/session-event.ts";
import type { HookList } from "../hooks/hook-list.ts";
import type { ModelChoice } from "../model-choice.ts";
import { type RestoreModel, rebuildState } from "./rebuild-state.ts";

/** One way to go on in another session, or elsewhere in the same. */
export interface SessionChange {
	/** What those who may object are told; without it nobody is asked. */
	readonly before?: SessionBeforeEvent;
	/** Finds or makes the place to go on. What it did is taken back by `undo` when something fails later. */
	open(current: SessionLog, verdict: SessionVerdict): Promise<OpenedPlace>;
	after(previousFile: string | undefined): SessionAfterEvent;
	/** What becomes of the session that was left; closed unless said otherwise. */
	readonly leave?: (previous: SessionLog) => Promise<void>;
}

export interface OpenedPlace {
	readonly log: SessionLog;
	readonly undo?: () => void | Promise<void>;
}

/** What a change may touch of the conversation. */
export interface ChangePorts {
	log: SessionLog;
	readonly agent: Agent;
	readonly models: ModelChoice;
	readonly hooks: Pick<HookList, "beforeSessionChange" | "afterSessionChange">;
	readonly restoreModel: RestoreModel;
	/** Ends whatever runs; what is queued is dropped. */
	readonly stop: () => Promise<void>;
	readonly now: () => number;
	readonly warn: (message: string) => Promise<void>;
}

/** Carries out a change; false when a hook canceled it. When it fails, everything is as it was. */
export async function changeSession(change: SessionChange, ports: ChangePorts): Promise<boolean> {
	const verdict = change.before ? await ports.hooks.beforeSessionChange(change.before) : {};
	if (verdict.cancel) return false;
	const goBack = snapshot(ports);
	const previous = ports.log;
	const previousFile = previous.file;
	try {
		await ports.stop();
		await ignoreFailure(previous.flush(), "the failure was told when it happened, and one may leave all the same");
		const { log, undo } = await change.open(previous, verdict);
		try {
			await enter(log, verdict, ports);
			await ports.hooks.afterSessionChange(change.after(previousFile));
		} catch (error) {
			await undo?.();
			throw error;
		}
	} catch (error) {
		goBack();
		throw error;
	}
	if (ports.log !== previous) await leave(previous, change);
	return true;
}

async function enter(log: SessionLog, verdict: SessionVerdict, ports: ChangePorts): Promise<void> {
	const { agent, models } = ports;
	const state = await rebuildState(log, models, ports);
	ports.log = log;
	if (!verdict.skipConversationRestore) agent.replaceMessages(state.messages);
	models.restore(state);
	if (state.notice) await ports.warn(state.notice);
}

/** Everything a failed change has to put back. */
function snapshot(ports: ChangePorts): () => void {
	const { log, agent, models } = ports;
	const { leafId } = log;
	const messages = [...agent.state.messages];
	const { steeringQueue, followUpQueue } = agent;
	const { model, thinkingLevel, serviceTier } = models;
	return () => {
		ports.log = log;
		if (leafId === null) log.resetLeaf();
		else log.branch(leafId);
		agent.replaceMessages(messages);
		agent.replaceQueues(steeringQueue, followUpQueue);
		models.restore({ model, thinkingLevel, serviceTier });
	};
}

async function leave(previous: SessionLog, change: SessionChange): Promise<void> {
	const left = change.leave ? change.leave(previous) : previous.close();
	await ignoreFailure(left, "the session that was left has told its failures already");
}
