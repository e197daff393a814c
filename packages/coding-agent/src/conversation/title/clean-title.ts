export interface TitleLimits {
	readonly maxChars: number;
	/** Rejects longer titles; no limit when absent. */
	readonly maxWords?: number;
	/** Cut a title that is too long instead of rejecting it. */
	readonly cutsLong: boolean;
}

/** Limits for the built-in title prompt. */
export const ownLimits: TitleLimits = { maxChars: 60, cutsLong: true };
/** Limits for a custom title prompt. */
export const customLimits: TitleLimits = { maxChars: 80, maxWords: 12, cutsLong: false };

/** The title in a model's answer; `undefined` when it is unusable. */
export function cleanTitle(answer: string, firstMessage: string, limits: TitleLimits): string | undefined {
	const line = firstLine(answer);
	const title = withoutWrapping(line);
	if (title === "" || isSentinel(line) || isSentinel(title) || isEcho(title, firstMessage)) return undefined;
	if (limits.maxWords !== undefined && title.split(" ").length > limits.maxWords) return undefined;
	if (title.length <= limits.maxChars) return title;
	return limits.cutsLong ? cutAtWord(title, limits.maxChars) : undefined;
}

function firstLine(answer: string): string {
	const lines = answer
		.replace(/<think>[\s\S]*?<\/think>/g, "")
		.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, " ")
		.split("\n")
		.map((line) => line.trim());
	// A fenced answer has the title on the second line.
	return lines.find((line) => line !== "" && !/^```/.test(line)) ?? "";
}

const wrapping: readonly (readonly [RegExp, string])[] = [
	[/^<title>\s*|\s*<\/title>$/gi, ""],
	[/^(?:#{1,6}|[-*>])\s+/, ""],
	[/^(?:session\s+)?(?:title|name)\s*:\s*/i, ""],
	[/^(\*\*|__|\*|_|`+)(.+)\1$/, "$2"],
	[/^["'“”‘’«»„‚](.*)["'“”‘’«»]$/, "$1"],
	[/[.!?,;:…。！？]+$/, ""],
];

/** Repeated, because quotes and bold may nest. */
function withoutWrapping(line: string): string {
	const less = wrapping.reduce((text, [pattern, rest]) => text.replace(pattern, rest).trim(), line);
	return less === line ? less.replace(/\s+/g, " ") : withoutWrapping(less);
}

function isSentinel(text: string): boolean {
	return /^(?:none|n\/a|untitled|<title\s*\/>|<title>\s*<\/title>)$/i.test(text);
}

function isEcho(title: string, firstMessage: string): boolean {
	const bare = (text: string) =>
		text
			.toLowerCase()
			.replace(/[^\p{L}\p{N}]+/gu, " ")
			.trim();
	return bare(title) === bare(firstMessage) || bare(title) === "";
}

function cutAtWord(title: string, maxChars: number): string {
	const cut = title.slice(0, maxChars + 1);
	const space = cut.lastIndexOf(" ");
	return (space > 0 ? cut.slice(0, space) : [...title].slice(0, maxChars / 2).join("")).replace(/[\s,;:–-]+$/, "");
}
