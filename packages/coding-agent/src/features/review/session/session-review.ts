import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Change } from "../change/change.ts";
import type { DismissedFindings } from "../findings/dismissed-findings.ts";
import type { Finding } from "../findings/finding.ts";

export interface SessionReviewPorts {
	/** The history of the session. */
	readonly messages: () => readonly AgentMessage[];
	/** Of the project. */
	readonly dismissed: () => Promise<DismissedFindings>;
	readonly now: () => number;
	/** Agents of the conversation are at work. */
	readonly hasReviewers: () => boolean;
	/** Adds a message to the history, and shows it. */
	readonly show: (message: SessionMessage) => Promise<void>;
	readonly warn: (text: string) => void;
}

/** A review that has begun. */
export interface ReviewSubject {
	/** In a few words. */
	readonly subject: string;
	/** Absent for words of the user's own, and where git could not be asked. */
	readonly change: Change | undefined;
	/** With which the model reports findings. */
	readonly tools: readonly AgentTool[];
}

/** The reviews of one session: what reviewers report while one is under way, and the findings of the last one. */
export class SessionReview {
	readonly #ports: SessionReviewPorts;
	#active: ReviewSubject | undefined;
	#reported: unknown[] = [];
	/** How many reports the list that was shown last has; -1 before the first. */
	#shownCount = -1;
	#showing = Promise.resolve();
	#findings: readonly Finding[] | undefined;
	/**
	 * There from the first review on. The model keeps them: a list of tools that changes again costs the cache once more.
	 */
	tools: readonly AgentTool[] = [];

	constructor(ports: SessionReviewPorts) {
		this.#ports = ports;
	}

	begin(review: ReviewSubject): void {
		this.#active = review;
		this.#reported = [];
		this.#shownCount = -1;
		if (this.tools.length === 0) this.tools = review.tools;
	}

	/** What a reviewer handed in; counts only while a review is under way. */
	add(reported: unknown): void {
		if (this.#active) this.#reported.push(reported);
	}

	/** The user turns to something else: what is reported from now on belongs to no review. */
	end(): void {
		this.#active = undefined;
		this.#reported = [];
	}

	/** The session was left. */
	forget(): void {
		this.end();
		this.#findings = undefined;
	}

	/**
	 * The model has stopped: shows the result, unless reviewers are still at work. The result of an agent may wake the model once
	 * more; what it reports then is shown with a new list.
	 */
	show(): Promise<void> {
		const active = this.#active;
		const isShown = this.#reported.length <= this.#shownCount;
		if (active && !isShown && !this.#ports.hasReviewers()) {
			this.#shownCount = this.#reported.length;
			this.#showing = this.#summarize(active, [...this.#reported]);
		}
		return this.#showing;
	}

	async #summarize(active: ReviewSubject, reported: readonly unknown[]): Promise<void> {
		try {
			const [{ summarizeReview }, dismissed] = await Promise.all([
				import("./summarize-review.ts"),
				this.#ports.dismissed(),
			]);
			const { findings, message } = await summarizeReview({
				...active,
				reported,
				dismissed,
				messages: this.#ports.messages(),
				timestamp: this.#ports.now(),
			});
			this.#findings = findings;
			if (dismissed.problem !== undefined) this.#ports.warn(dismissed.problem);
			await this.#ports.show(message);
		} catch (error) {
			this.#ports.warn(`The findings of the review could not be listed: ${errorMessage(error)}`);
		}
	}

	/** Of the last review, also of one before omp was started again, without those dismissed since. */
	async findings(): Promise<readonly Finding[]> {
		if (!this.#findings) {
			const { recordedFindings } = await import("./review-message.ts");
			const recorded = recordedFindings(this.#ports.messages());
			const dismissed = await this.#ports.dismissed();
			this.#findings = recorded.filter((finding) => !dismissed.has(finding));
		}
		return this.#findings;
	}

	/** Keeps a finding out of this list and of later reviews. */
	async dismiss(finding: Finding): Promise<void> {
		const dismissed = await this.#ports.dismissed();
		await dismissed.add(finding, this.#ports.now());
		this.#findings = (await this.findings()).filter(({ fingerprint }) => fingerprint !== finding.fingerprint);
	}

	/** Gives how many findings may show up again. */
	async restoreDismissed(): Promise<number> {
		return (await this.#ports.dismissed()).clear();
	}
}
