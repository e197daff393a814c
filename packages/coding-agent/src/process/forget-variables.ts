import { closeSync, openSync, readFileSync, writeSync } from "node:fs";

/**
 * Removes variables from the environment of this process, so that neither a child nor `/proc/<pid>/environ` has them. The
 * block that Linux shows there is the one the process was started with; it lies in our own memory and is overwritten.
 */
export function forgetVariables(names: readonly string[]): void {
	const present = names.filter((name) => process.env[name] !== undefined);
	for (const name of present) delete process.env[name];
	if (present.length === 0 || process.platform !== "linux") return;
	try {
		overwriteValues(new Set(present));
	} catch {
		// Without /proc, or where it is locked, nobody else can read it there either.
	}
}

function overwriteValues(names: ReadonlySet<string>): void {
	const stat = readFileSync("/proc/self/stat", "latin1");
	// The name of the program, in parentheses, may have blanks; field 3 follows it.
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	const start = Number(fields[envStartField - 3]);
	if (!Number.isSafeInteger(start) || start <= 0) return;
	const block = readFileSync("/proc/self/environ");
	const memory = openSync("/proc/self/mem", "r+");
	try {
		for (let at = 0; at < block.length; ) {
			const end = block.indexOf(0, at) === -1 ? block.length : block.indexOf(0, at);
			const sign = block.indexOf("=", at);
			if (sign !== -1 && sign < end && names.has(block.toString("latin1", at, sign))) {
				const length = end - sign - 1;
				writeSync(memory, Buffer.alloc(length), 0, length, start + sign + 1);
			}
			at = end + 1;
		}
	} finally {
		closeSync(memory);
	}
}

/** See proc(5). */
const envStartField = 50;
