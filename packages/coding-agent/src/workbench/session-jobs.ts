import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { openSession } from "@oh-my-pi/pi-session/open-session";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import type { Job } from "@oh-my-pi/pi-tools/jobs/job";
import type { JobBoard } from "@oh-my-pi/pi-tools/jobs/job-board";
import { jobNotice } from "@oh-my-pi/pi-tools/jobs/job-notice";
import type { Hook } from "../conversation/hooks/hook.ts";
import type { LiveContext } from "../conversation/hooks/live-context.ts";

/** Keeps jobs with the session that started them, also after the conversation has gone on to another one. */
export class SessionJobs {
	readonly #board: JobBoard;
	/** Sessions that were left, by the owner that their jobs have now. */
	readonly #left = new Map<string, SessionLog>();

	constructor(board: JobBoard) {
		this.#board = board;
	}

	hook(live: LiveContext): Hook {
		let { log } = live;
		return {
			name: "session-jobs",
			onHistoryReplaced: (messages) => {
				if (live.log.id === log.id) return;
				this.#leave(live.id, log, messages);
				log = live.log;
				this.#left.delete(ownerIn(live.id, log));
				this.#board.reassign(ownerIn(live.id, log), live.id);
			},
		};
	}

	/** Adds the result to a session that is not open now, for when it is resumed. */
	async keep(job: Job): Promise<void> {
		const left = this.#left.get(job.ownerId);
		if (left?.file === undefined) return;
		const opening = openSession(left.environment, left.file);
		if (opening.kind !== "opened") return;
		const { text, details } = jobNotice([job]);
		opening.log.appendCustomMessageEntry("async-result", text, true, details);
		await opening.log.close();
	}

	#leave(id: string, log: SessionLog, messages: readonly AgentMessage[]): void {
		const own = this.#board.list(id);
		// Agents end with their session.
		this.#board.markSeen(own.filter(({ type }) => type === "task").map((job) => job.id));
		const owner = ownerIn(id, log);
		this.#left.set(owner, log);
		// A fork goes on with what its history has started; kept processes belong to the project.
		const started = startedIn(messages);
		this.#board.reassign(id, owner, (job) => job.type !== "process" && !started.has(job.id));
	}
}

function ownerIn(id: string, { id: session }: SessionLog): string {
	return `${id}@${session}`;
}

/** Ids of the jobs that the calls of a history have started. */
function startedIn(messages: readonly AgentMessage[]): ReadonlySet<string> {
	return new Set(
		messages.flatMap((message) => {
			const details = message.role === "toolResult" && "details" in message ? message.details : undefined;
			const started = typeof details === "object" && details !== null && "async" in details ? details.async : undefined;
			if (typeof started !== "object" || started === null) return [];
			if ("jobId" in started) return [String(started.jobId)];
			return "jobIds" in started && Array.isArray(started.jobIds) ? started.jobIds.map(String) : [];
		}),
	);
}
