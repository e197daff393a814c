import { isShortLine } from "../../outcome/short-line.ts";

export interface Header {
	readonly path: string;
	readonly tag: string;
}

const strictPattern = /^\[(?<path>.*?\S)\s*#\s*(?<tag>[0-9A-Fa-f]{4})\]\s*$/;
/** Without brackets, in quotes, as a heading of a search result, or after what other formats put before a path. */
const loosePattern =
	/^\s*(?:#{1,6}\s+|\*{3}\s*(?:(?:Update|Edit)\s+File:)?\s*|---\s+|(?:File|Path):\s*)?[`"'[(]*(?<path>[^\s`"'[(+-][^`"'[\]()]*?)\s*#\s*(?<tag>[0-9A-Fa-f]{4})[`"'\])]*(?::(?:\d[\d.=,-]*)?)?\s*$/;

/** The file and version that a line names as `[PATH#TAG]`. */
export function headerOf(line: string): Header | undefined {
	return match(strictPattern, line);
}

/** The same in the other ways that models write it; only where no content can stand. */
export function looseHeaderOf(line: string): Header | undefined {
	return headerOf(line.trim()) ?? match(loosePattern, line);
}

function match(pattern: RegExp, line: string): Header | undefined {
	const groups = isShortLine(line) ? pattern.exec(line)?.groups : undefined;
	return groups ? { path: groups.path ?? "", tag: (groups.tag ?? "").toUpperCase() } : undefined;
}
