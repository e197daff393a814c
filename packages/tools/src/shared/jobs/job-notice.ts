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
			jobs: jobs.map(({ id, type, label, startedAt, settledAt = startedAt, details }) => ({
				jobId: id,
				type,
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
	readonly label: string;
	readonly durationMs: number;
}
