import { createReadStream } from "node:fs";
import { type FileHandle, link, open, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Memory } from "@oh-my-pi/pi-memory/contract/memory";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { foreignText } from "../../../process/terminal/terminal-text.ts";
import { CliError } from "../../../process/usage-error.ts";
import { headerLine, maxLineChars, memoryToLine, readMemories } from "./memory-file.ts";
import type { ActionPlace } from "./run-action.ts";

type TransferPlace = Pick<ActionPlace, "io" | "cwd" | "now">;

const shownProblems = 20;

/** Writes all memories to a new file, readable only by its owner; a failure leaves no half of one. */
export async function exportMemories(
	file: string,
	memories: AsyncIterable<Memory>,
	{ io, cwd, now }: TransferPlace,
): Promise<void> {
	if (file === "-") {
		await io.stdout.write(headerLine(now()));
		for await (const memory of memories) await io.stdout.write(memoryToLine(memory));
		return;
	}
	const path = resolve(cwd, file);
	const temporary = join(dirname(path), `.omp-memory-${process.pid}-${now()}.tmp`);
	const handle = await open(temporary, "wx", 0o600);
	try {
		const count = await writeAll(handle, memories, now());
		// Unlike a rename, a link never replaces what is there.
		await link(temporary, path).catch((error: unknown) => {
			const isThere = error instanceof Error && "code" in error && error.code === "EEXIST";
			throw isThere ? new CliError(`${file} exists already. Choose another name, or delete it first.`) : error;
		});
		await io.stdout.write(`Exported ${count} ${count === 1 ? "memory" : "memories"} to ${file}\n`);
	} finally {
		await ignoreFailure(rm(temporary, { force: true }), "a left-over temporary file is harmless");
	}
}

async function writeAll(handle: FileHandle, memories: AsyncIterable<Memory>, now: number): Promise<number> {
	let count = 0;
	try {
		await handle.write(headerLine(now));
		for await (const memory of memories) {
			await handle.write(memoryToLine(memory));
			count++;
		}
		await handle.sync();
	} finally {
		await handle.close();
	}
	return count;
}

/** Adds the memories of a file; gives the exit code, 1 when lines had to be left out. */
export async function importMemories(
	file: string,
	add: (memories: AsyncIterable<Memory>) => Promise<{ readonly added: number; readonly skipped: number }>,
	{ io, cwd }: TransferPlace,
): Promise<number> {
	let problems = 0;
	const report = (lineNumber: number, problem: string) => {
		problems++;
		if (problems <= shownProblems)
			void io.stderr.write(`${file}:${lineNumber}: ${foreignText(io.stderr, problem)}; left out\n`);
	};
	const chunks = file === "-" ? io.stdin.chunks() : createReadStream(resolve(cwd, file));
	const { added, skipped } = await add(readMemories(lines(chunks), report));
	const parts = [
		`Imported ${added} ${added === 1 ? "memory" : "memories"}`,
		...(skipped > 0 ? [`${skipped} known already`] : []),
		...(problems > 0 ? [`${problems} malformed ${problems === 1 ? "line" : "lines"} left out`] : []),
	];
	await io.stdout.write(`${parts.join(", ")}\n`);
	return problems > 0 ? 1 : 0;
}

async function* lines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
	let rest: string[] = [];
	let length = 0;
	const add = (part: string) => {
		// A line that is too long is refused anyway, so its end need not be kept.
		if (length <= maxLineChars) rest.push(part);
		length += part.length;
	};
	for await (const chunk of chunks) {
		const parts = decoder.decode(chunk, { stream: true }).split("\n");
		for (const [index, part] of parts.entries()) {
			if (index > 0) {
				yield rest.join("").replace(/\r$/, "");
				rest = [];
				length = 0;
			}
			add(part);
		}
	}
	add(decoder.decode());
	if (length > 0) yield rest.join("");
}
