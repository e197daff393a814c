import { type Memory, type MemoryOrigin, maxContentChars } from "@oh-my-pi/pi-memory/contract/memory";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";

/** The version of the format that this omp writes, and the newest that it reads. */
export const formatVersion = 1;
const formatName = "omp-memory";
/** JSON writes a character as up to six; content and context may both be as long as content can be. */
export const maxLineChars = 2 * 6 * maxContentChars + 100_000;

export class MemoryFileError extends Error {
	override readonly name = "MemoryFileError";
}

export function headerLine(exportedAt: number): string {
	return `${JSON.stringify({ format: formatName, version: formatVersion, exportedAt: new Date(exportedAt).toISOString() })}\n`;
}

export function memoryToLine(memory: Memory): string {
	return `${JSON.stringify(memory)}\n`;
}

/** The memories of an exported file. A line that is none is reported with its number and left out; a file of a newer omp is refused. */
export async function* readMemories(
	lines: AsyncIterable<string>,
	report: (lineNumber: number, problem: string) => void,
): AsyncGenerator<Memory> {
	let lineNumber = 0;
	for await (const line of lines) {
		lineNumber++;
		if (lineNumber === 1) {
			checkHeader(line);
			continue;
		}
		if (line.trim() === "") continue;
		const found = parseMemory(line);
		if (typeof found === "string") report(lineNumber, found);
		else yield found;
	}
	if (lineNumber === 0) throw new MemoryFileError("The file is empty; omp memory export writes what can be imported.");
}

function checkHeader(line: string): void {
	const header = parseJson(line.replace(/^\u{feff}/u, ""));
	if (!isRecord(header) || header.format !== formatName || !Number.isInteger(header.version)) {
		throw new MemoryFileError("This is no export of omp memory: the first line has no format and version.");
	}
	if (Number(header.version) > formatVersion) {
		throw new MemoryFileError(
			`The file has format version ${header.version}; this omp reads up to ${formatVersion}. Update omp, then import it.`,
		);
	}
}

/** A memory, or what is wrong with the line. */
function parseMemory(line: string): Memory | string {
	if (line.length > maxLineChars) return `longer than ${maxLineChars.toLocaleString("en")} characters`;
	const value = parseJson(line);
	if (!isRecord(value)) return "no JSON object";
	for (const [name, is] of Object.entries(required)) if (!is(value[name])) return `"${name}" is missing or invalid`;
	for (const [name, is] of Object.entries(optional)) {
		if (value[name] !== undefined && !is(value[name])) return `"${name}" is invalid`;
	}
	const names = [...Object.keys(required), ...Object.keys(optional)];
	const known = Object.fromEntries(names.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]])));
	return known as unknown as Memory;
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isName: Check = (value) => typeof value === "string" && value !== "" && value.length <= 500;
const isDate: Check = (value) => Number.isFinite(value) && Math.abs(Number(value)) <= 8.64e15;
const oneOf =
	(...values: readonly string[]): Check =>
	(value) =>
		values.includes(String(value));

const required: Readonly<Record<string, Check>> = {
	id: (value) => typeof value === "string" && /^[\w.:-]{1,200}$/.test(value),
	content: (value) => typeof value === "string" && value.trim() !== "" && value.length <= maxContentChars,
	store: oneOf("working", "episodic", "fact"),
	source: isName,
	type: oneOf("fact", "episode", "lesson"),
	veracity: isName,
	importance: (value) => typeof value === "number" && value >= 0 && value <= 1,
	createdAt: isDate,
	updatedAt: isDate,
	origin: isOrigin,
};

const optional: Readonly<Record<string, Check>> = {
	context: isText,
	sessionId: isName,
	cwd: isText,
	project: isText,
	agent: isText,
	invalidatedAt: isDate,
	replacementId: isName,
	derivedFrom: isName,
	mergedInto: isName,
};

function isOrigin(value: unknown): value is MemoryOrigin {
	if (!isRecord(value) || !oneOf("user", "agent", "outside")(value.kind)) return false;
	return value.places === undefined || (Array.isArray(value.places) && value.places.every(isName));
}

function parseJson(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		// Told to the user as a line that is no memory.
		return undefined;
	}
}
