import type { LanguageClient } from "@oh-my-pi/pi-lsp/contract/language-client";
import type { LanguageServers } from "@oh-my-pi/pi-lsp/contract/language-servers";
import type { ServerDefinition } from "@oh-my-pi/pi-lsp/contract/server-definition";
import type { Diagnostic, KnownProblems } from "./known-problems.ts";

/** A file with its text before and after a change. */
export interface ChangedText {
	readonly path: string;
	readonly before: string | undefined;
	readonly text: string;
}

export interface AnswerLimits {
	readonly signal: AbortSignal;
	/** For what was wrong before the change; later nobody asks for it. */
	readonly baselineMs: number;
	readonly timeoutMs: number;
}

export type Answer = ReadonlyMap<ChangedText, readonly Diagnostic[]>;

/** What one server or linter says about files that were written. `undefined` when it does not answer. */
export async function askServer(
	servers: LanguageServers,
	definition: ServerDefinition,
	files: readonly ChangedText[],
	known: KnownProblems,
	limits: AnswerLimits,
): Promise<Answer | undefined> {
	if (definition.linterProgram) {
		return pair(files, await Promise.all(files.map(({ path, text }) => servers.lint(definition, path, text, limits))));
	}
	const client = await servers.client(definition, limits);
	await Promise.all(files.map((file) => takeBaseline(client, file, known, limits)));
	// All of them first: what is wrong with one may depend on another.
	for (const { path, text } of files) {
		client.sync(path, text);
		client.saved(path, text);
	}
	const answers = await Promise.all(files.map(({ path }) => client.diagnostics(path, limits)));
	return answers.some((answer) => answer === undefined) ? undefined : pair(files, answers);
}

/** What was wrong with a file before it is changed for the first time: it is opened as it was. */
export async function takeBaseline(
	client: LanguageClient,
	{ path, before }: Omit<ChangedText, "text">,
	known: KnownProblems,
	{ signal, baselineMs }: Pick<AnswerLimits, "signal" | "baselineMs">,
): Promise<void> {
	const server = client.definition.name;
	if (known.isKnown(server, path)) return;
	if (before === undefined) {
		known.setBaseline({ server, path, text: "", diagnostics: [] });
		return;
	}
	const found = client.isOpen(path) ? client.knownDiagnostics(path) : undefined;
	const diagnostics = found ?? (await diagnosticsBefore(client, path, before, { signal, timeoutMs: baselineMs }));
	if (diagnostics) known.setBaseline({ server, path, text: before, diagnostics });
}

async function diagnosticsBefore(
	client: LanguageClient,
	path: string,
	before: string,
	limits: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<readonly Diagnostic[] | undefined> {
	client.sync(path, before);
	return client.diagnostics(path, limits);
}

/** What a linter program says about a file before it is written for the first time: it may read the file itself. */
export async function takeLinterBaseline(
	servers: LanguageServers,
	definition: ServerDefinition,
	{ path, before }: Omit<ChangedText, "text">,
	known: KnownProblems,
	signal: AbortSignal,
): Promise<void> {
	const { name: server } = definition;
	if (before === undefined || known.isKnown(server, path)) return;
	const diagnostics = await servers.lint(definition, path, before, { signal });
	known.setBaseline({ server, path, text: before, diagnostics });
}

function pair(files: readonly ChangedText[], answers: ReadonlyArray<readonly Diagnostic[] | undefined>): Answer {
	return new Map(files.map((file, index) => [file, answers[index] ?? []]));
}

/** Tells servers that run of changes that nobody asks them about. */
export function tellRunning(
	servers: LanguageServers,
	files: ReadonlyArray<{
		readonly path: string;
		readonly before: string | undefined;
		readonly text: string | undefined;
	}>,
	isAsked: (definition: ServerDefinition, path: string) => boolean = () => false,
): void {
	for (const definition of servers.definitions) {
		const client = servers.runningClient(definition.name);
		if (!client) continue;
		for (const { path, before, text } of files) {
			if (text === undefined) {
				if (client.isOpen(path)) client.closeFile(path);
				client.changedOnDisk([{ path, kind: "deleted" }]);
			} else if (isAsked(definition, path)) {
			} else if (client.isOpen(path)) {
				client.sync(path, text);
				client.saved(path, text);
			} else client.changedOnDisk([{ path, kind: before === undefined ? "created" : "changed" }]);
		}
	}
}
