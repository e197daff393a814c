import type { QuestionPort } from "@oh-my-pi/pi-tools/services/question";
import { answerAgain } from "../../conversation/operations/answer-again.ts";
import { branchConversation } from "../../conversation/operations/branch-session.ts";
import { type Navigated, navigateTree, type SummarizeBranch } from "../../conversation/operations/navigate-tree.ts";
import { askDialog } from "../../dialogs/ask/ask-dialog.ts";
import { selectDialog } from "../../dialogs/select-dialog.ts";
import { textDialog } from "../../dialogs/text-dialog.ts";
import { waitDialog } from "../../dialogs/wait-dialog.ts";
import { branchSummarySettings } from "../../settings/sections/agent/context.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { type CommandOutcome, waitForIdle } from "../contract/outcome.ts";
import type { DialogPort, DraftPort, WorkPort } from "../contract/screen-ports.ts";

export type NavigationPorts = DialogPort & DraftPort & WorkPort;

/** What the user wants to be said about the branch that is left. */
type SummaryWish = { readonly focus?: string } | "none";

/** Goes on from another entry of the session; what was said there comes back into an empty editor. */
export async function goToEntry(
	entryId: string,
	session: OpenedConversation,
	ports: NavigationPorts,
	options: { readonly name: string; readonly summarize: boolean },
): Promise<CommandOutcome> {
	const { conversation } = session;
	if (conversation.isStreaming) return { kind: "notice", level: "warning", text: waitForIdle };
	if (conversation.log.leafId === entryId) return { kind: "notice", level: "info", text: "Already at this point" };
	const wish = options.summarize ? {} : await askForSummary(session, ports);
	if (wish === undefined) return { kind: "done" };
	const moved =
		wish === "none" ? await navigateTree(conversation, entryId) : await goWithSummary(entryId, wish, session, ports);
	if (!moved || moved.cancelled) return { kind: "notice", level: "info", text: "Stayed where you were" };
	returnText(moved.editorText, ports);
	return {
		kind: "session-changed",
		text: `${options.name}${moved.summaryEntry ? " (with a summary of the branch)" : ""}`,
	};
}

/** Goes on in a new session that ends before a message of the user's. */
export async function branchAt(
	entryId: string,
	session: OpenedConversation,
	ports: DraftPort,
): Promise<CommandOutcome> {
	const { conversation } = session;
	if (conversation.isStreaming) return { kind: "notice", level: "warning", text: waitForIdle };
	const { cancelled, text } = await branchConversation(conversation, entryId);
	if (cancelled) return { kind: "done" };
	returnText(text, ports);
	return { kind: "session-changed", text: "Branched to a new session" };
}

/** A question of the model's is put once more, and the reply to the other answer follows. */
export async function answerAnew(
	entryId: string,
	session: OpenedConversation,
	{ ask: askDialogs, attempt }: NavigationPorts,
): Promise<CommandOutcome> {
	const { conversation, host } = session;
	if (conversation.isStreaming) return { kind: "notice", level: "warning", text: waitForIdle };
	const ask: QuestionPort = async (questions, options) =>
		(await askDialogs(askDialog(questions, { ...options, isWanted: true }))) ?? { kind: "cancelled" };
	if (!(await answerAgain(conversation, entryId, { ask, now: host.now }))) return { kind: "done" };
	// Shown first, then replied to.
	queueMicrotask(() => void attempt(() => conversation.submit({ type: "continue" })));
	return { kind: "session-changed", text: "Another answer" };
}

function returnText(text: string | undefined, { draft }: DraftPort): void {
	if (text !== undefined && draft.isEmpty) draft.setText(text);
}

async function askForSummary(session: OpenedConversation, { ask }: DialogPort): Promise<SummaryWish | undefined> {
	if (!session.settings.get(branchSummarySettings.enabled)) return "none";
	const items = [
		{ value: "none", label: "No summary" },
		{ value: "plain", label: "Summarize" },
		{ value: "focus", label: "Summarize with custom prompt" },
	] as const;
	const chosen = await ask(selectDialog({ title: "Summarize the branch you leave?", items, filterable: false }));
	if (chosen === undefined || chosen === "none") return chosen;
	if (chosen === "plain") return {};
	const focus = await ask(textDialog({ title: "Summary", question: "What should the summary focus on?" }));
	return focus === undefined ? undefined : { focus };
}

async function goWithSummary(
	entryId: string,
	{ focus }: Exclude<SummaryWish, "none">,
	session: OpenedConversation,
	{ ask }: DialogPort,
): Promise<Navigated | undefined> {
	const { conversation, settings } = session;
	const reserveTokens = settings.get(branchSummarySettings.reserveTokens);
	const summarizing =
		(signal: AbortSignal): SummarizeBranch =>
		(entries) =>
			conversation.summarizeBranch(entries, { reserveTokens, signal, ...(focus && { focus }) });
	const waited = await ask(
		waitDialog("Session Tree", "Summarizing the branch…", (signal) =>
			navigateTree(conversation, entryId, { summarize: summarizing(signal) }),
		),
	);
	if (waited && "error" in waited) throw waited.error;
	return waited?.value;
}
