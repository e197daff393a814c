import type { MemoryBank } from "@oh-my-pi/pi-memory/bank/memory-bank";
import type { Memory } from "@oh-my-pi/pi-memory/contract/memory";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
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
}

/** Longer than a request may take; an omp that is killed gives its work back after this. */
const leaseMs = 180_000;
const maxInputChars = 24_000;
const maxNoteChars = 2000;
const maxFacts = 12;
const maxLineChars = 1000;
const mergedAtOnce = 12;

/** Extracts facts from what waits for it; gives their number. Another omp never works on the same bank at the same time. */
export async function extractAll({ bank, models, redact, owner, signal }: DeriveParts): Promise<number> {
	let count = 0;
	try {
		while (!signal.aborted && (await whenFree(() => bank.leases.take("derive", owner, leaseMs), signal))) {
			const [due] = bank.derivation.extractDue(1);
			if (!due) break;
			const text = redact(due.context ? `About: ${due.context}\n\n${due.content}` : due.content);
			const request = { systemPrompt: renderPrompt(extractPrompt), text: text.slice(-maxInputChars), maxTokens: 1200 };
			const facts = parseLines(await models.ask(request, signal), maxFacts).map(redact);
			count += await whenFree(() => bank.derivation.addFacts(due, facts), signal);
		}
		return count;
	} finally {
		release(bank, owner);
	}
}

/** Merges episodes into summaries while there are at least `minCount`; gives the number of summaries. */
export async function mergeAll(
	{ bank, models, redact, owner, signal }: DeriveParts,
	{ minCount }: { readonly minCount: number },
): Promise<number> {
	let count = 0;
	try {
		while (!signal.aborted && (await whenFree(() => bank.leases.take("derive", owner, leaseMs), signal))) {
			const sources = chooseSources(bank.derivation.mergeDue(200), minCount);
			if (sources.length === 0) break;
			const notes = sources.map((source) => describeNote(bank, source));
			const request = { systemPrompt: renderPrompt(mergePrompt), text: redact(JSON.stringify(notes)), maxTokens: 600 };
			const lines = parseLines(await models.ask(request, signal), 3).map(redact);
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
