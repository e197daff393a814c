import { basename } from "node:path";
import { killFirstOnOom } from "@oh-my-pi/pi-natives/process/process-memory";
import { StdioProcess } from "@oh-my-pi/pi-natives/process/stdio-process";
import type { InBox } from "@oh-my-pi/pi-natives/sandbox/in-box";
import { startedBy } from "@oh-my-pi/pi-natives/sandbox/in-box";
import { raceAbort } from "@oh-my-pi/pi-utils/abort";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { Diagnostic, InitializeParams, Position, Range } from "vscode-languageserver-protocol";
import type { LanguageClient, RequestOptions } from "../contract/language-client.ts";
import type { ServerDefinition } from "../contract/server-definition.ts";
import { ServerError } from "../contract/server-error.ts";
import { DocumentDiagnostics } from "../diagnostics/document-diagnostics.ts";
import { shortenReport } from "../diagnostics/shorten-report.ts";
import { awaitTsserverProject, tsserverCommand } from "../diagnostics/tsserver-diagnostics.ts";
import { pathToUri } from "../documents/file-uri.ts";
import { OpenDocuments } from "../documents/open-documents.ts";
import {
	decodePosition,
	encodePosition,
	isPositionEncoding,
	type PositionEncoding,
} from "../documents/position-encoding.ts";
import { RpcConnection } from "../rpc/rpc-connection.ts";
import { answerServer } from "./answer-server.ts";
import { clientCapabilities } from "./client-capabilities.ts";
import { describeEnd } from "./describe-end.ts";
import { ProjectLoading } from "./project-loading.ts";
import { type FileChangeKind, ServerCapabilities } from "./server-capabilities.ts";
import { ServerLog } from "./server-log.ts";
import { WorkProgress } from "./work-progress.ts";

export interface ClientOptions {
	/** The project folder. */
	readonly root: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** How it is started; as it is without. */
	readonly inBox?: InBox | undefined;
	readonly clientInfo: { readonly name: string; readonly version: string };
	/** The process has ended by itself, or broke the protocol; never after `shutdown` or `kill`. */
	readonly onEnd: (reason: string) => void;
}

const shutdownMs = 500;
const changeTypes = { created: 1, changed: 2, deleted: 3 } as const;

/** One process of a language server, and all that is known of it. */
export class LanguageServerClient implements LanguageClient {
	readonly definition: ServerDefinition;
	onApplyEdit: LanguageClient["onApplyEdit"];
	readonly #options: ClientOptions;
	readonly #log = new ServerLog();
	readonly #progress = new WorkProgress();
	readonly #loading: ProjectLoading;
	readonly #capabilities: ServerCapabilities;
	readonly #documents: OpenDocuments;
	readonly #diagnostics: DocumentDiagnostics;
	readonly #connection: RpcConnection;
	readonly #process: StdioProcess;
	/** Aborted when the process has ended. */
	readonly #ended = new AbortController();
	#encoding: PositionEncoding = "utf-16";
	#name: string | undefined;
	#lastUseMs = performance.now();
	#isStopping = false;

