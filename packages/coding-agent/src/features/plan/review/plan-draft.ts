/** A part of a plan: a heading with what follows it, or what stands before the first one. */
export interface PlanSection {
	readonly title: string;
	readonly lines: readonly string[];
}

export interface PlanDraft {
	readonly sections: readonly PlanSection[];
	/** What the user remarks on a section, by its place. */
	readonly notes: ReadonlyMap<number, string>;
	readonly previous?: PlanDraft;
}

const heading = /^#{1,6}\s+(.*)$/;

export function openPlan(text: string): PlanDraft {
	const sections: { title: string; lines: string[] }[] = [];
	let isCode = false;
	for (const line of text.replace(/\s+$/, "").split("\n")) {
		if (line.startsWith("```")) isCode = !isCode;
		const title = isCode ? undefined : heading.exec(line)?.[1];
		const last = sections.at(-1);
		if (title !== undefined || !last) sections.push({ title: title ?? "Plan", lines: [line] });
		else last.lines.push(line);
	}
	return { sections, notes: new Map() };
}

export function planText({ sections }: PlanDraft): string {
	return `${sections.flatMap(({ lines }) => lines).join("\n")}\n`;
}

export function deleteSection(draft: PlanDraft, index: number): PlanDraft {
	if (draft.sections.length < 2 || !draft.sections[index]) return draft;
	const notes = [...draft.notes].flatMap(
		([at, note]): Array<[number, string]> => (at === index ? [] : [[at > index ? at - 1 : at, note]]),
	);
	return { sections: draft.sections.toSpliced(index, 1), notes: new Map(notes), previous: draft };
}

export function annotate(draft: PlanDraft, index: number, note: string): PlanDraft {
	const notes = new Map(draft.notes);
	if (note.trim() === "") notes.delete(index);
	else notes.set(index, note.trim());
	return { ...draft, notes, previous: draft };
}

export function undo(draft: PlanDraft): PlanDraft {
	return draft.previous ?? draft;
}

/** What the model is told when the plan is to be changed: remarks by section, what was deleted, and words of the user's. */
export function formatFeedback(original: PlanDraft, draft: PlanDraft, words = ""): string {
	const kept = new Set(draft.sections);
	const deleted = original.sections.filter((section) => !kept.has(section)).map(({ title }) => `Leave out: ${title}`);
	const remarks = [...draft.notes].map(([at, note]) => `On "${draft.sections[at]?.title ?? "the plan"}": ${note}`);
	return [...(words.trim() ? [words.trim()] : []), ...remarks, ...deleted].join("\n");
}
