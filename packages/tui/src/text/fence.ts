/** The start of a fenced code block. */
export interface Fence {
	/** Three or more backticks or tildes. */
	readonly marker: string;
	readonly indent: number;
}

export function parseFence(line: string): Fence | undefined {
	// Nearly no line is one, and all are asked.
	if (!line.includes("```") && !line.includes("~~~")) return undefined;
	const match = /^( *)(`{3,}(?=[^`]*$)|~{3,})/.exec(line);
	return match ? { indent: match[1]?.length ?? 0, marker: match[2] ?? "" } : undefined;
}

/** The code of a piece that is one closed block of this language, with nothing around it. */
export function codeIn(source: string, language: string): string | undefined {
	const lines = source.trimEnd().split("\n");
	const opening = lines.shift() ?? "";
	const fence = parseFence(opening);
	if (fence?.indent !== 0 || lines.length === 0) return undefined;
	const word = opening.slice(fence.marker.length).trim().split(/\s/, 1)[0];
	return word === language && closesFence(lines.pop() ?? "", fence) ? lines.join("\n") : undefined;
}

export function closesFence(line: string, fence: Fence): boolean {
	if (!line.includes(fence.marker)) return false;
	const trimmed = line.trim();
	const sign = fence.marker[0] ?? "`";
	return trimmed === sign.repeat(trimmed.length);
}
