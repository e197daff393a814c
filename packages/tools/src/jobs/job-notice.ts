import { type Job, outcomeOf } from "./job.ts";

/** What a conversation is told when jobs have settled that nobody waited for: a message of the type `async-result`. */
export function jobNotice(jobs: readonly Job[]): { text: string; details: { jobs: JobNoticeDetails[] } } {
	const parts = jobs.map((job) => {
		const happened = job.status === "cancelled" ? "been cancelled" : job.status;
		return `Background job ${job.id} has ${happened}. Resume your work using the result below.\n${outcomeOf(job).trimEnd()}`;
	});
	return {
		text: `<system-notice>\n${parts.join("\n\n")}\n</system-notice>`,
		details: {
			jobs: jobs.map(({ id, type, status, label, startedAt, settledAt = startedAt, details }) => ({
				jobId: id,
				type,
				status,
				label,
				durationMs: settledAt - startedAt,
				...details,
			})),
		},
	};
}

export interface JobNoticeDetails {
	readonly jobId: string;
	readonly type: Job["type"];
	/** Absent in notices of earlier versions. */
	readonly status?: Job["status"];
	readonly label: string;
	readonly durationMs: number;
	/** A line of the result, for people. */
	readonly summary?: string;
	/** The agent's type. */
	readonly agent?: string;
}
