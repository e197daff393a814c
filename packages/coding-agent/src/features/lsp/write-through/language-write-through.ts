import type { LanguageClient } from "@oh-my-pi/pi-lsp/contract/language-client";
import type { LanguageServers } from "@oh-my-pi/pi-lsp/contract/language-servers";
import type { ServerDefinition } from "@oh-my-pi/pi-lsp/contract/server-definition";
import type {
	Diagnostics,
	PlannedFile,
	WriteThrough,
	WriteThroughOptions,
	WrittenFile,
} from "@oh-my-pi/pi-tools/files/mutate/write-through";
import { raceAbort } from "@oh-my-pi/pi-utils/abort";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { isInside } from "../../../discovery/contract/load-context.ts";
import { formatFile } from "./format-file.ts";
import { type Diagnostic, KnownProblems } from "./known-problems.ts";
import type { LateNotes } from "./late-notes.ts";
import {
	type Answer,
	askServer,
	type ChangedText,
	takeBaseline,
	takeLinterBaseline,
	tellRunning,
} from "./server-answers.ts";
import { shownProblems } from "./shown-diagnostics.ts";

export interface WriteThroughParts {
	/** Servers for these files; `undefined` where there is none. Nothing is started. */
	readonly findServers: (paths: readonly string[]) => Promise<LanguageServers | undefined>;
	/** Servers as far as they are loaded. */
	readonly runningServers: () => LanguageServers | undefined;
	readonly options: () => Wishes;
	readonly showPath: (path: string) => string;
	readonly notes: Pick<LateNotes, "add" | "signal">;
	/** Shows the user that a server could not be asked. */
	readonly warn: (text: string) => void;
	/** How long a call waits for an answer, for the words of it; the caller keeps the time. */
	readonly limitMs: number;
	/** How much longer an answer is waited for in the background. */
	readonly lateMs?: number;
	/** The wait for a server that still owes an answer. */
	readonly slowServerMs?: number;
}

/** What the settings want. */
export interface Wishes {
	readonly formats: boolean;
	readonly diagnoses: (tool: "write" | "edit") => boolean;
	readonly onlyNew: boolean;
}

interface Question {
	readonly server: string;
	readonly paths: ReadonlySet<string>;
	readonly end: AbortController;
}

interface Work {
	readonly definition: ServerDefinition;
	readonly files: readonly ChangedText[];
	/** `undefined` when nobody wants it any longer. */
	readonly answer: Promise<Answer | Failure | undefined>;
	readonly waitMs: number;
}

/** A server that cannot answer. */
interface Failure {
	readonly problem: string;
}

/** Tells language servers of what tools write, and brings back what they say about it. */
export class LanguageWriteThrough implements WriteThrough {
	readonly #parts: WriteThroughParts;
	readonly #known = new KnownProblems();
	/** Questions without an answer. */
	readonly #owed = new Set<Question>();
	/** Files whose diagnostics were announced, with the server: it says `OK` in the end, too. */
	readonly #promised = new Set<string>();
	readonly #warned = new Set<string>();
	/** Failures that the model was told of. */
	readonly #explained = new Set<string>();

	constructor(parts: WriteThroughParts) {
		this.#parts = parts;
	}

