import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { ChangeUnit } from "../changes/change-unit.ts";
import type { ProposedChange, ProposedCommit } from "../split/plan-split.ts";
import { formatMessage, isDocument, isTest, type MessageRules, maxHeaderChars, problemWith } from "./message-rules.ts";

/** One commit or several, and what to change in changelogs. */
export interface CommitProposal {
	readonly commits: readonly ProposedCommit[];
	readonly changelog: ChangelogProposal;
}

/** By changelog. */
export type ChangelogProposal = Readonly<Record<string, ChangelogChange>>;

export interface ChangelogChange {
	/** By section. */
	readonly entries: Readonly<Record<string, readonly string[]>>;
	/** Entries that the change makes untrue. */
	readonly removed: readonly string[];
}

export const changelogSections = [
	"Breaking Changes",
	"Added",
	"Changed",
	"Deprecated",
	"Removed",
	"Fixed",
	"Security",
] as const;

type Problem = { readonly problem: string };

/** What a model answered: an object, an array of commits, or only a message. The problem tells the model what to do better. */
export function readProposal(answer: string, rules: MessageRules): CommitProposal | Problem {
	const unfenced = answer.trim().replace(/^```\w*\n([\s\S]*?)\n?```$/, "$1");
	const value = parseJson(unfenced);
	if (value !== undefined) return readFields(value, rules);
	const message = unfenced.trim();
	const problem = problemWith(message, rules);
	return problem === undefined ? { commits: [{ message }], changelog: {} } : { problem };
}

/** The same for what is already parsed: the arguments of a tool. */
export function readFields(value: unknown, rules: MessageRules): CommitProposal | Problem {
	const list = Array.isArray(value)
		? value
		: isRecord(value) && Array.isArray(value.commits)
			? value.commits
			: undefined;
	const fields = list ?? [value];
	const commits: ProposedCommit[] = [];
	for (const [index, commit] of fields.entries()) {
		const read = readCommit(commit, rules, list !== undefined);
		if ("problem" in read) return { problem: list ? `commit ${index + 1}: ${read.problem}` : read.problem };
		commits.push(read);
	}
	return { commits, changelog: readChangelog(isRecord(value) ? value.changelog : undefined) };
}

function readCommit(value: unknown, rules: MessageRules, isPart: boolean): ProposedCommit | Problem {
	if (!isRecord(value)) return { problem: "it must be an object" };
	const changes = isPart ? readChanges(value.changes) : undefined;
	if (changes && "problem" in changes) return changes;
	const message = formatMessage(value, rules, changes ? changes.map(({ path }) => path) : rules.paths);
	const problem = problemWith(message, rules);
	if (problem !== undefined) return { problem };
	const dependencies = (Array.isArray(value.dependencies) ? value.dependencies : []).filter(Number.isInteger);
	return {
		message,
		...(changes && { changes }),
		...(typeof value.rationale === "string" && { rationale: value.rationale }),
		...(dependencies.length > 0 && { dependencies }),
	};
}

function readChanges(value: unknown): readonly ProposedChange[] | Problem {
	if (!Array.isArray(value) || value.length === 0) return { problem: '"changes" must list files' };
	const changes: ProposedChange[] = [];
	for (const change of value) {
		const path = typeof change === "string" ? change : isRecord(change) ? change.path : undefined;
		if (typeof path !== "string") return { problem: 'each of "changes" needs a "path"' };
		const hunks = readHunks(isRecord(change) ? change.hunks : undefined);
		if (hunks === undefined)
			return { problem: `"hunks" of ${path} must be "all", a list of numbers, or {"start", "end"}` };
		changes.push({ path, hunks });
	}
	return changes;
}

function readHunks(value: unknown): ProposedChange["hunks"] | undefined {
	if (value === undefined || value === "all") return "all";
	if (Array.isArray(value)) return value.every(Number.isInteger) ? value : undefined;
	if (!isRecord(value)) return undefined;
	if (value.type === "all") return "all";
	if (Array.isArray(value.indices)) return value.indices.every(Number.isInteger) ? value.indices : undefined;
	const { start, end } = value;
	return typeof start === "number" && typeof end === "number" ? { start, end } : undefined;
}

function parseJson(text: string): unknown {
	const first = /[[{]/.exec(text)?.index;
	if (first === undefined) return undefined;
	const last = text.lastIndexOf(text[first] === "[" ? "]" : "}");
	try {
		return JSON.parse(text.slice(first, last + 1));
	} catch {
		return undefined;
	}
}

export function readChangelog(value: unknown): ChangelogProposal {
	if (!isRecord(value)) return {};
	return Object.fromEntries(
		Object.entries(value).flatMap(([path, sections]) => {
			if (!isRecord(sections)) return [];
			const known = changelogSections.flatMap((section) => {
				const entries = readTexts(sections[section]);
				return entries.length > 0 ? [[section, entries] as const] : [];
			});
			const removed = readTexts(sections.delete);
			return known.length + removed.length > 0
				? [[path, { entries: Object.fromEntries(known), removed }] as const]
				: [];
		}),
	);
}

function readTexts(value: unknown): string[] {
	const texts = (Array.isArray(value) ? value : []).filter((entry) => typeof entry === "string");
	return texts
		.map((text) =>
			plainText(text)
				.replace(/\s+/g, " ")
				.replace(/^[-*]\s+/, "")
				.trim(),
		)
		.filter((text) => text !== "");
}

/** A message that needs no model: what kind of files changed, and which. */
export function plainProposal(units: readonly ChangeUnit[], { style }: MessageRules): CommitProposal {
	const paths = units.map(({ path }) => path);
	const type = paths.every((path) => isDocument(path) || path.endsWith(".txt"))
		? "docs"
		: paths.every(isTest)
			? "test"
			: paths.every((path) => /(^|\/)\.(github|gitlab|ci)\b|(^|\/)ci\//.test(path))
				? "ci"
				: "chore";
	const done = units.every(({ status }) => status === "A")
		? "add"
		: units.every(({ status }) => status === "D")
			? "remove"
			: "update";
	const [first = ""] = paths;
	const name = first.split("/").at(-1) ?? first;
	const summary = paths.length === 1 ? `${done} ${name}` : `${done} ${paths.length} files`;
	const title = styled(type, summary, style);
	const body = paths.slice(0, 20).map((path) => `- ${path}`);
	const message = paths.length === 1 ? title : [title, "", ...body].join("\n");
	return { commits: [{ message }], changelog: {} };
}

/** A title in the style of the repository, short enough. */
export function styled(type: string, summary: string, style: MessageRules["style"]): string {
	const text = style === "plain" ? `${summary.charAt(0).toUpperCase()}${summary.slice(1)}` : `${type}: ${summary}`;
	return text.replace(/[\r\n]+/g, " ").slice(0, maxHeaderChars);
}
