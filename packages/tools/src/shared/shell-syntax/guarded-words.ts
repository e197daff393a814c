import { decidesWhatRuns } from "../guarded-files/guarded-files.ts";
import { realPathOf } from "../paths/resolve-links.ts";
import { filesWritten } from "./critical/files-written.ts";
import { pathOf, writtenFiles } from "./critical/paths.ts";
import type { FoundCommand } from "./found-command.ts";

/** A file that a line writes and that decides what runs next. */
export function guardedFileWritten(commands: readonly FoundCommand[], project: string): string | undefined {
	const root = realPathOf(project);
	for (const command of commands) {
		for (const field of [...writtenFiles(command), ...filesWritten(command)]) {
			const path = pathOf(field, command);
			if (path === undefined) continue;
			if (decidesWhatRuns(path, project) || decidesWhatRuns(realPathOf(path), root)) return field.shown;
		}
	}
	return undefined;
}
