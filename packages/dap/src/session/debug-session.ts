import { rm } from "node:fs/promises";
import { removeOnExit } from "@oh-my-pi/pi-natives/process/guardian";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { AvailableAdapter } from "../adapter/adapter-catalog.ts";
import type { LaunchArguments } from "../adapter/definition/adapter-definition.ts";
import type { RequestOptions } from "../protocol/connection.ts";
import { DapError } from "../protocol/dap-error.ts";
import { asBody, type Body } from "../protocol/read-body.ts";
import { AdapterProcess } from "../transport/adapter-process.ts";
import type { AdapterLink } from "../transport/channel.ts";
import { remoteAdapter, type ServerAddress } from "../transport/remote-adapter.ts";
import type { BreakpointSet, BreakpointStatus } from "./breakpoints.ts";
import { handshake } from "./handshake.ts";
import { OutputRing } from "./output-ring.ts";
import { type BreakpointList, configure, requireBreakpoints, sendBreakpoints } from "./send-breakpoints.ts";
import { SessionNode, type SessionState } from "./session-node.ts";
import { TerminalPrograms } from "./terminal-programs.ts";
import { TreeWatch, type WaitResult } from "./tree-watch.ts";

export interface SessionOptions {
	readonly id: string;
	readonly adapter: AvailableAdapter;
	readonly request: "launch" | "attach";
	readonly arguments: LaunchArguments;
	/** What it debugs, for people. */
	readonly target: string;
	/** Of the program, and of the adapter unless its definition states another. */
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** `NAME=value` in `env`. */
	readonly mark: string;
	readonly breakpoints: BreakpointSet;
	/** Where to stop first. */
	readonly entryFunction?: string | undefined;
	/** Removed with the session. */
	readonly scratchPath?: string | undefined;
	/** Where the protocol is spoken already; no adapter is started then. */
	readonly server?: ServerAddress | undefined;
	readonly clientName: string;
}

/** A program that forks without end must not get a session for each child. */
const maxChildren = 32;
const goodbyeMs = 1500;
const terminateMs = 1000;
const drainMs = 150;

/** One debugged program with its child sessions, from the start of the adapter to the end of every process. */
export class DebugSession {
	readonly options: SessionOptions;
	readonly output = new OutputRing();
	readonly #watch = new TreeWatch();
	readonly #terminals: TerminalPrograms;
	readonly #nodes: SessionNode[] = [];
	#adapter: AdapterLink | undefined;
	#current: SessionNode | undefined;
	#mustDropEntry = false;
	/** It has ended, and all of its output is there. */
	#isOver = false;
	#closing: Promise<void> | undefined;

	constructor(options: SessionOptions) {
		this.options = options;
		const { cwd, env } = options;
		const onOutput = this.output.push.bind(this.output);
		this.#terminals = new TerminalPrograms({ cwd, env, onOutput });
	}

	/** Starts the adapter and the program. Throws, with nothing left running, when that fails. */
	async start(options: RequestOptions): Promise<void> {
		const { id, request } = this.options;
		if (this.options.scratchPath !== undefined) removeOnExit(this.options.scratchPath);
		try {
			this.#adapter = await this.#startAdapter();
			await this.#open(id, { request, arguments: this.options.arguments }, options);
		} catch (error) {
			await this.close();
			throw this.#withOutput(error);
		}
	}

