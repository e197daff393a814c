import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import { isAbort } from "@oh-my-pi/pi-utils/abort";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import { newSession } from "../../../conversation/operations/new-session.ts";
import type { PlanMode, PlanProposal } from "./plan-mode.ts";
import { planTitle } from "./plan-slug.ts";
import approvedText from "./prompts/approved.md" with { type: "text" };
import refineText from "./prompts/refine.md" with { type: "text" };

/** The user's decision about a plan. */
export type PlanDecision =
	| {
			/** In a new session, after compaction, or in the current context. */
			readonly kind: "execute" | "compact" | "keep";
			/** The model for the implementation; the current one when absent. */
			readonly model?: { readonly model: Model; readonly thinkingLevel?: ThinkingLevel };
			/** The plan as edited by the user. */
			readonly text?: string;
	  }
	| { readonly kind: "refine"; readonly feedback: string };

interface PlanPorts {
	readonly conversation: Conversation;
	readonly plan: PlanMode;
	readonly now: () => number;
	/** Folder of the current session's `local://` files. */
	readonly localFolder: () => string | undefined;
	/** Called after switching to a new session. */
	readonly onNewSession?: () => void;
}

/** Executes the decision. Resolves when the next run has started. */
export async function executePlan(proposal: PlanProposal, decision: PlanDecision, ports: PlanPorts): Promise<void> {
	const { conversation, plan, now } = ports;
	const { url: path } = proposal;
	if (decision.kind === "refine") {
		const text = renderPrompt(refineText, { path, feedback: decision.feedback });
		return conversation.submit({ type: "steer", text });
	}
	plan.leave(path);
	if (decision.kind === "execute") await moveToNewSession(proposal, decision.text ?? proposal.text, ports);
	else if (decision.text !== undefined) await writePlan(proposal, decision.text, ports);
	if (decision.kind === "compact") await compact(conversation, path);
	await nameAfterPlan(conversation, proposal);
	if (decision.model) {
		const { model, thinkingLevel } = decision.model;
		await conversation.submit({ type: "set_model", model });
		if (thinkingLevel) await conversation.submit({ type: "set_thinking_level", level: thinkingLevel });
	}
	const content = renderPrompt(approvedText, { path });
	const message = { role: "developer", content, attribution: "agent", timestamp: now() } as const;
	return conversation.submit({ type: "send", message, triggerTurn: true });
}

async function moveToNewSession(proposal: PlanProposal, text: string, ports: PlanPorts): Promise<void> {
	const { conversation, plan } = ports;
	const { file, id } = conversation.log;
	if (!(await newSession(conversation, { parentSession: file ?? id }))) throw new Error("The new session was refused");
	ports.onNewSession?.();
	plan.leave(proposal.url);
	await writePlan(proposal, text, ports);
}

async function writePlan({ slug }: PlanProposal, text: string, { localFolder }: PlanPorts): Promise<void> {
	const folder = localFolder();
	if (folder === undefined) throw new Error("This session keeps no local:// files");
	await mkdir(folder, { recursive: true, mode: 0o700 });
	await writeFile(join(folder, `${slug}-plan.md`), text, { mode: 0o600 });
}

/** Having too little to compact is not an error. */
async function compact(conversation: Conversation, path: string): Promise<void> {
	try {
		await conversation.compact(`What the plan at ${path} needs.`);
	} catch (error) {
		if (isAbort(error)) throw error;
		conversation.notify("info", errorMessage(error));
	}
}

async function nameAfterPlan(conversation: Conversation, { slug }: PlanProposal): Promise<void> {
	if (conversation.log.name !== undefined) return;
	await conversation.submit({ type: "set_session_name", name: planTitle(slug), source: "auto" });
}
