import type { SecretPlaces } from "@oh-my-pi/pi-policy/files/guarded-files";
import { isKeyFile } from "@oh-my-pi/pi-policy/files/is-key-file";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";

export interface SourceWindow {
	readonly firstLine: number;
	readonly lines: readonly string[];
}

const around = 3;
const maxBytes = 8 * 1024 * 1024;
const maxLineChars = 300;

/** The lines around a line of a file; `undefined` when there are none to show. The program chooses the path, so no file with keys is read. */
export function readSourceWindow(path: string, line: number, places: SecretPlaces): SourceWindow | undefined {
	if (!path.startsWith("/") || line < 1 || isKeyFile(path, places)) return undefined;
	let text: string | undefined;
	try {
		text = readRegularFile(path, maxBytes);
	} catch {
		// It is too large, or no file: the place is known without it.
		return undefined;
	}
	const lines = text?.split("\n") ?? [];
	if (line > lines.length || text?.includes("\0")) return undefined;
	const firstLine = Math.max(1, line - around);
	return { firstLine, lines: lines.slice(firstLine - 1, line + around).map((one) => one.slice(0, maxLineChars)) };
}

/** With numbers, and a mark at the line. */
export function sourceRows({ firstLine, lines }: SourceWindow, line: number): string[] {
	const width = String(firstLine + lines.length).length;
	return lines.map((text, index) => {
		const number = firstLine + index;
		return `${number === line ? ">" : " "} ${String(number).padStart(width)} | ${text}`.trimEnd();
	});
}
