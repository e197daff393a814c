import { mayHoldSecrets } from "@oh-my-pi/pi-policy/files/guarded-files";
import { isLockFile } from "@oh-my-pi/pi-utils/files/lock-files";

/** A file of the change that no reviewer sees. */
export interface SkippedFile {
	readonly path: string;
	readonly reason: string;
}

const minified = /\.min\.(?:js|mjs|cjs|css)$|\.(?:js|css)\.map$|\.map$/i;
const generated = /(?:^|\/)(?:node_modules|vendor\/bundle)\/|\.generated\.\w+$|\.pb\.go$|_pb2\.py$|\.g\.dart$|\.snap$/i;

/** Why a file is left out, by its name. */
export function skipReason(path: string): string | undefined {
	if (mayHoldSecrets(path)) return "may hold secrets";
	if (isLockFile(path)) return "lock file";
	if (minified.test(path)) return "minified";
	if (generated.test(path)) return "generated";
	return undefined;
}

const maxLineChars = 5000;

/** Why a file is left out, by its content. */
export function skipReasonOfText(lines: Iterable<string>): string | undefined {
	let index = 0;
	for (const line of lines) {
		if (line.length > maxLineChars) return "minified";
		if (index++ < 10 && /@generated\b|\bDO NOT EDIT\b/.test(line)) return "generated";
	}
	return undefined;
}
