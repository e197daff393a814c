/** The start of a fenced code block. */
export interface Fence {
	/** Three or more backticks or tildes. */
	readonly marker: string;
	readonly indent: number;
}

export function fenceOf(line: string): Fence | undefined {
	// Nearly no line is one, and all are asked.
	if (!line.includes("```") && !line.includes("~~~")) return undefined;
	const match = /^( *)(`{3,}(?=[^`]*$)|~{3,})/.exec(line);
	return match ? { indent: match[1]?.length ?? 0, marker: match[2] ?? "" } : undefined;
}

export function closesFence(line: string, fence: Fence): boolean {
	if (!line.includes(fence.marker)) return false;
	const trimmed = line.trim();
	const sign = fence.marker[0] ?? "`";
	return trimmed === sign.repeat(trimmed.length);
}
