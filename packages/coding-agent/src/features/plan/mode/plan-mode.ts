import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import type { PendingAction } from "@oh-my-pi/pi-tools/services/pending-actions";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import { hiddenNote } from "../../../conversation/history/hidden-note.ts";
import type { Hook } from "../../../conversation/hooks/hook.ts";
import { hookOrder } from "../../../conversation/hooks/hook-order.ts";
import { lastModeChange } from "../../../conversation/queries/current-mode.ts";
import { planSlug, planUrl } from "./plan-slug.ts";
import contextText from "./prompts/context.md" with { type: "text" };
import leftText from "./prompts/left.md" with { type: "text" };
import referenceText from "./prompts/reference.md" with { type: "text" };

/** A submitted plan that waits for review. */
export interface PlanProposal {
	readonly slug: string;
	/** `local://<slug>-plan.md` */
	readonly url: string;
	readonly text: string;
}

export interface PlanModePorts {
	readonly log: () => SessionLog;
	/** Folder of `local://` files. */
	readonly localFolder: () => string | undefined;
	readonly now: () => number;
}

const contextType = "plan-mode-context";
const referenceType = "plan-mode-reference";

/** Plan mode: no file of the working tree may change until the user approves a plan. */
export class PlanMode {
	/** Called when a plan is submitted; without it plans are refused. */
	onProposed: ((proposal: PlanProposal) => void) | undefined;
	/** Executes the next plan without a review. */
	executeWithoutReview: ((proposal: PlanProposal) => Promise<void>) | undefined;
	readonly #ports: PlanModePorts;
	#state: { readonly isActive: boolean; readonly approvedUrl?: string } | undefined;
	/** A mode change that the next prompt must mention. */
	#news: "entered" | "left" | undefined;
	#proposal: PlanProposal | undefined;
	#execution: Promise<void> = Promise.resolve();

	constructor(ports: PlanModePorts) {
		this.#ports = ports;
	}

	get isActive(): boolean {
		this.#state ??= this.#read();
		return this.#state.isActive;
	}

	/** The plan that waits for a review. */
	get proposal(): PlanProposal | undefined {
		return this.#proposal;
	}

	/** Resolves when a plan without review has been executed; at once when there is none. */
	get execution(): Promise<void> {
		return this.#execution;
	}

	enter(): void {
		if (this.isActive) return;
		this.#ports.log().appendModeChange("plan", { planFilePath: "local://PLAN.md" });
		this.#state = { isActive: true };
		this.#news = "entered";
	}

	/** Without `approvedUrl` the plan is discarded. */
	leave(approvedUrl?: string): void {
		if (!this.isActive && approvedUrl === undefined) return;
		this.#ports.log().appendModeChange("none", approvedUrl === undefined ? undefined : { approvedPlan: approvedUrl });
		this.#state = { isActive: false, ...(approvedUrl !== undefined && { approvedUrl }) };
		this.#news = approvedUrl === undefined ? "left" : undefined;
		this.#proposal = undefined;
	}

	/** Adds plan mode notes to prompts. */
	get hook(): Hook {
		return {
			name: "plan",
			order: hookOrder.plan,
			beforePrompt: ({ messages }) => this.#notes(messages),
			onHistoryReplaced: (_messages, cause) => {
				if (cause !== "session") return;
				// Read again from the new session's log.
				this.#state = undefined;
				this.#news = undefined;
				this.#proposal = undefined;
			},
		};
	}

	#notes(messages: readonly AgentMessage[]): SessionMessage[] {
		const news = this.#news;
		this.#news = undefined;
		const note = (type: string, text: string) => [hiddenNote(type, text, this.#ports.now())];
		if (news === "left") return note(contextType, renderPrompt(leftText));
		if (this.isActive) {
			const isAnnounced = news === undefined && has(messages, contextType);
			return isAnnounced ? [] : note(contextType, renderPrompt(contextText));
		}
		const path = this.#state?.approvedUrl;
		if (path === undefined || has(messages, referenceType)) return [];
		return note(referenceType, renderPrompt(referenceText, { path }));
	}

	/** Receives submitted plans while plan mode is on. */
	get standing(): PendingAction | undefined {
		return this.isActive ? this.#handIn : undefined;
	}

	readonly #handIn: PendingAction = {
		label: "Plan",
		sourceToolName: "plan",
		apply: (_reason, extra) => this.#propose(extra?.title),
	};

	async #propose(title: unknown): Promise<ToolOutput> {
		const { executeWithoutReview, onProposed } = this;
		if (!executeWithoutReview && !onProposed) {
			throw new ToolError("Nobody is here to review a plan. Describe it in your answer instead.");
		}
		const slug = planSlug(title);
		if (slug === undefined) {
			throw new ToolError(
				'Name the plan: extra {"title": "<slug>"}, with letters, digits, _ and - as in local://<slug>-plan.md.',
			);
		}
		const url = planUrl(slug);
		const text = await this.#planText(slug);
		if (text === undefined) throw new ToolError(`There is no plan at ${url}. Write it there first.`);
		this.#proposal = { slug, url, text };
		this.executeWithoutReview = undefined;
		if (executeWithoutReview) this.#execution = executeWithoutReview(this.#proposal);
		else onProposed?.(this.#proposal);
		return { content: "Plan ready for review.", details: { title: slug, planFilePath: url }, endsRun: true };
	}

	async #planText(slug: string): Promise<string | undefined> {
		const folder = this.#ports.localFolder();
		if (folder === undefined) return undefined;
		try {
			return await readFile(join(folder, `${slug}-plan.md`), "utf8");
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
			throw error;
		}
	}

	#read(): { isActive: boolean; approvedUrl?: string } {
		const { mode, data } = lastModeChange(this.#ports.log()) ?? { mode: "none", data: undefined };
		const approved = mode === "none" ? data?.approvedPlan : undefined;
		return { isActive: mode === "plan", ...(typeof approved === "string" && { approvedUrl: approved }) };
	}
}

function has(messages: readonly AgentMessage[], customType: string): boolean {
	return messages.some((message) => "customType" in message && message.customType === customType);
}
