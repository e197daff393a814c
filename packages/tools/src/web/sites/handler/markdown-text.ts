/** One line of Markdown from text of any shape. */
export function oneLine(text: string, maxChars = 400): string {
	const line = text
		.slice(0, maxChars * 4)
		.replace(/\s+/g, " ")
		.trim();
	return line.length > maxChars ? `${line.slice(0, maxChars - 1).trimEnd()}…` : line;
}

/** The day of an ISO date or of seconds since 1970. */
export function day(date: string | number | undefined): string | undefined {
	if (date === undefined) return undefined;
	if (typeof date === "string") return /^\d{4}-\d\d-\d\d/.exec(date)?.[0];
	const time = new Date(date * 1000);
	return Number.isNaN(time.getTime()) ? undefined : time.toISOString().slice(0, 10);
}

/** `1,234,567` */
export function grouped(number: number): string {
	return number.toLocaleString("en-US");
}

export function bytes(size: number | undefined): string | undefined {
	if (size === undefined || size < 0) return undefined;
	if (size < 1000) return `${size} B`;
	const units = ["kB", "MB", "GB", "TB"];
	let value = size / 1000;
	let unit = 0;
	for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1000;
	return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** A fenced block; the fence is longer than any inside. */
export function codeBlock(text: string, language = ""): string {
	const inside = text.match(/`{3,}/g) ?? [];
	const fence = "`".repeat(inside.reduce((most, run) => Math.max(most, run.length + 1), 3));
	return `${fence}${language}\n${text.replace(/\n+$/, "")}\n${fence}`;
}

export function link(text: string, url: string | undefined): string {
	const label = oneLine(text).replace(/[[\]]/g, "\\$&");
	return url === undefined || !/^https?:\/\//i.test(url)
		? label
		: `[${label}](${url.replace(/[()\s<>]/g, encodeURIComponent)})`;
}

/** Indents what follows the first line, so that it stays in a list item. */
export function listItem(text: string): string {
	return `- ${text.trim().replace(/\n(?!\n)/g, "\n  ")}`;
}

export function quoted(text: string): string {
	return text.trim().replace(/^/gm, "> ").replace(/^> $/gm, ">");
}

/** The text of a template, if all its parts are there. */
export function whole(
	texts: TemplateStringsArray,
	...parts: readonly (string | number | undefined)[]
): string | undefined {
	if (parts.includes(undefined)) return undefined;
	return String.raw({ raw: texts }, ...parts);
}

/** The parts that are there, with something between them. */
export function joined(between: string, ...parts: readonly (string | undefined)[]): string {
	return parts.filter((part) => part !== undefined && part !== "").join(between);
}
