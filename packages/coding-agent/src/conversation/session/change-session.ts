import type { Agent } from "@oh-my-pi/pi-agent-core/agent/agent";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { interruptionNotice } from "@oh-my-pi/pi-session/tree/interruption-notice";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { ModelChoice } from "../contract/model-choice.ts";
import type { SessionAfterEvent, SessionBeforeEvent, SessionVerdict } from "../event/session-event.ts";
import { sessionContext } from "../history/session-context.ts";
import type { HookList } from "../hooks/hook-list.ts";
import { type RestoreModel, rebuildState } from "./rebuild-state.ts";

/** A switch to another session, or to another entry of the same. */
export interface SessionChange {
	/** The event for hooks that may cancel; without it none are called. */
	readonly before?: SessionBeforeEvent;
	/** Opens or creates the target. `undo` reverts this when a later step fails. */
	open(current: SessionLog, verdict: SessionVerdict): Promise<OpenedPlace>;
	after(previousFile: string | undefined): SessionAfterEvent;
	/** Handles the old session; closes it by default. */
	readonly leave?: (previous: SessionLog) => Promise<void>;
	/** The session runs elsewhere: nothing of it is completed or restored here. */
	readonly isReplica?: true;
}

export interface OpenedPlace {
	readonly log: SessionLog;
	readonly undo?: () => void | Promise<void>;
}

export interface ChangePorts {
	log: SessionLog;
	readonly agent: Agent;
	readonly models: ModelChoice;
	readonly hooks: Pick<HookList, "beforeSessionChange" | "afterSessionChange">;
	readonly restoreModel: RestoreModel;
	/** Aborts the run and clears the queues. */
	readonly stop: () => Promise<void>;
	readonly now: () => number;
	readonly warn: (message: string) => Promise<void>;
}

/** Executes a change; false when a hook canceled it. Rolls back on failure. */
export async function changeSession(change: SessionChange, ports: ChangePorts): Promise<boolean> {
	const verdict = (change.before && (await ports.hooks.beforeSessionChange(change.before))) ?? {};
	if (verdict.cancel) return false;
	const goBack = snapshot(ports);
	const previous = ports.log;
	const previousFile = previous.file;
	try {
		await ports.stop();
		await ignoreFailure(previous.flush(), "already reported; leaving the session is still allowed");
		const { log, undo } = await change.open(previous, verdict);
		try {
			await (change.isReplica ? show(log, ports) : enter(log, verdict, ports));
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
	// Another entry of the same session is no interruption.
	const interruption = log === ports.log ? undefined : interruptionNotice(state.messages, log.path());
	ports.log = log;
	if (!verdict.skipConversationRestore) agent.replaceMessages(state.messages);
	models.restore(state);
	for (const notice of [state.notice, interruption]) if (notice) await ports.warn(notice);
}

async function show(log: SessionLog, ports: ChangePorts): Promise<void> {
	ports.log = log;
	ports.agent.replaceMessages(sessionContext(log).messages);
}

/** Returns a function that restores the current state. */
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
	await ignoreFailure(left, "already reported for the old session");
}
