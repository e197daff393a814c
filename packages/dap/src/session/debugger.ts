import { killMarkedOnExit } from "@oh-my-pi/pi-natives/process/guardian";
import type { AvailableAdapter } from "../adapter/adapter-catalog.ts";
import type { LaunchArguments } from "../adapter/definition/adapter-definition.ts";
import type { RequestOptions } from "../protocol/connection.ts";
import { DapError } from "../protocol/dap-error.ts";
import type { ServerAddress } from "../transport/remote-adapter.ts";
import { BreakpointSet } from "./breakpoints.ts";
import { DebugSession } from "./debug-session.ts";

export interface DebuggerOptions {
	/** For adapters, and so for the programs they start. */
	readonly env: Readonly<Record<string, string | undefined>>;
	/** A variable by which everything it starts is found; the value must belong to no other debugger. */
	readonly mark: { readonly name: string; readonly value: string };
	/** What adapters are told about who they talk to. */
	readonly clientName: string;
	/** A session that nobody asks anything for this long is ended. */
	readonly idleMs?: number;
}

export interface StartOptions extends RequestOptions {
	readonly adapter: AvailableAdapter;
	readonly request: "launch" | "attach";
	readonly arguments: LaunchArguments;
	/** What it debugs, for people. */
	readonly target: string;
	readonly cwd: string;
	readonly entryFunction?: string | undefined;
	/** Removed with the session. */
	readonly scratchPath?: string | undefined;
	/** Where the protocol is spoken already; no adapter is started then. */
	readonly server?: ServerAddress | undefined;
}

const defaultIdleMs = 10 * 60 * 1000;

/** One debug session at a time, and the breakpoints that outlive it. */
export class Debugger implements AsyncDisposable {
	readonly breakpoints = new BreakpointSet();
	readonly #options: DebuggerOptions;
	readonly #env: Readonly<Record<string, string | undefined>>;
	#last: DebugSession | undefined;
	#count = 0;
	#idleTimer: ReturnType<typeof setTimeout> | undefined;
	#idleNote = "";

	constructor(options: DebuggerOptions) {
		this.#options = options;
		const { name, value } = options.mark;
		this.#env = { ...options.env, [name]: value };
	}

	/** The one that runs, or the last one that did. */
	get last(): DebugSession | undefined {
		return this.#last;
	}

	/** The one that runs. */
	get active(): DebugSession | undefined {
		return this.#last && this.#last.state !== "ended" ? this.#last : undefined;
	}

	/** Throws when there is none. */
	requireActive(): DebugSession {
		if (this.active) return this.active;
		throw new DapError("state", `No active debug session. Launch or attach first.${this.#idleNote}`);
	}

	/** Throws when one is active. */
	requireNone(): void {
		if (!this.active) return;
		const { id } = this.active;
		throw new DapError("state", `Debug session ${id} is still active. Terminate it before launching another.`);
	}

	async start(options: StartOptions): Promise<DebugSession> {
		this.requireNone();
		const { mark, clientName } = this.#options;
		killMarkedOnExit(mark.name, mark.value);
		// What is left of the one before must not be taken for a part of this one.
		await this.#last?.close();
		this.breakpoints.forgetAddresses();
		this.#idleNote = "";
		const session = new DebugSession({
			...options,
			id: `debug-${++this.#count}`,
			env: this.#env,
			mark: `${mark.name}=${mark.value}`,
			breakpoints: this.breakpoints,
			clientName,
		});
		await session.start(options);
		this.#last = session;
		return session;
	}

	/** Somebody works with the session. */
	touch(): void {
		clearTimeout(this.#idleTimer);
		const idleMs = this.#options.idleMs ?? defaultIdleMs;
		this.#idleTimer = setTimeout(() => void this.#endIdle(idleMs), idleMs);
		this.#idleTimer.unref();
	}

	/** Gives what was ended. */
	async terminate(): Promise<DebugSession | undefined> {
		const session = this.active;
		await this.#last?.close();
		return session;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		clearTimeout(this.#idleTimer);
		await this.#last?.close();
	}

	async #endIdle(idleMs: number): Promise<void> {
		if (!this.active) return;
		this.#idleNote = ` The last session was ended after ${Math.round(idleMs / 60_000)} minutes without a call.`;
		await this.#last?.close();
	}
}
