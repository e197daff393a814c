import {
	type AskAnswer,
	type AskQuestion,
	doneLabel,
	otherLabel,
	type QuestionPort,
} from "@oh-my-pi/pi-tools/services/question";
import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { type ApprovalPort, questionLines } from "../../../conversation/approval/approval-question.ts";
import type { FrontEndPorts } from "../../../workbench/contract/front-end.ts";
import type { UiRequests } from "./ui-requests.ts";

/** Puts approvals and questions to the guests as well as to the host; the first answer counts. */
export function sharedAnswers(requests: UiRequests): (ports: FrontEndPorts) => FrontEndPorts {
	return (ports) => ({
		...ports,
		...(ports.approve && { approve: sharedApproval(ports.approve, requests) }),
		...(ports.ask && { ask: sharedQuestion(ports.ask, requests) }),
	});
}

function sharedApproval(approve: ApprovalPort, requests: UiRequests): ApprovalPort {
	return (question, { signal }) =>
		race(
			signal,
			(end) => approve(question, { signal: end }),
			async (end) => {
				const title = visibleText(questionLines(question).join("\n"));
				const answer = await requests.ask({ kind: "select", title, options: ["Approve", "Deny"] }, end);
				// What was dismissed by somebody far away was not allowed.
				return answer && { choice: answer.value === "Approve" ? ("approve" as const) : ("deny" as const) };
			},
		);
}

function sharedQuestion(ask: QuestionPort, requests: UiRequests): QuestionPort {
	return async (questions, options) => {
		const outcome = await race(
			options.signal,
			(signal) => ask(questions, { ...options, signal }),
			async (end) => {
				const answers: AskAnswer[] = [];
				for (const question of questions) {
					const answer = await askOne(question, requests, end);
					if (end.aborted) return undefined;
					if (!answer) return { kind: "cancelled" as const };
					answers.push(answer);
				}
				return { kind: "answered" as const, answers };
			},
		);
		return outcome ?? { kind: "cancelled" };
	};
}

/** `undefined` when it was dismissed or taken back. */
async function askOne(
	{ id, question, options, multi, recommended }: AskQuestion,
	requests: UiRequests,
	signal: AbortSignal,
): Promise<AskAnswer | undefined> {
	const selected: string[] = [];
	for (;;) {
		const left = options.filter(({ label }) => !selected.includes(label));
		const shown = left.map(({ label, description }) => ({ label, ...(description !== undefined && { description }) }));
		const more = multi ? [otherLabel, doneLabel] : [otherLabel];
		const title = selected.length === 0 ? question : `${question}\nSelected: ${selected.join(", ")}`;
		const initialIndex = recommended === undefined || selected.length > 0 ? {} : { initialIndex: recommended };
		const request = { kind: "select" as const, title, options: [...shown, ...more], ...initialIndex };
		const chosen = (await requests.ask(request, signal))?.value;
		if (chosen === undefined) return undefined;
		if (chosen === doneLabel && multi) return { id, selected };
		if (chosen === otherLabel) {
			const written = (await requests.ask({ kind: "editor", title: question }, signal))?.value;
			return written === undefined ? undefined : { id, selected, customInput: written };
		}
		selected.push(chosen);
		if (!multi) return { id, selected };
	}
}

/** Asks both; the one that is slower is taken back. */
async function race<Answer>(
	signal: AbortSignal,
	here: (signal: AbortSignal) => Promise<Answer>,
	there: (signal: AbortSignal) => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
	const answered = new AbortController();
	const end = AbortSignal.any([signal, answered.signal]);
	const local = here(end);
	const { promise: remote, resolve, reject } = Promise.withResolvers<Answer>();
	void there(end).then((answer) => answer !== undefined && resolve(answer), reject);
	try {
		return await Promise.race([local, remote]);
	} finally {
		answered.abort();
		// What it gives now is of no interest.
		local.catch(() => {});
	}
}
