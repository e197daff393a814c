import { openPty, type Pty } from "@oh-my-pi/pi-natives/shell/pty";
import { processHost } from "../../process/process-host.ts";

export interface PtyCommand {
	/** For `sh`. */
	readonly command: string;
	readonly cwd?: string;
	/** Beside the variables of the process. */
	readonly env?: Readonly<Record<string, string>>;
	readonly cols?: number;
	readonly rows?: number;
	readonly timeoutMs?: number;
	readonly signal?: AbortSignal;
}

export interface PtyResult {
	/** Absent when it was ended. */
	readonly exitCode?: number;
	readonly cancelled: boolean;
	readonly timedOut: boolean;
}

/** A program in a pseudo-terminal; one after the other. */
export class PtySession {
	#pty: Pty | undefined;
	#isKilled = false;

	/** Resolves when the program has ended; its output comes with its escape sequences. */
	async start(command: PtyCommand, onChunk: (text: string) => void = () => {}): Promise<PtyResult> {
		if (this.#pty) throw new Error("A program is running in this pseudo-terminal");
		const { env, cwd } = processHost();
		const { signal, timeoutMs, cols, rows } = command;
		if (signal?.aborted) return { cancelled: true, timedOut: false };
		const decoder = new TextDecoder();
		const pty = openPty(["sh", "-c", command.command], {
			cwd: command.cwd ?? cwd,
			env: { TERM: "xterm-256color", ...env, ...command.env },
			...(cols !== undefined && { cols }),
			...(rows !== undefined && { rows }),
			onData: (bytes) => onChunk(decoder.decode(bytes, { stream: true })),
		});
		this.#pty = pty;
		this.#isKilled = false;
		const late = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
		const end = AbortSignal.any([signal, late].filter((one) => one !== undefined));
		const kill = () => void pty.kill();
		end.addEventListener("abort", kill);
		try {
			const { exitCode } = await pty.exit;
			const wasEnded = end.aborted || this.#isKilled;
			return {
				...(exitCode !== null && !wasEnded && { exitCode }),
				cancelled: this.#isKilled || (signal?.aborted ?? false),
				timedOut: late?.aborted ?? false,
			};
		} finally {
			end.removeEventListener("abort", kill);
			this.#pty = undefined;
		}
	}

	/** Keys as a terminal sends them: Enter is `\r`, Ctrl-C `\x03`. */
	write(keys: string): void {
		this.#running.write(keys);
	}

	resize(cols: number, rows: number): void {
		this.#running.resize(cols, rows);
	}

	kill(): void {
		this.#isKilled = true;
		void this.#pty?.kill();
	}

	get #running(): Pty {
		if (!this.#pty) throw new Error("No program is running in this pseudo-terminal");
		return this.#pty;
	}
}
