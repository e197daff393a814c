import type { MemoryBank } from "@oh-my-pi/pi-memory/bank/memory-bank";
import type { Memory } from "@oh-my-pi/pi-memory/contract/memory";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import { MemoryLimitError } from "../../contract/memory-limit-error.ts";
import { dateText } from "../../shown/memory-text.ts";
import { whenFree } from "../banks/bank-set.ts";
import type { ModelRequests } from "../models/model-requests.ts";
import extractPrompt from "../prompts/extract.md" with { type: "text" };
import mergePrompt from "../prompts/merge.md" with { type: "text" };

interface DeriveParts {
	readonly bank: MemoryBank;
	readonly models: ModelRequests;
	readonly redact: (text: string) => string;
	/** Names this omp in leases. */
	readonly owner: string;
	readonly signal: AbortSignal;
	/** Nothing more is begun after this. */
	readonly ending?: AbortSignal;
}

/** Longer than a request may take; an omp that is killed gives its work back after this. */
const leaseMs = 180_000;
const maxInputChars = 24_000;
const maxNoteChars = 2000;
const maxFacts = 12;
const maxLineChars = 1000;
const mergedAtOnce = 12;
/** After this many in a row it is the model that does not work. */
const maxFailures = 2;
const brokenOffMs = 600_000;

/**
 * Extracts facts from what waits for it; gives their number. Another omp never works on the same bank at the same time. What a model
 * refuses is postponed, and the rest goes on; one that answers nothing at all is left alone.
 */
export async function extractAll({ bank, models, redact, owner, signal, ending }: DeriveParts): Promise<number> {
	let [count, failures] = [0, 0];
	const mayGoOn = () => !signal.aborted && !ending?.aborted;
	try {
		while (mayGoOn() && (await whenFree(() => bank.leases.take("derive", owner, leaseMs), signal))) {
			const [due] = bank.derivation.extractDue(1);
			if (!due) break;
			const text = redact(due.context ? `About: ${due.context}\n\n${due.content}` : due.content);
			const request = { systemPrompt: renderPrompt(extractPrompt), text: text.slice(-maxInputChars), maxTokens: 1200 };
			const answer = await askOrPostpone(() => models.ask(request, signal), [due], "extract", { bank, signal });
			if (answer === undefined) {
				if (++failures >= maxFailures) break;
				continue;
			}
			failures = 0;
			const facts = parseLines(answer, maxFacts).map(redact);
			count += await whenFree(() => bank.derivation.addFacts(due, facts), signal);
		}
		return count;
	} finally {
		release(bank, owner);
	}
}

/** Merges episodes into summaries while there are at least `minCount`; gives the number of summaries. */
export async function mergeAll(
	{ bank, models, redact, owner, signal, ending }: DeriveParts,
	{ minCount }: { readonly minCount: number },
): Promise<number> {
	let [count, failures] = [0, 0];
	const mayGoOn = () => !signal.aborted && !ending?.aborted;
	try {
		while (mayGoOn() && (await whenFree(() => bank.leases.take("derive", owner, leaseMs), signal))) {
			const sources = chooseSources(bank.derivation.mergeDue(200), minCount);
			if (sources.length === 0) break;
			const notes = sources.map((source) => describeNote(bank, source));
			const request = { systemPrompt: renderPrompt(mergePrompt), text: redact(JSON.stringify(notes)), maxTokens: 600 };
			const answer = await askOrPostpone(() => models.ask(request, signal), sources, "merge", { bank, signal });
			if (answer === undefined) {
				if (++failures >= maxFailures) break;
				continue;
			}
			const lines = parseLines(answer, 3).map(redact);
			if (lines.length === 0) {
				await whenFree(() => bank.derivation.dismiss(sources), signal);
				continue;
			}
			const merged = await whenFree(() => bank.derivation.merge(sources, lines.join("\n")), signal);
			if (!merged) break;
			count++;
		}
		return count;
	} finally {
		release(bank, owner);
	}
}

/** The answer; without one, the memories that it was about wait. A limit that is reached and the end of omp say nothing about them. */
async function askOrPostpone(
	ask: () => Promise<string>,
	sources: readonly Memory[],
	work: "extract" | "merge",
	{ bank, signal }: Pick<DeriveParts, "bank" | "signal">,
): Promise<string | undefined> {
	try {
		return await ask();
	} catch (error) {
		// Whoever starts omp again and again would pay for the same request each time.
		if (signal.aborted) bank.derivation.defer(sources, brokenOffMs);
		if (signal.aborted || error instanceof MemoryLimitError) throw error;
		logIgnored(`the memory asks about ${sources[0]?.id} again later`, error);
		await whenFree(() => bank.derivation.postpone(sources, work), signal);
		return undefined;
	}
}

/** Words of the user are not mixed with text from outside: the summary would get the label of the latter. */
function chooseSources(due: readonly Memory[], minCount: number): readonly Memory[] {
	const groups = [true, false].map((isOutside) =>
		due.filter(({ origin }) => (origin.kind === "outside") === isOutside),
	);
	return groups.find((group) => group.length >= minCount)?.slice(0, mergedAtOnce) ?? [];
}

function describeNote(bank: MemoryBank, source: Memory) {
	const facts = bank.derivation.factsOf(source.id).map(({ content }) => content);
	const note = facts.length > 0 ? facts.join("\n") : source.content;
	return {
		date: dateText(source.createdAt),
		note: note.slice(0, maxNoteChars).toWellFormed(),
		...(source.origin.kind === "outside" && { outside: source.origin.places ?? ["unknown"] }),
	};
}

function release(bank: MemoryBank, owner: string): void {
	try {
		bank.leases.release("derive", owner);
	} catch {
		// It is locked or closed: the lease runs out.
	}
}

/** The lines of an answer, without bullets; none for `NONE`. */
function parseLines(answer: string, max: number): readonly string[] {
	return answer
		.split("\n")
		.map((line) =>
			line
				.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, "")
				.trim()
				.slice(0, maxLineChars)
				.toWellFormed(),
		)
		.filter((line) => line !== "" && !/^["'`(]*none[."'`)]*$/i.test(line) && !line.startsWith("```"))
		.slice(0, max);
}
