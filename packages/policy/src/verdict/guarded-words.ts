import type { FoundCommand } from "../commands/found-command.ts";
import { filesWritten } from "../critical/files-written.ts";
import { resolveFieldPath, writtenFiles } from "../critical/paths.ts";
import { decidesWhatRuns } from "../files/guarded-files.ts";
import { resolveRealPath } from "../paths/resolve-links.ts";

/** A file that a line writes and that decides what runs next. */
export function guardedFileWritten(commands: readonly FoundCommand[], project: string): string | undefined {
	const root = resolveRealPath(project);
	for (const command of commands) {
		for (const field of [...writtenFiles(command), ...filesWritten(command)]) {
			const path = resolveFieldPath(field, command);
			if (path === undefined) continue;
			if (decidesWhatRuns(path, project) || decidesWhatRuns(resolveRealPath(path), root)) return field.shown;
		}
	}
	return undefined;
}
