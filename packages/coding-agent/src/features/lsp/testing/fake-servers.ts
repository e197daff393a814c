import type { LanguageClient } from "@oh-my-pi/pi-lsp/contract/language-client";
import type { ServerState } from "@oh-my-pi/pi-lsp/contract/language-servers";
import { isForFile, type ServerDefinition } from "@oh-my-pi/pi-lsp/contract/server-definition";
import { partly } from "@oh-my-pi/pi-testkit/partly";
import { raceAbort } from "@oh-my-pi/pi-utils/abort";
import type { OpenServers } from "../session/language-folder.ts";
import type { Diagnostic } from "../write-through/known-problems.ts";

/** What a server says about a text; a promise that stays open is a server that hangs. */
export type Check = (path: string, text: string) => readonly Diagnostic[] | Promise<readonly Diagnostic[]>;

export interface FakeServer extends Partial<ServerDefinition> {
	readonly name: string;
	readonly check?: Check;
	/** Why it cannot be started. */
	readonly failure?: Error;
	/** The answer to `textDocument/formatting`. */
	readonly format?: (text: string) => unknown;
}

export interface FakeServers extends OpenServers {
	/** What was done with servers, in order: `ts open a.ts`. */
	readonly calls: string[];
	isDisposed: boolean;
}

export function definitionFrom({
	check: _,
	failure: _failure,
	format: _format,
	...fields
}: FakeServer): ServerDefinition {
	return { command: `/bin/${fields.name}`, args: [], fileTypes: [".x"], ...fields };
}

/** Servers that are there at once and say what they are told to. */
export function fakeServers(root: string, servers: readonly FakeServer[]): FakeServers {
	const calls: string[] = [];
	const clients = new Map<string, LanguageClient>();
	const find = ({ name }: ServerDefinition) => servers.find((server) => server.name === name) ?? { name };
	const short = (path: string) => path.slice(root.length + 1);
	let definitions = servers.map(definitionFrom);
	const result: FakeServers = {
		root,
		calls,
		isDisposed: false,
		get definitions() {
			return definitions;
		},
		forFile: (path) => definitions.filter((definition) => isForFile(definition, path)),
		async client(definition) {
			const { name, failure } = find(definition);
			if (failure) throw failure;
			if (!clients.has(name)) calls.push(`${name} start`);
			const client =
				clients.get(name) ?? fakeClient(definition, find(definition), (call) => calls.push(`${name} ${call}`), short);
			clients.set(name, client);
			return client;
		},
		runningClient: (name) => clients.get(name),
		async lint(definition, path, text) {
			calls.push(`${definition.name} lint ${short(path)}`);
			return (await find(definition).check?.(path, text)) ?? [];
		},
		formatWithLinter: async (definition, _path, text) => {
			const formatted = find(definition).format?.(text);
			return typeof formatted === "string" ? formatted : undefined;
		},
		states: () =>
			definitions.map(
				({ name }): ServerState =>
					clients.has(name)
						? { name, state: "ready", pid: 7, residentBytes: 3 * 2 ** 20, openFiles: 1, log: "one\ntwo\n" }
						: {
								name,
								state: find({ ...definitionFrom({ name }) }).failure ? "failed" : "not started",
								openFiles: 0,
								log: "",
							},
			),
		async reload(name) {
			calls.push(`${name} reload`);
			clients.delete(name);
			return "restarted";
		},
		async update(next) {
			calls.push(`update ${next.map(({ name }) => name).join(" ")}`);
			definitions = [...next];
		},
		async [Symbol.asyncDispose]() {
			result.isDisposed = true;
		},
	};
	return result;
}

function fakeClient(
	definition: ServerDefinition,
	{ check, format }: FakeServer,
	log: (call: string) => void,
	short: (path: string) => string,
): LanguageClient {
	const texts = new Map<string, string>();
	return partly<LanguageClient>(definition.name, {
		definition,
		pid: 7,
		supports: (method) => method === "textDocument/formatting" && format !== undefined,
		request: async (_method, params) => {
			const { textDocument } = params as { textDocument: { uri: string } };
			return format?.(texts.get(decodeURIComponent(textDocument.uri.slice("file://".length))) ?? "");
		},
		sync(path, text) {
			log(`${texts.has(path) ? "change" : "open"} ${short(path)}`);
			texts.set(path, text);
			return texts.size;
		},
		saved: (path) => log(`saved ${short(path)}`),
		changedOnDisk(changes) {
			for (const { path, kind } of changes) log(`${kind} ${short(path)}`);
		},
		closeFile(path) {
			log(`close ${short(path)}`);
			texts.delete(path);
		},
		isOpen: (path) => texts.has(path),
		knownDiagnostics: () => undefined,
		diagnostics: async (path, { signal }) =>
			raceAbort(Promise.resolve(check?.(path, texts.get(path) ?? "") ?? []), signal),
		fromServerPosition: (position) => position,
	});
}

/** A problem of every line that holds `bad`: its words, at the column of it. */
export const badLines: Check = (_path, text) =>
	text.split("\n").flatMap((line, index) => {
		const character = line.indexOf("bad");
		if (character < 0) return [];
		const range = { start: { line: index, character }, end: { line: index, character: character + 3 } };
		return [{ range, message: `not good: ${line.trim()}`, severity: 1, source: "check" }];
	});