	async #startAdapter(): Promise<AdapterLink> {
		const { adapter, cwd, env, mark, server } = this.options;
		if (server) return remoteAdapter(server);
		const { definition, command, args } = adapter;
		return AdapterProcess.start({
			name: definition.name,
			command,
			args,
			connectMode: definition.connectMode,
			cwd: definition.cwd ?? cwd,
			env,
			mark,
			onOutput: (text) => this.output.push(definition.sharesOutput ? "stdout" : "console", text),
			onEnd: ({ message }) => this.#endAll(message),
		});
	}

	get id(): string {
		return this.options.id;
	}

	/** All sessions of the tree, the root first. */
	get nodes(): readonly SessionNode[] {
		return this.#nodes;
	}

	get root(): SessionNode {
		const [root] = this.#nodes;
		if (!root) throw new DapError("state", "The session has not started");
		return root;
	}

	/** The session that requests go to: the one that stopped last. */
	get current(): SessionNode {
		const { root } = this;
		const current = this.#current ?? root;
		return current.state === "ended" ? root : current;
	}

	get state(): SessionState {
		const [root] = this.#nodes;
		if (!root || root.state === "ended") return root ? "ended" : "starting";
		return this.#nodes.some(({ state }) => state === "stopped") ? "stopped" : root.state;
	}

	/** The first known one, from the root down. */
	get exitCode(): number | undefined {
		return this.#nodes.find(({ exitCode }) => exitCode !== undefined)?.exitCode;
	}

	/** Makes it run and waits until something of the tree stops or ends; time being up is no failure. */
	async resume(
		command: "continue" | "next" | "stepIn" | "stepOut",
		{ threadId, ...options }: RequestOptions & { readonly threadId: number },
	): Promise<WaitResult> {
		const node = this.current;
		const { stop } = node;
		const wait = this.#watch.begin(() => this.#isOver);
		node.markRunning();
		try {
			await node.request(command, { threadId }, options);
		} catch (error) {
			// A slow answer is no refusal: the program may run until its end.
			if (!(error instanceof DapError) || error.kind === "refused") {
				if (stop) node.markStopped(stop);
				throw error;
			}
			if (error.kind !== "timeout" && this.state !== "ended") throw error;
		}
		return wait.until(options);
	}

	/** Waits for a stop or an end. */
	wait(options: RequestOptions): Promise<WaitResult> {
		if (this.state === "stopped") return Promise.resolve("stopped");
		return this.#watch.begin(() => this.#isOver).until(options);
	}

	async pause(threadId: number, options: RequestOptions): Promise<WaitResult> {
		const wait = this.#watch.begin(() => this.#isOver);
		await this.current.request("pause", { threadId }, options);
		return this.state === "stopped" ? "stopped" : wait.until(options);
	}

	/** Sends a list of breakpoints to every session of the tree. */
	async sendBreakpoints(list: BreakpointList, options: RequestOptions): Promise<void> {
		const live = this.#nodes.filter(({ state }) => state !== "ended");
		await Promise.all(live.map((node) => sendBreakpoints(node, list, this.options.breakpoints, options)));
	}

	requireBreakpoints(list: BreakpointList): void {
		requireBreakpoints(this.#nodes, list, this.options.breakpoints);
	}

	/** What became of a breakpoint: verified if it is so in any session. */
	findStatus(list: BreakpointList, index: number): BreakpointStatus | undefined {
		const statuses = this.#nodes.flatMap((node) => node.statuses.get(list)?.[index] ?? []);
		return statuses.find(({ verified }) => verified) ?? statuses[0];
	}

	/** Ends the program if it was launched, lets go of it if it was attached to, and kills what is left. */
	close(): Promise<void> {
		this.#closing ??= this.#close();
		return this.#closing;
	}

	async #close(): Promise<void> {
		const isLaunched = this.options.request === "launch";
		// Children first; the root may end with its last child.
		for (const node of this.#nodes.toReversed()) await sayGoodbye(node, isLaunched);
		for (const node of this.#nodes) node.close();
		await Promise.all([this.#adapter?.close(), this.#terminals.close()]);
		const { scratchPath } = this.options;
		if (scratchPath !== undefined) await rm(scratchPath, { recursive: true, force: true });
	}

	async #open(
		id: string,
		start: { readonly request: "launch" | "attach"; readonly arguments: LaunchArguments },
		options: RequestOptions & { readonly parent?: SessionNode },
	): Promise<void> {
		const { adapter, clientName, breakpoints, entryFunction } = this.options;
		const { name } = adapter.definition;
		if (!this.#adapter) throw new DapError("ended", `DAP adapter ${name} is not running`);
		const node = new SessionNode(
			id,
			name,
			{
				onOutput: (category, text) => this.output.push(category, text),
				onStop: (stopped) => this.#takeStop(stopped),
				onEnd: (ended) => this.#takeEnd(ended),
				onRequest: (from, command, args) => this.#answer(from, command, args),
			},
			options.parent,
		);
		this.#nodes.push(node);
		await node.connect(this.#adapter, options.signal);
		const isEntered = !options.parent && entryFunction !== undefined;
		this.#mustDropEntry ||= isEntered;
		await handshake(node, {
			...start,
			...options,
			adapterName: name,
			clientName,
			configure: () => configure(node, breakpoints, { ...options, ...(isEntered && { entryFunction }) }),
		});
	}

	#takeStop(node: SessionNode): void {
		this.#current = node;
		if (this.#mustDropEntry) {
			this.#mustDropEntry = false;
			const { breakpoints } = this.options;
			void ignoreFailure(
				sendBreakpoints(this.root, "function", breakpoints, { timeoutMs: goodbyeMs }),
				"a breakpoint at the beginning is not met again",
			);
		}
		this.#watch.stopped();
	}

	#takeEnd(node: SessionNode): void {
		if (node === this.#current) this.#current = node.parent;
		if (node !== this.#nodes[0]) {
			this.#watch.childEnded();
			return;
		}
		void this.#finish();
	}

	/** The program's last output may still be in the pipe when the adapter reports its end. */
	async #finish(): Promise<void> {
		const isLate = this.options.adapter.definition.sharesOutput && !this.#closing;
		if (isLate) await Bun.sleep(drainMs);
		this.#endAll();
		void this.close();
	}

	#endAll(reason?: string): void {
		for (const node of this.#nodes) node.end(reason);
		this.#isOver = true;
		this.#watch.wake();
	}

	async #answer(from: SessionNode, command: string, args: Body): Promise<object | undefined> {
		switch (command) {
			case "runInTerminal":
				if (this.#closing) throw new Error("The session is ending");
				return this.#terminals.run(args);
			case "startDebugging":
				this.#startChild(from, args);
				return undefined;
			default:
				throw new Error(`Unsupported request: ${command}`);
		}
	}

	#startChild(parent: SessionNode, { configuration, request }: Body): void {
		if (!this.#adapter?.isServer) throw new Error("Child sessions need an adapter that listens on a port");
		if (this.#closing || this.#nodes.length > maxChildren) throw new Error("No more child sessions");
		const siblings = this.#nodes.filter((node) => node.parent === parent);
		const id = `${parent.id}.${siblings.length + 1}`;
		const start = { request: request === "attach" ? "attach" : "launch", arguments: asBody(configuration) } as const;
		const opened = this.#open(id, start, { parent, timeoutMs: 30_000 });
		void opened.catch((error) => {
			this.output.push("console", `Child session ${id} failed: ${errorMessage(error)}\n`);
			this.#nodes.find((node) => node.id === id)?.close();
		});
	}

	/** A failed build is explained in the output, not in the answer. */
	#withOutput(error: unknown): unknown {
		const { text } = this.output.all();
		if (!(error instanceof DapError) || text.trim() === "" || error.message.includes(text.trim())) return error;
		return new DapError(error.kind, `${error.message}\n${text.trim().slice(-4000)}`, { cause: error });
	}
}

async function sayGoodbye(node: SessionNode, isLaunched: boolean): Promise<void> {
	const mayTerminate = isLaunched && node.state !== "ended" && node.supports("supportsTerminateRequest");
	await ignoreFailure(async () => {
		if (mayTerminate) await node.request("terminate", {}, { timeoutMs: terminateMs });
	}, "disconnecting ends it, too");
	await ignoreFailure(
		node.request("disconnect", { restart: false, terminateDebuggee: isLaunched }, { timeoutMs: goodbyeMs }),
		"the adapter is killed",
	);
}
