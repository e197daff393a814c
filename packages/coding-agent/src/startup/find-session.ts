import { existsSync } from "node:fs";
import { SessionListing } from "@oh-my-pi/pi-session/listing/session-listing";
import type { SessionEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { Breadcrumbs, terminalId, topLevelSession } from "@oh-my-pi/pi-session/resume/breadcrumbs";
import { type ResumeDecision, resolveContinue, resolveResume } from "@oh-my-pi/pi-session/resume/resume";
import { findTtyPath } from "@oh-my-pi/pi-session/resume/tty-path";

/** Finds the session of `--continue` or `--resume <value>`, and whether the user must confirm it. */
export function decideSession(
	environment: SessionEnvironment,
	wish: { resume?: string },
	canAsk: boolean,
): ResumeDecision {
	const { host, storage } = environment;
	const listing = new SessionListing(environment);
	const exists = { fileExists: (path: string) => storage.exists(path), directoryExists: existsSync };
	if (wish.resume === undefined) {
		const newestHere = listing.newest(host.cwd)?.path;
		return resolveContinue({ cwd: host.cwd, breadcrumb: findBreadcrumb(environment), newestHere, ...exists });
	}
	return resolveResume({
		value: wish.resume,
		cwd: host.cwd,
		here: listing.list(host.cwd),
		everywhere: environment.sessionDir ? undefined : () => listing.listAll(),
		canAsk,
		...exists,
	});
}

/** `--continue` takes an older session when the last one cannot be read; says so, with what helps. */
export function skippedText(environment: SessionEnvironment, decision: ResumeDecision): string | undefined {
	const [skipped] = new SessionListing(environment).unreadable(environment.host.cwd);
	const opened = "path" in decision ? environment.storage.stat(decision.path) : undefined;
	if (!skipped || (opened && opened.mtimeMs > skipped.modified)) return undefined;
	const { path } = skipped;
	return `The last session cannot be read and was skipped: ${path}\nTry to repair it with omp sessions repair ${path}`;
}

function findBreadcrumb(environment: SessionEnvironment) {
	const terminal = terminalId(findTtyPath(), environment.host.env);
	const found = terminal ? new Breadcrumbs(environment.storage, environment.agentDir).find(terminal) : undefined;
	return found && { ...found, file: topLevelSession(found.file, (path) => environment.storage.exists(path)) };
}
