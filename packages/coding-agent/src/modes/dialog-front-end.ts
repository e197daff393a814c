import {
	type AskAnswer,
	type AskQuestion,
	automaticAnswer,
	doneLabel,
	otherLabel,
	type QuestionPort,
} from "@oh-my-pi/pi-tools/services/question";
import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { type ApprovalPort, questionLines } from "../conversation/approval/approval-question.ts";
import type { FrontEndPorts } from "../workbench/contract/front-end.ts";
import type { RpcUi } from "./rpc-ui.ts";

/** How a host is asked: approvals always, the model's own questions only where somebody is there to answer them. */
export function rpcFrontEnd(ui: RpcUi, options: { readonly isInteractive: boolean }): FrontEndPorts {
	return { approve: approvals(ui), dialogs: async () => ui, ...(options.isInteractive && { ask: questions(ui) }) };
}

function approvals(ui: RpcUi): ApprovalPort {
	return async (question, { signal }) => {
		const chosen = await ui.select(visibleText(questionLines(question).join("\n")), ["Approve", "Deny"], { signal });
		return { choice: chosen === "Approve" ? "approve" : "deny" };
	};
}

function questions(ui: RpcUi): QuestionPort {
	return async (asked, { signal, timeoutSeconds }) => {
		const answers: AskAnswer[] = [];
		for (const question of asked) {
			const timeout = timeoutSeconds > 0 ? AbortSignal.timeout(timeoutSeconds * 1000) : undefined;
			const dialog = { signal: timeout ? AbortSignal.any([signal, timeout]) : signal };
			const answer = await (question.multi ? askForSeveral(ui, question, dialog) : askForOne(ui, question, dialog));
			if (answer) answers.push(answer);
			else if (timeout?.aborted && !signal.aborted) answers.push(automaticAnswer(question));
			else return { kind: "cancelled" };
		}
		return { kind: "answered", answers };
	};
}

type Dialog = { readonly signal: AbortSignal };

async function askForOne(ui: RpcUi, question: AskQuestion, dialog: Dialog): Promise<AskAnswer | undefined> {
	const { id, options } = question;
	const chosen = await ui.select(question.question, [...options.map(({ label }) => label), otherLabel], dialog);
	if (chosen === undefined) return undefined;
	return chosen === otherLabel ? inOwnWords(ui, question, [], dialog) : { id, selected: [chosen] };
}

/** One after the other, until the user has had enough. */
async function askForSeveral(ui: RpcUi, question: AskQuestion, dialog: Dialog): Promise<AskAnswer | undefined> {
	const selected: string[] = [];
	for (;;) {
		const left = question.options.map(({ label }) => label).filter((label) => !selected.includes(label));
		const chosen = await ui.select(question.question, [...left, otherLabel, doneLabel], dialog);
		if (chosen === undefined) return undefined;
		if (chosen === doneLabel) return { id: question.id, selected };
		if (chosen === otherLabel) return inOwnWords(ui, question, selected, dialog);
		selected.push(chosen);
	}
}

async function inOwnWords(
	ui: RpcUi,
	{ id, question }: AskQuestion,
	selected: readonly string[],
	dialog: Dialog,
): Promise<AskAnswer | undefined> {
	const customInput = await ui.input(question, undefined, dialog);
	return customInput === undefined ? undefined : { id, selected, customInput };
}