	async beforeWrite(file: PlannedFile, { tool, signal: call, deadline }: WriteThroughOptions): Promise<string> {
		const { formats, diagnoses } = this.#parts.options();
		const servers = formats || diagnoses(tool) ? await this.#parts.findServers([file.path]) : undefined;
		if (!servers || !isInside(file.path, servers.root)) return file.text;
		const signal = AbortSignal.any([call, deadline]);
		const linters = servers.forFile(file.path).filter(({ linterProgram }) => linterProgram !== undefined);
		const lint = (definition: ServerDefinition) =>
			ignoreFailure(takeLinterBaseline(servers, definition, file, this.#known, signal), "all of it counts as new");
		if (diagnoses(tool)) await Promise.all(linters.map(lint));
		if (!formats) return file.text;
		const prepare = (client: LanguageClient) =>
			takeBaseline(client, file, this.#known, { signal, baselineMs: this.#baselineMs(client.definition) });
		return formatFile(servers, { path: file.path, text: file.text, signal, prepare });
	}

	async diagnose(
		files: readonly WrittenFile[],
		{ signal, deadline, tool }: WriteThroughOptions,
	): Promise<Diagnostics | undefined> {
		for (const { path, text } of files) if (text === undefined) this.#known.forget(path);
		const { diagnoses, onlyNew } = this.#parts.options();
		const changed = files.filter((file): file is ChangedText => file.text !== undefined);
		const servers = diagnoses(tool)
			? await this.#parts.findServers(changed.map(({ path }) => path))
			: this.#parts.runningServers();
		if (!servers) return undefined;
		const inside = changed.filter(({ path }) => isInside(path, servers.root));
		const asked = diagnoses(tool) ? groupByServer(servers, inside) : new Map<ServerDefinition, ChangedText[]>();
		const isAsked = (definition: ServerDefinition, path: string) =>
			asked.get(definition)?.some((file) => file.path === path) ?? false;
		tellRunning(
			servers,
			files.filter(({ path }) => isInside(path, servers.root)),
			isAsked,
		);
		if (asked.size === 0) return undefined;
		const works = [...asked].map(([definition, matching]) => this.#ask(servers, definition, matching));
		const answers = await Promise.all(works.map((work) => this.#inTime(work, signal, deadline)));
		signal.throwIfAborted();
		const late = works.filter((_, index) => answers[index] === "late");
		for (const work of late) this.#follow(work, onlyNew);
		const inTime: Array<{ readonly definition: ServerDefinition; readonly answer: Answer }> = [];
		const failures: string[] = [];
		for (const [index, { definition }] of works.entries()) {
			const answer = answers[index];
			if (answer === undefined || answer === "late") continue;
			if ("problem" in answer) failures.push(this.#missing(definition, answer));
			else inTime.push({ definition, answer });
		}
		return this.#result(inTime, { late, failures, onlyNew });
	}

	/**
	 * How long a server may take to say what was wrong before. One that loads a project takes most of the time for that, whatever
	 * it is asked first; others may have nothing to say about a file without problems.
	 */
	#baselineMs({ isProjectAware }: ServerDefinition): number {
		return this.#parts.limitMs * (isProjectAware ? 0.85 : 0.5);
	}

	#ask(servers: LanguageServers, definition: ServerDefinition, files: readonly ChangedText[]): Work {
		const { limitMs, lateMs = 25_000, slowServerMs = 1000, notes } = this.#parts;
		const { name } = definition;
		const earlier = [...this.#owed].filter(({ server }) => server === name);
		const paths = new Set(files.map(({ path }) => path));
		for (const { paths: older, end } of earlier) {
			// It is asked about a newer text of the same file.
			if (!older.isDisjointFrom(paths)) end.abort(new DOMException("Asked anew", "AbortError"));
		}
		const question = { server: name, paths, end: new AbortController() };
		this.#owed.add(question);
		const timeoutMs = limitMs + lateMs;
		const signal = AbortSignal.any([notes.signal, question.end.signal, AbortSignal.timeout(timeoutMs)]);
		const limits = { signal, baselineMs: this.#baselineMs(definition), timeoutMs };
		const answer = askServer(servers, definition, files, this.#known, limits).catch((error: unknown) => {
			if (signal.aborted) return undefined;
			const problem = errorMessage(error);
			this.#warnOnce(name, problem);
			return { problem };
		});
		void answer.finally(() => this.#owed.delete(question));
		return { definition, files, answer, waitMs: earlier.length > 0 ? Math.min(slowServerMs, limitMs) : limitMs };
	}

	/** The answer; `late` when it can still come. */
	async #inTime(
		{ answer, waitMs }: Work,
		signal: AbortSignal,
		deadline: AbortSignal,
	): Promise<Answer | Failure | "late" | undefined> {
		const limit = waitMs < this.#parts.limitMs ? [AbortSignal.timeout(waitMs)] : [];
		try {
			return await raceAbort(answer, AbortSignal.any([signal, deadline, ...limit]));
		} catch {
			// The answer itself never rejects.
			return "late";
		}
	}

	#follow({ definition, files, answer }: Work, onlyNew: boolean): void {
		const { notes, showPath } = this.#parts;
		for (const { path } of files) this.#promised.add(promise(definition, path));
		const run = notes.signal;
		void answer.then((found) => {
			if (found === undefined || run.aborted) return;
			if ("problem" in found) {
				for (const { path } of files) this.#promised.delete(promise(definition, path));
				notes.add(`Late LSP diagnostics: ${this.#missing(definition, found)}`);
				return;
			}
			for (const [file, diagnostics] of found) {
				this.#promised.delete(promise(definition, file.path));
				const { fresh, left } = this.#compare(definition, file, diagnostics, onlyNew);
				const shown = shownProblems([{ path: showPath(file.path), diagnostics: fresh }]);
				const summary = fresh.length === 0 && left.length > 0 ? leftSummary(left) : shown.summary;
				const head = `Late LSP diagnostics of ${showPath(file.path)} from ${definition.name} (${summary})`;
				notes.add([shown.messages.length > 0 ? `${head}:` : head, ...shown.messages].join("\n"));
			}
		});
	}

	#result(
		inTime: ReadonlyArray<{ readonly definition: ServerDefinition; readonly answer: Answer }>,
		{ late, failures, onlyNew }: { late: readonly Work[]; failures: readonly string[]; onlyNew: boolean },
	): Diagnostics | undefined {
		const fresh = new Map<string, Diagnostic[]>();
		const left: Diagnostic[] = [];
		let wasReported = false;
		for (const { definition, answer } of inTime) {
			for (const [file, diagnostics] of answer) {
				const compared = this.#compare(definition, file, diagnostics, onlyNew);
				const path = this.#parts.showPath(file.path);
				fresh.set(path, [...(fresh.get(path) ?? []), ...compared.fresh]);
				left.push(...compared.left);
				const wasPromised = this.#promised.delete(promise(definition, file.path));
				wasReported ||= compared.wasReported || wasPromised;
			}
		}
		const shown = shownProblems([...fresh].map(([path, diagnostics]) => ({ path, diagnostics })));
		const hasFresh = shown.messages.length > 0;
		const state = hasFresh ? shown.summary : left.length > 0 ? leftSummary(left) : wasReported ? "OK" : undefined;
		const waits = late.map(
			({ definition, waitMs }) => `no answer from ${definition.name} in ${seconds(waitMs)}; its diagnostics follow`,
		);
		const missing = [...failures, ...waits];
		// A server that has not answered may know of what is left.
		const parts = [...(state === undefined || (state === "OK" && missing.length > 0) ? [] : [state]), ...missing];
		return parts.length === 0 ? undefined : { summary: parts.join("; "), messages: shown.messages };
	}

	#compare({ name }: ServerDefinition, file: ChangedText, diagnostics: readonly Diagnostic[], onlyNew: boolean) {
		return this.#known.update({ server: name, path: file.path, text: file.text, diagnostics }, { onlyNew });
	}

	/** The reason once; that a server has no diagnostics each time. */
	#missing({ name }: ServerDefinition, { problem }: Failure): string {
		const text = `no diagnostics from ${name}`;
		if (this.#explained.has(`${name}\n${problem}`)) return `still ${text}`;
		this.#explained.add(`${name}\n${problem}`);
		return `${text}: ${cutProblem(problem)}`;
	}

	#warnOnce(name: string, problem: string): void {
		const text = `Language server ${name}: ${problem}. /lsp shows more.`;
		if (this.#warned.has(text)) return;
		this.#warned.add(text);
		this.#parts.warn(text);
	}
}

const maxProblemChars = 1000;

function groupByServer(servers: LanguageServers, files: readonly ChangedText[]): Map<ServerDefinition, ChangedText[]> {
	const groups = new Map<ServerDefinition, ChangedText[]>();
	for (const file of files) {
		for (const definition of servers.forFile(file.path)) {
			groups.set(definition, [...(groups.get(definition) ?? []), file]);
		}
	}
	return groups;
}

function promise({ name }: ServerDefinition, path: string): string {
	return `${name}\n${path}`;
}

function leftSummary(left: readonly Diagnostic[]): string {
	return `nothing new, ${shownProblems([{ path: "", diagnostics: left }]).summary} left`;
}

function cutProblem(problem: string): string {
	const line = problem.replace(/[\s\p{Cc}]+/gu, " ").trim();
	return line.length > maxProblemChars ? `${line.slice(0, maxProblemChars)}…` : line;
}

function seconds(ms: number): string {
	return `${Math.round(ms / 100) / 10} s`;
}
