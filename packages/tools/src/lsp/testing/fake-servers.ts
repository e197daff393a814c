import type { LanguageClient } from "@oh-my-pi/pi-lsp/contract/language-client";
import type { LanguageServers } from "@oh-my-pi/pi-lsp/contract/language-servers";
import { isForFile, type ServerDefinition } from "@oh-my-pi/pi-lsp/contract/server-definition";
import { ServerError } from "@oh-my-pi/pi-lsp/contract/server-error";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import type { Diagnostic } from "vscode-languageserver-types";

/** A server that a test makes up. */
export interface FakeServer extends Partial<ServerDefinition> {
	/** By method; a method without an answer is not supported. A function gets the parameters and the client. */
	readonly answers?: Readonly<Record<string, unknown>>;
	readonly capabilities?: Readonly<Record<string, unknown>>;
	/** Of every file, or by path; `undefined` never answers. */
	readonly diagnostics?: readonly Diagnostic[] | ((path: string) => readonly Diagnostic[] | undefined);
	/** Why it cannot be started. */
	readonly problem?: string;
	/** It is starting for ever. */
	readonly hangs?: boolean;
	/** Counts columns in bytes. */
	readonly isUtf8?: boolean;
}

export interface FakeServers extends LanguageServers {
	/** What clients were asked to do, such as `ts sync a.ts v1`. */
	readonly log: string[];
}

export function fakeServers(root: string, servers: readonly FakeServer[]): FakeServers {
	const log: string[] = [];
	const definitions = servers.map(definitionFor);
	const clients = new Map<string, LanguageClient>();
	const shown = (path: string) => (path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path);
	const start = (name: string): LanguageClient => {
		const index = definitions.findIndex((definition) => definition.name === name);
		const [server, definition] = [servers[index], definitions[index]];
		if (!server || !definition) throw new Error(`no server ${name}`);
		const client = clients.get(name) ?? fakeClient(server, definition, { log, shown });
		clients.set(name, client);
		return client;
	};
	return {
		root,
		log,
		definitions,
		forFile: (path) =>
			definitions
				.filter((definition) => isForFile(definition, path))
				.toSorted((a, b) => Number(a.isLinter ?? false) - Number(b.isLinter ?? false)),
		async client({ name }, { signal }) {
			const server = servers.find((one, index) => (one.name ?? `server-${index}`) === name);
			if (server?.hangs) await sleep(1_000_000, { signal });
			if (server?.problem !== undefined) throw new ServerError("start", server.problem);
			return start(name);
		},
		runningClient: (name) => clients.get(name),
		lint: async (definition, path) => {
			const found = servers[definitions.indexOf(definition)]?.diagnostics ?? [];
			return (typeof found === "function" ? found(path) : found) ?? [];
		},
		formatWithLinter: async () => undefined,
		states: () =>
			definitions.map(({ name }, index) => ({
				name,
				state: servers[index]?.problem === undefined ? (clients.has(name) ? "ready" : "not started") : "failed",
				...(servers[index]?.problem !== undefined && { problem: servers[index].problem }),
				openFiles: 0,
				log: "",
			})),
		async reload(name) {
			const server = servers.find((one) => one.name === name);
			if (server?.problem !== undefined) throw new ServerError("start", server.problem);
			return server?.isProjectAware ? "reloaded" : "restarted";
		},
		async [Symbol.asyncDispose]() {},
	};
}

function definitionFor(server: FakeServer, index: number): ServerDefinition {
	const { answers: _a, capabilities: _c, diagnostics: _d, problem: _p, hangs: _h, isUtf8: _u, ...definition } = server;
	return { name: `server-${index}`, command: "/bin/false", args: [], fileTypes: [".ts"], ...definition };
}

function fakeClient(
	server: FakeServer,
	definition: ServerDefinition,
	{ log, shown }: { readonly log: string[]; readonly shown: (path: string) => string },
): LanguageClient {
	const open = new Map<string, { version: number; text: string }>();
	const { answers = {}, capabilities = {}, diagnostics = [], isUtf8 = false } = server;
	const note = (text: string) => log.push(`${definition.name} ${text}`);
	const diagnosticsFor = (path: string) => (typeof diagnostics === "function" ? diagnostics(path) : diagnostics);
	const client: LanguageClient = {
		definition,
		pid: 1,
		capabilities,
		supports: (method) => method in answers,
		async request(method, params, { signal }) {
			signal.throwIfAborted();
			note(method);
			const answer = answers[method];
			if (!(method in answers)) throw new ServerError("response", `Unhandled method ${method}`, { code: -32601 });
			return typeof answer === "function" ? answer(params, client) : answer;
		},
		notify: (method) => void note(`notify ${method}`),
		sync(path, text) {
			const known = open.get(path);
			const version = known === undefined ? 1 : known.text === text ? known.version : known.version + 1;
			open.set(path, { version, text });
			if (known?.version !== version) note(`sync ${shown(path)} v${version}`);
			return version;
		},
		saved: (path) => void note(`saved ${shown(path)}`),
		changedOnDisk: (changes) => changes.forEach(({ path, kind }) => void note(`${kind} ${shown(path)}`)),
		closeFile(path) {
			if (open.delete(path)) note(`close ${shown(path)}`);
		},
		isOpen: (path) => open.has(path),
		knownDiagnostics: (path) => (open.has(path) ? diagnosticsFor(path) : undefined),
		diagnostics: async (path) => diagnosticsFor(path),
		projectLoaded: async () => void note("projectLoaded"),
		toServerPosition: ({ line, character }, lineText) => ({
			line,
			character: isUtf8 ? Buffer.byteLength(lineText.slice(0, character)) : character,
		}),
		fromServerPosition: ({ line, character }, lineText) => ({
			line,
			character: isUtf8 ? Buffer.from(lineText).subarray(0, character).toString().length : character,
		}),
		fromServerRange: ({ start, end }, lineTextAt) => ({
			start: client.fromServerPosition(start, lineTextAt(start.line)),
			end: client.fromServerPosition(end, lineTextAt(end.line)),
		}),
		onApplyEdit: undefined,
	};
	return client;
}
