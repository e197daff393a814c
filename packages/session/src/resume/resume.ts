import { basename, resolve } from "node:path";
import type { SessionInfo } from "../listing/session-listing.ts";
import { sessionStem } from "../storage/file-name.ts";
import type { Breadcrumb } from "./breadcrumbs.ts";

/** What to do for `--continue` or `--resume`; the caller asks the questions. */
export type ResumeDecision =
	| { readonly kind: "new" }
	| { readonly kind: "open"; readonly path: string; readonly alsoMatching?: readonly string[] }
	/** The session's directory is gone: open it and move it here without asking. */
	| { readonly kind: "move"; readonly path: string }
	| {
			readonly kind: "ask-move";
			readonly path: string;
			readonly sessionCwd: string;
			readonly question: string;
			readonly alsoMatching?: readonly string[];
	  }
	| {
			readonly kind: "ask-fork";
			readonly path: string;
			readonly sessionCwd: string;
			readonly question: string;
			/** The message when the user declines. */
			readonly declined: string;
			readonly alsoMatching?: readonly string[];
	  }
	/** A question would be needed, but there is no user to ask. */
	| { readonly kind: "cannot-ask"; readonly message: string }
	| { readonly kind: "not-found"; readonly message: string };

export interface ContinueFacts {
	readonly cwd: string;
	/** The breadcrumb of this terminal; a sub-agent's log is already resolved to its session. */
	readonly breadcrumb: Breadcrumb | undefined;
	/** The last modified session of the current folder. */
	readonly newestHere: string | undefined;
	readonly fileExists: (path: string) => boolean;
	readonly directoryExists: (path: string) => boolean;
}

/** `--continue`, and a bare start with `autoResume`. */
export function resolveContinue(facts: ContinueFacts): ResumeDecision {
	const { cwd, breadcrumb, newestHere } = facts;
	const here: ResumeDecision = newestHere === undefined ? { kind: "new" } : { kind: "open", path: newestHere };
	if (!breadcrumb) return here;
	if (!facts.fileExists(breadcrumb.file)) return breadcrumb.fresh && breadcrumb.cwd === cwd ? { kind: "new" } : here;
	if (breadcrumb.cwd === cwd) return { kind: "open", path: breadcrumb.file };
	const isStranded = !facts.directoryExists(breadcrumb.cwd) && newestHere === undefined;
	return isStranded ? { kind: "move", path: breadcrumb.file } : here;
}

type Candidate = Pick<SessionInfo, "path" | "id" | "cwd" | "modified">;

export interface ResumeFacts {
	readonly value: string;
	readonly cwd: string;
	/** Sessions of the current folder. */
	readonly here: readonly Candidate[];
	/** Sessions of all folders; absent when the user named a folder. */
	readonly everywhere: (() => readonly Candidate[]) | undefined;
	readonly fileExists: (path: string) => boolean;
	readonly directoryExists: (path: string) => boolean;
	/** Whether there is a user to ask. */
	readonly canAsk: boolean;
}

/** `--resume <value>`. */
export function resolveResume(facts: ResumeFacts): ResumeDecision {
	const { value, cwd } = facts;
	if (isSessionPath(value)) {
		const path = resolve(cwd, value);
		if (facts.fileExists(path)) return { kind: "open", path };
		return { kind: "not-found", message: `Error: File not found: ${value}` };
	}
	const here = matching(facts.here, value);
	const [match, ...others] = here.length > 0 ? here : matching(facts.everywhere?.() ?? [], value);
	if (!match) return notFound(value);
	const alsoMatching = others.length > 0 ? { alsoMatching: others.map(({ path }) => path) } : {};
	const { path, cwd: sessionCwd } = match;
	if (!facts.directoryExists(sessionCwd)) {
		if (!facts.canAsk) return cannotAsk(match, "Its directory no longer exists");
		const question = `Session's directory no longer exists (${sessionCwd}). Move (re-root) it into the current directory? [Y/n]`;
		return { kind: "ask-move", path, sessionCwd, question, ...alsoMatching };
	}
	if (sessionCwd === cwd || here.length > 0) return { kind: "open", path, ...alsoMatching };
	if (!facts.canAsk) return cannotAsk(match, "It belongs to another project");
	return {
		kind: "ask-fork",
		path,
		sessionCwd,
		question: `Session is in another project (${sessionCwd}). Fork into current directory? [y/N]`,
		declined: "Resume cancelled: session is in another project.",
		...alsoMatching,
	};
}

/** Whether a value is a path rather than an id. */
export function isSessionPath(value: string): boolean {
	return /[/\\]/.test(value) || value.endsWith(".jsonl");
}

/** Newest first; matches the start of the id, of the file name, or of the id in the file name. */
function matching(sessions: readonly Candidate[], value: string): Candidate[] {
	const wanted = value.toLowerCase();
	if (wanted === "") return [];
	return sessions
		.filter(({ id, path }) => {
			const stem = sessionStem(path);
			const names = [id, basename(path), stem.slice(stem.indexOf("_") + 1)];
			return names.some((name) => name.toLowerCase().startsWith(wanted));
		})
		.toSorted((a, b) => b.modified - a.modified);
}

function notFound(value: string): ResumeDecision {
	const hint = "Run omp --resume without a value to choose from a list.";
	return { kind: "not-found", message: `Error: Session "${value}" not found.\n${hint}` };
}

function cannotAsk({ id, cwd }: Candidate, reason: string): ResumeDecision {
	const ways = "Pass --cwd <dir> to open it there, or --fork to copy it into the current directory.";
	return { kind: "cannot-ask", message: `Error: Session ${id} was recorded in ${cwd}. ${reason}. ${ways}` };
}
