import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { ChangedFile } from "./repository-changes.ts";

/** A message in the form of Conventional Commits, and what to add to changelogs. */
export interface CommitProposal {
	readonly message: string;
	/** Entries by changelog and section. */
	readonly changelog: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

export const commitTypes = [
	"feat",
	"fix",
	"docs",
	"style",
	"refactor",
	"perf",
	"test",
	"build",
	"ci",
	"chore",
	"revert",
] as const;
export const changelogSections = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"] as const;

const maxHeaderChars = 72;
const header = new RegExp(`^(${commitTypes.join("|")})(\\([\\w./-]{1,40}\\))?!?: \\S.*$`);
const chatter = /^(here('s| is)|sure|certainly|okay|i('ve| have| will)|this commit|the commit message|below)\b/i;

/** What a model answered: JSON, or only a message. The problem tells the model what to do better. */
export function readProposal(answer: string): CommitProposal | { readonly problem: string } {
	const unfenced = answer.trim().replace(/^```\w*\n([\s\S]*?)\n?```$/, "$1");
	const fields = parsed(unfenced);
	const message = fields ? formatMessage(fields) : unfenced.trim();
	const problem = problemWith(message);
	if (problem !== undefined) return { problem };
	return { message, changelog: parseChangelog(fields?.changelog) };
}

function parsed(text: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
		return isRecord(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

function formatMessage({ type, scope, summary, body, breaking }: Record<string, unknown>): string {
	const place = typeof scope === "string" && scope !== "" ? `(${scope})` : "";
	const title = `${String(type)}${place}${breaking === true ? "!" : ""}: ${String(summary ?? "").trim()}`;
	const points = (Array.isArray(body) ? body : []).map((point) =>
		String(point)
			.trim()
			.replace(/^[-*]\s*/, ""),
	);
	const lines = points.filter((point) => point !== "").map((point) => `- ${point.replace(/\s+/g, " ")}`);
	return lines.length === 0 ? title : `${title}\n\n${lines.join("\n")}`;
}

function problemWith(message: string): string | undefined {
	const [title = "", blank = "", ...body] = message.split("\n");
	if (chatter.test(title)) return "answer with the commit only, without words around it";
	if (!header.test(title))
		return `the first line must be "type(scope): summary" with one of: ${commitTypes.join(", ")}`;
	if (title.length > maxHeaderChars)
		return `the first line has ${title.length} characters; at most ${maxHeaderChars} are allowed`;
	if (title.endsWith(".")) return "the first line must not end with a period";
	if (blank !== "") return "the line after the first must be blank";
	return body.some((line) => chatter.test(line)) ? "answer with the commit only, without words around it" : undefined;
}

function parseChangelog(value: unknown): CommitProposal["changelog"] {
	if (!isRecord(value)) return {};
	return Object.fromEntries(
		Object.entries(value).flatMap(([path, sections]) => {
			if (!isRecord(sections)) return [];
			const known = changelogSections.flatMap((section) => {
				const entries = sections[section];
				const texts = (Array.isArray(entries) ? entries : []).filter((entry) => typeof entry === "string");
				return texts.length > 0 ? [[section, texts.map((text) => text.replace(/\s+/g, " ").trim())] as const] : [];
			});
			return known.length > 0 ? [[path, Object.fromEntries(known)] as const] : [];
		}),
	);
}

/** A message that needs no model: what kind of files changed, and which. */
export function plainProposal(files: readonly ChangedFile[]): CommitProposal {
	const paths = files.map(({ path }) => path);
	const all = (pattern: RegExp) => paths.every((path) => pattern.test(path));
	const type = all(/(\.md|\.rst|\.txt)$|(^|\/)docs\//i)
		? "docs"
		: all(/(^|\/)(tests?|__tests__)\/|[._](test|spec)\.\w+$/)
			? "test"
			: all(/(^|\/)\.(github|gitlab|ci)\b|(^|\/)ci\//)
				? "ci"
				: "chore";
	const done = files.every(({ status }) => status === "A")
		? "add"
		: files.every(({ status }) => status === "D")
			? "remove"
			: "update";
	const [first = ""] = paths;
	const name = first.split("/").at(-1) ?? first;
	const summary = paths.length === 1 ? `${done} ${name}` : `${done} ${paths.length} files`;
	const body = paths.slice(0, 20).map((path) => `- ${path}`);
	const title = `${type}: ${summary}`.slice(0, maxHeaderChars);
	return { message: paths.length === 1 ? title : [title, "", ...body].join("\n"), changelog: {} };
}