	/** Starts the process; throws a `ServerError` when that is not possible. `initialize` makes it ready. */
	constructor(definition: ServerDefinition, options: ClientOptions) {
		this.definition = definition;
		this.#options = options;
		const { languageId } = definition;
		this.#loading = new ProjectLoading(this.#progress, definition.readyTimings);
		this.#capabilities = new ServerCapabilities({ root: options.root, languageId });
		this.#documents = new OpenDocuments({
			notify: (method, params) => this.notify(method, params),
			languageId,
			wantsIncremental: (path) => this.#capabilities.wantsIncremental(path),
			encoding: () => this.#encoding,
			onClosed: (path) => this.#diagnostics.forget(path),
		});
		this.#diagnostics = new DocumentDiagnostics({
			send: (method, params, requestOptions) => this.request(method, params, requestOptions),
			findDocument: (path) => this.#documents.find(path),
			pullIdentifiers: (path) => this.#pullIdentifiers(path),
			onRegistered: (listener) => this.#capabilities.onRegistered(listener),
			hasTsserver: () => this.#hasTsserver,
			toLocalPosition: () =>
				this.#encoding === "utf-16" ? undefined : (position, line) => this.fromServerPosition(position, line),
		});
		this.#connection = new RpcConnection({
			send: (frame) => this.#process.send(frame),
			onRequest: (method, params) => this.#answer(method, params),
			onNotification: (method, params) => this.#receive(method, params),
			shorten: shortenReport,
			onProblem: (problem) => this.#log.add(`The server ${problem}`),
		});
		this.#process = this.#start();
	}

	get pid(): number {
		return this.#process.pid;
	}

	get capabilities(): Readonly<Record<string, unknown>> {
		return this.#capabilities.merged;
	}

	/** As the server calls itself. */
	get serverName(): string | undefined {
		return this.#name;
	}

	get openFiles(): number {
		return this.#documents.size;
	}

	get progress(): string | undefined {
		return this.#progress.description;
	}

	get log(): string {
		return [this.#log.text, this.#process.stderr.trim()].filter(Boolean).join("\n");
	}

	get stderr(): string {
		return this.#process.stderr;
	}

	/** For how long nobody has used it. */
	get idleMs(): number {
		return this.#connection.pendingCount > 0 ? 0 : performance.now() - this.#lastUseMs;
	}

	/** Whether it asked to be told of changed settings. */
	get wantsConfiguration(): boolean {
		return this.#capabilities.hasRegistered("workspace/didChangeConfiguration");
	}

	/** The handshake. Throws a `ServerError` when the server refuses it or does not answer in time. */
	async initialize(options: RequestOptions): Promise<void> {
		const result = await this.request("initialize", this.#initializeParams(), options);
		if (!isRecord(result)) throw new ServerError("protocol", "it answered initialize without capabilities");
		const { capabilities, serverInfo } = result;
		this.#capabilities.initialize(capabilities);
		const encoding = isRecord(capabilities) ? capabilities.positionEncoding : undefined;
		if (isPositionEncoding(encoding)) this.#encoding = encoding;
		if (isRecord(serverInfo) && typeof serverInfo.name === "string") this.#name = serverInfo.name;
		this.notify("initialized", {});
		this.sendConfiguration();
		this.#loading.mayBegin();
	}

	sendConfiguration(): void {
		this.notify("workspace/didChangeConfiguration", { settings: this.definition.settings ?? {} });
	}

	supports(method: string, path?: string): boolean {
		return this.#capabilities.supports(method, path);
	}

	async request(method: string, params: unknown, options: RequestOptions): Promise<unknown> {
		this.#lastUseMs = performance.now();
		return this.#connection.request(method, params, options);
	}

	notify(method: string, params: unknown): void {
		this.#lastUseMs = performance.now();
		this.#connection.notify(method, params);
	}

	sync(path: string, text: string): number {
		if (this.#documents.size === 0) this.#loading.mayBegin();
		return this.#documents.sync(path, text).version;
	}

	saved(path: string, text: string): void {
		const options = this.isOpen(path) ? this.#capabilities.saveOptions(path) : undefined;
		if (this.isOpen(path)) this.sync(path, text);
		if (options) {
			const textDocument = { uri: pathToUri(path) };
			this.notify("textDocument/didSave", { textDocument, ...(options.includeText && { text }) });
		}
		this.changedOnDisk([{ path, kind: "changed" }]);
	}

	changedOnDisk(changes: ReadonlyArray<{ readonly path: string; readonly kind: FileChangeKind }>): void {
		const watched = changes.filter(({ path, kind }) => this.#capabilities.watches(path, kind));
		if (watched.length === 0) return;
		this.notify("workspace/didChangeWatchedFiles", {
			changes: watched.map(({ path, kind }) => ({ uri: pathToUri(path), type: changeTypes[kind] })),
		});
	}

	closeFile(path: string): void {
		this.#documents.close(path);
	}

	isOpen(path: string): boolean {
		return this.#documents.find(path) !== undefined;
	}

	knownDiagnostics(path: string): readonly Diagnostic[] | undefined {
		return this.#diagnostics.known(path);
	}

	async diagnostics(path: string, options: RequestOptions): Promise<readonly Diagnostic[] | undefined> {
		const document = this.#documents.find(path);
		if (!document) return this.knownDiagnostics(path);
		const signal = AbortSignal.any([options.signal, this.#ended.signal]);
		return this.#diagnostics.fresh(document, { ...options, signal });
	}

	async projectLoaded({ signal }: { readonly signal: AbortSignal }): Promise<void> {
		const document = this.#hasTsserver ? this.#documents.latest : undefined;
		if (!document) return this.#loading.loaded(signal);
		const send = (...args: Parameters<LanguageClient["request"]>) => this.request(...args);
		const loaded = awaitTsserverProject(document, { send, signal, timeoutMs: this.#loading.limitMs });
		await ignoreFailure(loaded, "without it requests are answered as far as the project is loaded");
		signal.throwIfAborted();
	}

	toServerPosition(position: Position, lineText: string): Position {
		return encodePosition(position, lineText, this.#encoding);
	}

	fromServerPosition(position: Position, lineText: string): Position {
		return decodePosition(position, lineText, this.#encoding);
	}

	fromServerRange({ start, end }: Range, lineTextAt: (lineIndex: number) => string): Range {
		if (this.#encoding === "utf-16") return { start, end };
		return {
			start: this.fromServerPosition(start, lineTextAt(start.line)),
			end: this.fromServerPosition(end, lineTextAt(end.line)),
		};
	}

	/** Asks it to end, and kills it with its descendants when it does not at once. */
	async shutdown(): Promise<void> {
		this.#isStopping = true;
		const limit = AbortSignal.any([AbortSignal.timeout(shutdownMs), this.#ended.signal]);
		await ignoreFailure(async () => {
			await this.#connection.request("shutdown", undefined, { signal: limit });
			this.notify("exit", undefined);
			await raceAbort(new Promise(() => {}), limit);
		}, "a server that does not end by itself is killed");
		await this.kill();
	}

	/** Ends it at once, with its descendants. */
	async kill(): Promise<void> {
		this.#isStopping = true;
		this.#close("it was stopped");
		await this.#process.close();
	}

	#start(): StdioProcess {
		const { command, args } = this.definition;
		const { env, root, inBox } = this.#options;
		try {
			const process = new StdioProcess({
				...startedBy(inBox, command, args),
				env,
				cwd: root,
				onData: (chunk) => this.#connection.receive(chunk),
				onEnd: (reason) => {
					this.#close(reason);
					if (!this.#isStopping) this.#options.onEnd(reason);
				},
			});
			killFirstOnOom(process.pid);
			return process;
		} catch (error) {
			throw new ServerError("start", errorMessage(error), { cause: error });
		}
	}

	#close(reason: string): void {
		const problem = `The language server ${this.definition.name} has ended: ${reason}`;
		const error = new ServerError("closed", this.#isStopping ? problem : describeEnd(problem, this.stderr));
		this.#connection.close(error);
		this.#ended.abort(error);
	}

	#initializeParams(): InitializeParams {
		const { root, clientInfo } = this.#options;
		const { initOptions } = this.definition;
		return {
			// In a box there is no such process, and a server that misses it ends itself.
			processId: this.#options.inBox ? null : process.pid,
			clientInfo,
			locale: "en",
			rootPath: root,
			rootUri: pathToUri(root),
			workspaceFolders: [...this.#workspaceFolders()],
			capabilities: clientCapabilities(),
			...(initOptions !== undefined && { initializationOptions: initOptions }),
			trace: "off",
		};
	}

	#workspaceFolders(): ReadonlyArray<{ readonly uri: string; readonly name: string }> {
		const { root } = this.#options;
		return [{ uri: pathToUri(root), name: basename(root) }];
	}

	#answer(method: string, params: unknown): unknown {
		return answerServer(method, params, {
			settings: this.definition.settings ?? {},
			workspaceFolders: this.#workspaceFolders(),
			capabilities: this.#capabilities,
			log: this.#log,
			refreshDiagnostics: () => this.#diagnostics.refresh(),
			applyEdit: () => this.onApplyEdit,
		});
	}

	#receive(method: string, params: unknown): void {
		switch (method) {
			case "textDocument/publishDiagnostics":
				this.#diagnostics.receive(params);
				break;
			case "$/progress":
				this.#progress.receive(params);
				break;
			case "experimental/serverStatus":
				this.#progress.receiveStatus(params);
				break;
			case "window/logMessage":
			case "window/showMessage":
				if (isRecord(params) && typeof params.message === "string") this.#log.add(params.message);
				break;
		}
	}

	get #hasTsserver(): boolean {
		return this.#capabilities.commands.includes(tsserverCommand);
	}

	#pullIdentifiers(path: string): ReadonlyArray<string | undefined> {
		const options = this.#capabilities.optionsFor("textDocument/diagnostic", path);
		const identifiers = options.map(({ identifier }) => (typeof identifier === "string" ? identifier : undefined));
		return [...new Set(identifiers)].slice(0, maxPullProviders);
	}
}

const maxPullProviders = 8;
