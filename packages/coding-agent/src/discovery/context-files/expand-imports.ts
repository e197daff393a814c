import { dirname, resolve } from "node:path";
import { withoutPunctuation } from "@oh-my-pi/pi-utils/text/split-text";

export interface ImportPorts {
	readonly home: string;
	/** `undefined` when the file cannot be read. */
	readonly read: (path: string) => Promise<string | undefined>;
}

/** Maximum depth of nested imports. */
const maxHops = 5;
/** Files that import one another many times grow without end. */
const maxImports = 200;
const maxCharacters = 1024 * 1024;

/**
 * Replaces each `@path` by the text of the file. In the middle of a sentence, a text of several lines follows below the line
 * instead. Unreadable and circular imports stay as they are.
 */
export function expandImports(text: string, path: string, ports: ImportPorts): Promise<string> {
	return expand(text, [path], { ...ports, left: { imports: maxImports, characters: maxCharacters } });
}

interface Expansion extends ImportPorts {
	readonly left: { imports: number; characters: number };
}

/** `chain`: the files being expanded, outermost first. */
async function expand(text: string, chain: readonly string[], ports: Expansion): Promise<string> {
	if (chain.length > maxHops || !text.includes("@")) return text;
	const lines = text.split("\n");
	let fence: string | undefined;
	for (const [index, line] of lines.entries()) {
		const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
		if (fence === undefined && mark === undefined) lines[index] = await expandLine(line, chain, ports);
		else if (fence === undefined) fence = mark;
		else if (mark?.startsWith(fence)) fence = undefined;
	}
	return lines.join("\n");
}

async function expandLine(line: string, chain: readonly string[], ports: Expansion): Promise<string> {
	if (!line.includes("@")) return line;
	const code = codeSpans(line);
	const parts: string[] = [];
	const below: string[] = [];
	const isAlone = /^\s*(?:[-*+]\s+|\d+[.)]\s+)?@\S+\s*$/.test(line);
	let copied = 0;
	for (const match of line.matchAll(/(?<=^|[ \t])@(\S+)/g)) {
		if (code.some(({ start, end }) => match.index >= start && match.index < end)) continue;
		const target = withoutPunctuation(match[1] ?? "");
		const imported = target && (await importedText(target, chain, ports));
		if (!imported) continue;
		if (!isAlone && imported.includes("\n")) {
			below.push(`\n\n${target}:\n\n${imported}\n`);
			continue;
		}
		parts.push(line.slice(copied, match.index), imported);
		copied = match.index + 1 + target.length;
	}
	return parts.join("") + line.slice(copied) + below.join("");
}

async function importedText(target: string, chain: readonly string[], ports: Expansion): Promise<string | undefined> {
	const importing = chain.at(-1) ?? "";
	const path = resolve(dirname(importing), target.replace(/^~(?=\/|$)/, ports.home));
	if (chain.includes(path) || ports.left.imports <= 0) return undefined;
	const text = await ports.read(path);
	// Skip binary files.
	if (text === undefined || text.includes("\0") || text.length > ports.left.characters) return undefined;
	ports.left.imports--;
	ports.left.characters -= text.length;
	return (await expand(text, [...chain, path], ports)).trimEnd();
}

function codeSpans(line: string): Array<{ start: number; end: number }> {
	return [...line.matchAll(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g)].map((match) => ({
		start: match.index,
		end: match.index + match[0].length,
	}));
}
