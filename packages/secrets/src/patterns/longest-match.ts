/**
 * The most characters that a pattern can match, or more than that: what is not understood counts as long. Only groups,
 * alternatives, classes, escapes and quantifiers are.
 */
export function longestMatch(source: string): number {
	const reader = { source, index: 0 };
	const length = readAlternatives(reader);
	return reader.index < source.length ? Number.POSITIVE_INFINITY : length;
}

interface Reader {
	readonly source: string;
	index: number;
}

function readAlternatives(reader: Reader): number {
	let longest = 0;
	let length = 0;
	for (;;) {
		const next = reader.source[reader.index];
		if (next === undefined || next === ")") return Math.max(longest, length);
		if (next === "|") {
			reader.index++;
			longest = Math.max(longest, length);
			length = 0;
			continue;
		}
		const one = readOne(reader);
		const times = readTimes(reader);
		length += one === 0 || times === 0 ? 0 : one * times;
	}
}

/** One item without its quantifier. */
function readOne(reader: Reader): number {
	const rest = reader.source.slice(reader.index);
	const group = /^\((?:\?(?:[imsU-]*:|P?<\w+>))?/.exec(rest);
	if (group) {
		reader.index += group[0].length;
		const length = readAlternatives(reader);
		reader.index++;
		return length;
	}
	const [item = rest] =
		/^(?:\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|\\(?:p\{\w+\}|x\{[0-9a-f]+\}|x[0-9a-f]{2}|u[0-9a-f]{4}|[\s\S])|[\s\S])/iu.exec(
			rest,
		) ?? [];
	reader.index += item.length;
	return /^(?:\^|\$|\\[bBAz])$/.test(item) ? 0 : 1;
}

function readTimes(reader: Reader): number {
	const quantifier = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})[?+]?/.exec(reader.source.slice(reader.index));
	if (!quantifier) return 1;
	reader.index += quantifier[0].length;
	if (quantifier[0].startsWith("?")) return 1;
	const [, least, comma, most] = quantifier;
	if (least === undefined || (comma && most === "")) return Number.POSITIVE_INFINITY;
	return Number(most ?? least);
}
