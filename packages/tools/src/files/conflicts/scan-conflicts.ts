/** One place in a file that a merge left to be decided. Line numbers count from 1 and include the markers. */
export interface ConflictBlock {
	readonly startLine: number;
	readonly endLine: number;
	readonly oursLabel: string;
	readonly theirsLabel: string;
	readonly ours: readonly string[];
	/** Present in three-way conflicts. */
	readonly base?: readonly string[];
	readonly theirs: readonly string[];
	/** All lines, markers included. */
	readonly lines: readonly string[];
}

const marker = /^(<{7}|\|{7}|={7}|>{7})(?: (.*))?$/;

/** Finds marker blocks; ones that are not complete are text like any other. */
export function scanConflicts(lines: readonly string[]): ConflictBlock[] {
	const blocks: ConflictBlock[] = [];
	let open: OpenBlock | undefined;
	for (const [index, line] of lines.entries()) {
		const [, sign, label = ""] = marker.exec(line) ?? [];
		if (sign?.startsWith("<")) open = { start: index, oursLabel: label };
		else if (sign?.startsWith("|") && open && open.separator === undefined && open.baseStart === undefined) {
			open = { ...open, baseStart: index };
		} else if (sign?.startsWith("=") && open && open.separator === undefined && label === "") {
			open = { ...open, separator: index };
		} else if (sign?.startsWith(">") && open?.separator !== undefined) {
			blocks.push(buildBlock(lines, open, open.separator, index, label));
			open = undefined;
		}
	}
	return blocks;
}

interface OpenBlock {
	readonly start: number;
	readonly oursLabel: string;
	readonly baseStart?: number;
	readonly separator?: number;
}

function buildBlock(
	lines: readonly string[],
	{ start, oursLabel, baseStart }: OpenBlock,
	separator: number,
	end: number,
	theirsLabel: string,
): ConflictBlock {
	return {
		startLine: start + 1,
		endLine: end + 1,
		oursLabel,
		theirsLabel,
		ours: lines.slice(start + 1, baseStart ?? separator),
		...(baseStart !== undefined && { base: lines.slice(baseStart + 1, separator) }),
		theirs: lines.slice(separator + 1, end),
		lines: lines.slice(start, end + 1),
	};
}
