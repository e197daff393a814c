import type { BranchSummaryEntry } from "@oh-my-pi/pi-session/entry/entry";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { navigationPoint } from "@oh-my-pi/pi-session/tree/branch-point";
import type { PathStep } from "@oh-my-pi/pi-session/tree/context";
import type { SessionVerdict } from "../event/session-event.ts";
import type { Conversation } from "../kernel/conversation.ts";

type Summary = NonNullable<SessionVerdict["summary"]>;

/** Summarizes the branch that is left; `undefined` when aborted. */
export type SummarizeBranch = (entries: readonly PathStep[]) => Promise<Summary | undefined>;

export interface Navigated {
	readonly cancelled: boolean;
	/** The user message at the target, for the editor. */
	readonly editorText?: string;
	readonly summaryEntry?: BranchSummaryEntry;
}

/** Continues from another entry of the session. With `summarize`, a summary of the branch that is left is added there. */
export async function navigateTree(
	conversation: Conversation,
	targetId: string,
	options: { summarize?: SummarizeBranch | undefined } = {},
): Promise<Navigated> {
	const { log } = conversation;
	const oldLeafId = log.leafId;
	if (targetId === oldLeafId) throw new Error("Already at this point");
	const { leafId, editorText } = navigationPoint(log, targetId);
	const left = leftBehind(log, leafId);
	let summaryEntry: BranchSummaryEntry | undefined;
	const done = await unlessBrokenOff(
		conversation.changeSession({
			before: {
				type: "session_before_tree",
				targetId,
				oldLeafId,
				commonAncestorId: left.ancestorId,
				entriesToSummarize: left.entries,
				userWantsSummary: options.summarize !== undefined,
			},
			async open(current, verdict) {
				const summary = verdict.summary ?? (await summarizeEntries(left.entries, options.summarize));
				summaryEntry = goTo(current, leafId, summary, verdict.summary !== undefined);
				return { log: current };
			},
			after: () => ({
				type: "session_tree",
				newLeafId: summaryEntry?.id ?? leafId,
				oldLeafId,
				...(summaryEntry && { summaryEntry, fromExtension: summaryEntry.fromExtension ?? false }),
			}),
		}),
	);
	if (!done) return { cancelled: true };
	return { cancelled: false, ...(editorText !== undefined && { editorText }), ...(summaryEntry && { summaryEntry }) };
}

class BrokenOff extends Error {}

async function unlessBrokenOff(navigation: Promise<boolean>): Promise<boolean> {
	try {
		return await navigation;
	} catch (error) {
		if (error instanceof BrokenOff) return false;
		throw error;
	}
}

async function summarizeEntries(
	entries: readonly PathStep[],
	summarize?: SummarizeBranch,
): Promise<Summary | undefined> {
	if (!summarize || entries.length === 0) return undefined;
	const summary = await summarize(entries);
	if (!summary) throw new BrokenOff();
	return summary;
}

function goTo(
	log: SessionLog,
	leafId: string | null,
	summary: Summary | undefined,
	fromExtension: boolean,
): BranchSummaryEntry | undefined {
	if (summary) {
		const entry = log.findEntry(log.branchWithSummary(leafId, summary.summary, summary.details, fromExtension));
		return entry?.type === "branch_summary" ? entry : undefined;
	}
	if (leafId === null) log.resetLeaf();
	else log.branch(leafId);
	return undefined;
}

/** Entries of the current path that are not on the new one. */
function leftBehind(log: SessionLog, target: string | null): { ancestorId: string | null; entries: PathStep[] } {
	const ahead = new Set(target === null ? [] : log.path(target).map(({ id }) => id));
	const path = log.path();
	const firstLeft = path.findIndex(({ id }) => !ahead.has(id));
	if (firstLeft === -1) return { ancestorId: path.at(-1)?.id ?? null, entries: [] };
	return { ancestorId: path[firstLeft - 1]?.id ?? null, entries: path.slice(firstLeft) };
}
