import { connect } from "node:net";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import type { ReadyCheck } from "./process-spec.ts";

/** A pattern sees no more of a line, so that a long one cannot keep it busy. */
const maxLineChars = 1000;
const probeEveryMs = 100;

/** Watches output and port of one start of a process until it is ready. */
export class ReadyWatch implements Disposable {
	readonly #pattern: RegExp | undefined;
	readonly #over = new AbortController();
	readonly #onReady: () => void;
	#awaitsLog: boolean;
	#awaitsPort: boolean;
	#line = "";

	/** @param hasServer Whether a port is listened on where the process runs, if that has a network of its own. */
	constructor(check: ReadyCheck, onReady: () => void, hasServer?: (port: number) => boolean) {
		this.#pattern = check.log === undefined ? undefined : readyPattern(check.log);
		this.#onReady = onReady;
		this.#awaitsLog = this.#pattern !== undefined;
		this.#awaitsPort = check.port !== undefined;
		const { port, host = "127.0.0.1" } = check;
		if (port !== undefined) void this.#probe(async () => hasServer?.(port) ?? (await accepts(host, port)));
	}

	feed(text: string): void {
		if (!this.#awaitsLog) return;
		const lines = (this.#line + text).split("\n");
		this.#line = (lines.at(-1) ?? "").slice(0, maxLineChars);
		// The last one may be a prompt that no line break follows.
		if (!lines.some((line) => this.#pattern?.test(line.slice(0, maxLineChars)))) return;
		this.#awaitsLog = false;
		this.#check();
	}

	[Symbol.dispose](): void {
		this.#over.abort();
		this.#awaitsLog = false;
	}

	async #probe(isOpen: () => Promise<boolean>): Promise<void> {
		const { signal } = this.#over;
		while (!signal.aborted && !(await isOpen())) await sleep(probeEveryMs);
		if (signal.aborted) return;
		this.#awaitsPort = false;
		this.#check();
	}

	#check(): void {
		if (!this.#awaitsLog && !this.#awaitsPort && !this.#over.signal.aborted) this.#onReady();
	}
}

/** What cannot be a pattern is refused before anything starts. */
export function readyPattern(text: string): RegExp {
	try {
		return new RegExp(text);
	} catch (error) {
		throw new ToolError(`ready.log is not a regular expression: ${error instanceof Error ? error.message : text}`);
	}
}

function accepts(host: string, port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect({ host, port, timeout: 1000 });
		const end = (isOpen: boolean) => {
			socket.destroy();
			resolve(isOpen);
		};
		socket.once("connect", () => end(true));
		socket.once("timeout", () => end(false));
		socket.once("error", () => end(false));
	});
}
