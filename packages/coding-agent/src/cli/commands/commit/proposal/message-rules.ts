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

export const maxHeaderChars = 72;
const maxDetails = 6;
const header = new RegExp(`^(${commitTypes.join("|")})(\\([\\w./@-]{1,40}\\))?!?: \\S.*$`);
const chatter = /^(here('s| is)|sure|certainly|okay|i('ve| have| will)|this commit|the commit message|below)\b/i;

/** What a message must be like in this repository. */
export interface MessageRules {
	/** `plain`: the repository's own subjects have no type. */
	readonly style: "conventional" | "plain";
	/** Paths of the whole change. */
	readonly paths: readonly string[];
	/** Diff, branch and what the user said: only issues that are named there may be referred to. */
	readonly knownText: string;
}

/** A repository that clearly does not use Conventional Commits keeps its own style. */
export function detectStyle(subjects: readonly string[]): MessageRules["style"] {
	const conventional = subjects.filter((subject) => header.test(subject)).length;
	return subjects.length >= 5 && conventional * 3 < subjects.length ? "plain" : "conventional";
}

/** The message of a commit from the fields of a proposal. `paths` are those of this commit. */
export function formatMessage(
	{ type, scope, summary, details, body, breaking, issue_refs }: Record<string, unknown>,
	rules: MessageRules,
	paths: readonly string[],
): string {
	const points = [details, body].find(Array.isArray) ?? [];
	const lines = points
		.map((point) => pointText(point).replace(/\s+/g, " ").trim())
		.filter((point) => point !== "")
		.slice(0, maxDetails)
		.map((point) => `- ${point}`);
	const references = issueReferences(issue_refs, rules.knownText);
	return [titleText(), lines.join("\n"), references].filter((part) => part !== "").join("\n\n");

	function titleText(): string {
		const text = String(summary ?? "").trim();
		if (rules.style === "plain") return text;
		const place = typeof scope === "string" && scope !== "" ? `(${scope})` : "";
		return `${fittingType(String(type), paths)}${place}${breaking === true ? "!" : ""}: ${text}`;
	}
}

function pointText(point: unknown): string {
	const text = typeof point === "object" && point !== null && "text" in point ? String(point.text) : String(point);
	return text.trim().replace(/^[-*]\s*/, "");
}

/** A change of documents or tests alone has that type, whatever the model says. */
export function fittingType(type: string, paths: readonly string[]): string {
	if (paths.length > 0 && paths.every(isDocument)) return "docs";
	return paths.length > 0 && paths.every(isTest) && type !== "revert" ? "test" : type;
}

export const isDocument = (path: string) => /(\.mdx?|\.rst|\.adoc)$|(^|\/)docs?\/.*\.(md|txt|rst|adoc)$/i.test(path);
export const isTest = (path: string) => /(^|\/)(tests?|__tests__|spec)\/|[._](test|spec)\.\w+$|_test\.\w+$/.test(path);

function issueReferences(refs: unknown, knownText: string): string {
	const numbers = (Array.isArray(refs) ? refs : []).flatMap(
		(ref) => /^(?:[\w./-]*)#?(\d+)$/.exec(String(ref))?.[1] ?? [],
	);
	const known = [...new Set(numbers)].filter((number) =>
		new RegExp(`(?<![\\w])(#|issues?[/ -]|gh-)${number}(?!\\d)`, "i").test(knownText),
	);
	return known.map((number) => `Closes #${number}`).join("\n");
}

/** Why a message cannot be used; the model is told. */
export function problemWith(message: string, { style }: MessageRules): string | undefined {
	const [title = "", blank = "", ...rest] = message.split("\n");
	if (chatter.test(title)) return "answer with the commit only, without words around it";
	if (style === "conventional" && !header.test(title))
		return `the first line must be "type(scope): summary" with one of: ${commitTypes.join(", ")}`;
	if (title.trim() === "") return "there is no summary";
	if (title.length > maxHeaderChars)
		return `the first line has ${title.length} characters; at most ${maxHeaderChars} are allowed`;
	if (title.endsWith(".")) return "the first line must not end with a period";
	if (blank !== "") return "the line after the first must be blank";
	return rest.some((line) => chatter.test(line)) ? "answer with the commit only, without words around it" : undefined;
}
