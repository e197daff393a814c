import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { openSession } from "@oh-my-pi/pi-session/operations/open-session";
import { asyncSettings } from "@oh-my-pi/pi-tools/job/settings";
import type { Job } from "@oh-my-pi/pi-tools/jobs/job";
import { JobBoard } from "@oh-my-pi/pi-tools/jobs/job-board";
import { jobNotice } from "@oh-my-pi/pi-tools/jobs/job-notice";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { Hook } from "../conversation/hooks/hook.ts";
import type { LiveContext } from "../conversation/hooks/live-context.ts";
import type { Conversation } from "../conversation/kernel/conversation.ts";
import type { Settings } from "../settings/settings.ts";

interface JobPorts {
	readonly host: Pick<Host, "now">;
	readonly settings: Settings;
	/** The open conversation with this id. */
	readonly owner: (id: string) => Conversation | undefined;
}

/**
 * Background jobs of all conversations of a session. A job stays with the session that started it, also after the conversation has
 * gone on to another one.
 */
export class SessionJobs extends JobBoard {
	readonly #ports: JobPorts;
	/** Sessions that were left, by the owner that their jobs have now. */
	readonly #left = new Map<string, SessionLog>();

	constructor(ports: JobPorts) {
		super({
			now: ports.host.now,
			maxJobs: ports.settings.get(asyncSettings.maxJobs),
			onResult: (job, isRead) => this.#announce(job, isRead),
		});
		this.#ports = ports;
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
				this.reassign(ownerIn(live.id, log), live.id);
			},
		};
	}

	/** Adds the result to a session that is not open now, for when it is resumed. */
	async #keep(job: Job): Promise<void> {
		const left = this.#left.get(job.ownerId);
		if (left?.file === undefined) return;
		const opening = openSession(left.environment, left.file);
		if (opening.kind !== "opened") return;
		const { text, details } = jobNotice([job]);
		opening.log.appendCustomMessageEntry("async-result", text, true, details);
		await opening.log.close();
	}

	/** Reports a finished job to the model as an aside, unless the model reads the result by other means first. */
	#announce(job: Job, isRead: () => boolean): void {
		const owner = this.#ports.owner(job.ownerId);
		if (!owner) {
			void ignoreFailure(this.#keep(job), "the log of that session is gone");
			return;
		}
		const { text: content, details } = jobNotice([job]);
		const timestamp = this.#ports.host.now();
		const message = { role: "custom", customType: "async-result", content, display: true, details, timestamp } as const;
		void owner.submit({ type: "send", message, as: "aside", triggerTurn: "unless_interrupted", isStale: isRead });
	}

	#leave(id: string, log: SessionLog, messages: readonly AgentMessage[]): void {
		const jobs = this.list(id);
		// Agents end with their session.
		this.markSeen(jobs.filter(({ type }) => type === "task").map((job) => job.id));
		const owner = ownerIn(id, log);
		this.#left.set(owner, log);
		// A fork goes on with what its history has started; kept processes belong to the project.
		const started = startedIn(messages);
		this.reassign(id, owner, (job) => job.type !== "process" && !started.has(job.id));
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
