import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { InBox } from "@oh-my-pi/pi-natives/sandbox/in-box";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { type JobControls, type JobOutcome, ownerEnded } from "../jobs/job-board.ts";
import { coalesce } from "../output/stream/coalesce.ts";
import { StreamSanitizer } from "../output/stream/sanitize-output.ts";
import { type OpenProcess, openProcess } from "./open-process.ts";
import { ProcessLog } from "./process-log.ts";
import { type ProcessRecord, type RecordFolder, startMark } from "./process-record.ts";
import { hasEnded, type ProcessFacts, type ProcessSpec, type ProcessStatus } from "./process-spec.ts";
import { logEnd, readLog } from "./read-log.ts";
import { ReadyWatch, readyPattern } from "./ready-watch.ts";

export interface SupervisedOptions {
	readonly folder: RecordFolder;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** How it is started; as it is without. */
	readonly inBox?: (() => InBox | undefined) | undefined;
	readonly now: () => number;
	readonly maxLogBytes?: number;
	/** Pauses before the second, third … attempt. */
	readonly backoffMs?: readonly number[];
}

const usualBackoffMs = [1000, 2000, 4000, 8000, 16_000, 30_000];
/** A process that ran this long has recovered: the next pause is a short one. */
const healthyMs = 60_000;
const maxTailChars = 4000;
const pollMs = 200;
/** A program may print many times in a millisecond. */
const reportEveryMs = 200;

/** A process that this omp looks after: what it prints is logged, and it is started again as its policy says. */
export class SupervisedProcess {
	readonly spec: ProcessSpec;
	readonly log: ProcessLog;
	readonly #options: SupervisedOptions;
	readonly #listeners = new Set<() => void>();
	#child: OpenProcess;
	#watch: ReadyWatch | undefined;
	#poll: Disposable | undefined;
	#wish: "run" | "restart" | "stop" = "run";
	#wake: (() => void) | undefined;
	#status: ProcessStatus = "starting";
	#startedAt: number;
	#endedAt: number | undefined;
	#exitCode: number | null | undefined;
	#restarts = 0;
	#tail = "";
	#isLeft = false;

	/** Starts it. Throws a `ToolError` when that fails. */
	constructor(spec: ProcessSpec, options: SupervisedOptions) {
		this.spec = spec;
		this.#options = options;
		if (spec.ready?.log !== undefined) readyPattern(spec.ready.log);
		this.log = new ProcessLog(options.folder.logFile(spec.name), options.maxLogBytes);
		this.#startedAt = options.now();
		this.#child = this.#open();
	}

	get facts(): ProcessFacts {
		const { name, line, cwd, persist } = this.spec;
		return {
			name,
			line,
			cwd,
			status: this.#status,
			...(!hasEnded({ status: this.#status }) && this.#status !== "restarting" && { pid: this.#child.pid }),
			startedAt: this.#startedAt,
			...(this.#endedAt !== undefined && { endedAt: this.#endedAt }),
			...(this.#exitCode !== undefined && { exitCode: this.#exitCode }),
			restarts: this.#restarts,
			persist,
			isForeign: false,
			logFile: this.log.file,
		};
	}

	get source() {
		return { file: this.log.file, base: this.log.base };
	}

	get record(): ProcessRecord {
		const { startMark: mark } = this.#child;
		const ownerMark = startMark(process.pid);
		return {
			spec: this.spec,
			pid: this.#child.pid,
			...(mark !== undefined && { startMark: mark }),
			ownerPid: this.#isLeft ? 0 : process.pid,
			...(ownerMark !== undefined && !this.#isLeft && { ownerMark }),
			startedAt: this.#startedAt,
			restarts: this.#restarts,
			logBase: this.log.base,
			...(this.#endedAt !== undefined && { endedAt: this.#endedAt }),
			...(this.#exitCode !== undefined && { exitCode: this.#exitCode }),
		};
	}

	/** It goes on, but nobody looks after it any more. */
	get isLeft(): boolean {
		return this.#isLeft;
	}

	/** The process as it is, for input and signals; `undefined` when it does not run. */
	get child(): OpenProcess | undefined {
		return this.facts.pid === undefined ? undefined : this.#child;
	}

	/** Called when it prints something or its state changes. */
	onChange(listener: () => void): Disposable {
		this.#listeners.add(listener);
		return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
	}

	/** Looks after it until it has ended for good. */
	async look({ signal, report }: JobControls): Promise<JobOutcome> {
		const left = Promise.withResolvers<"left">();
		const onAbort = () => {
			this.#isLeft = this.spec.persist && signal.reason === ownerEnded;
			if (!this.#isLeft) return void this.stop();
			this.#wake?.();
			left.resolve("left");
		};
		signal.addEventListener("abort", onAbort, { once: true });
		using reports = coalesce(() => report(this.#tail), reportEveryMs);
		using _report = this.onChange(() => reports.request());
		for (let failures = 0; ; ) {
			const exit = await Promise.race([this.#child.exit, left.promise]);
			if (exit === "left") break;
			// What it has started does not outlive it.
			await this.#child.kill();
			this.#exited(exit.exitCode);
			if (!this.#goesOn(exit.exitCode)) break;
			if (this.#wish === "restart") failures = 0;
			else {
				failures = this.#options.now() - this.#startedAt > healthyMs ? 0 : failures;
				await this.#pause(failures++);
				if (this.#wish === "stop" || this.#isLeft) break;
			}
			if (!this.#startAgain()) break;
		}
		signal.removeEventListener("abort", onAbort);
		if (this.#isLeft) this.#leave();
		else this.#ended();
		return { text: this.#outcomeText(), isError: this.#exitCode !== 0 && this.#wish !== "stop" };
	}

	async stop(): Promise<void> {
		this.#wish = "stop";
		this.#wake?.();
		if (!hasEnded(this.facts)) await this.#child.kill();
		await this.#until(() => hasEnded(this.facts));
	}

	/** Ends it and starts it again, with the same log. */
	async restart(): Promise<void> {
		const before = this.#child;
		this.#wish = "restart";
		this.#wake?.();
		await before.kill();
		await this.#until(() => this.#child !== before || hasEnded(this.facts));
	}

	async #until(condition: () => boolean): Promise<void> {
		const { promise, resolve } = Promise.withResolvers<void>();
		const check = () => {
			if (condition()) resolve();
		};
		using _change = this.onChange(check);
		check();
		await promise;
	}

	#open(): OpenProcess {
		const { spec } = this;
		const sanitizer = new StreamSanitizer();
		this.#status = spec.ready ? "starting" : "running";
		const inBox = this.#options.inBox?.();
		let child: OpenProcess;
		try {
			child = openProcess(spec, {
				env: this.#options.env,
				inBox,
				logFile: this.log.file,
				onData: (bytes) => this.#printed(sanitizer.push(bytes)),
			});
		} catch (error) {
			throw new ToolError(startProblem(spec, error));
		}
		if (spec.ready) {
			const onReady = () => {
				if (this.#child !== child || this.#status !== "starting") return;
				this.#status = "ready";
				this.#changed();
			};
			this.#watch = new ReadyWatch(spec.ready, onReady, spec.persist ? undefined : inBox?.hasServer);
		}
		const poll = spec.persist ? this.#followFile() : undefined;
		this.#poll = poll;
		void child.exit.then(() => {
			this.#printed(sanitizer.end());
			poll?.[Symbol.dispose]();
		});
		return child;
	}

	/** A process that writes its log by itself is read from there. */
	#followFile(): Disposable {
		let cursor = 0;
		let isBusy = false;
		const read = async () => {
			const end = await logEnd(this.source);
			if (end > cursor) {
				const unused = { run: () => Promise.reject(new Error("no search")) };
				const signal = new AbortController().signal;
				const { lines } = await readLog(this.source, { lines: 1000, cursor }, { ripgrep: unused, signal });
				cursor = end;
				this.#noticed(`${lines.join("\n")}\n`);
			}
			if (await this.log.shorten()) this.#save();
		};
		const timer = setInterval(() => {
			if (isBusy) return;
			isBusy = true;
			void ignoreFailure(read(), "the next look may succeed").finally(() => {
				isBusy = false;
			});
		}, pollMs);
		timer.unref();
		return { [Symbol.dispose]: () => clearInterval(timer) };
	}

	#printed(text: string): void {
		if (text === "") return;
		if (this.log.append(text)) this.#save();
		this.#noticed(text.replaceAll("\r", "\n"));
	}

	#noticed(text: string): void {
		this.#tail = (this.#tail + text).slice(-maxTailChars);
		this.#watch?.feed(text);
		this.#changed();
	}

	#exited(exitCode: number | null): void {
		this.#watch?.[Symbol.dispose]();
		this.#watch = undefined;
		this.#exitCode = exitCode;
		if (this.#options.folder.takeStopRequest(this.spec.name)) this.#wish = "stop";
	}

	#goesOn(exitCode: number | null): boolean {
		if (this.#wish !== "run") return this.#wish === "restart";
		const { restart } = this.spec;
		return restart === "always" || (restart === "on-failure" && exitCode !== 0);
	}

	async #pause(failures: number): Promise<void> {
		const steps = this.#options.backoffMs ?? usualBackoffMs;
		this.#status = "restarting";
		this.#changed();
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#wake = resolve;
		const timer = setTimeout(resolve, steps[Math.min(failures, steps.length - 1)] ?? 0);
		await promise;
		clearTimeout(timer);
		this.#wake = undefined;
	}

	#startAgain(): boolean {
		this.#wish = "run";
		this.#restarts++;
		this.#exitCode = undefined;
		this.#startedAt = this.#options.now();
		const line = `--- started again (${this.#restarts}) ---\n`;
		if (!this.spec.persist) this.#printed(line);
		try {
			this.#child = this.#open();
		} catch (error) {
			this.#printed(`${errorMessage(error)}\n`);
			return false;
		}
		this.#save();
		this.#changed();
		return true;
	}

	#leave(): void {
		this.#poll?.[Symbol.dispose]();
		this.#watch?.[Symbol.dispose]();
		this.#save();
	}

	#ended(): void {
		this.#status = this.#wish === "stop" ? "stopped" : "exited";
		this.#endedAt = this.#options.now();
		this.log.close();
		this.#save();
		this.#changed();
	}

	#outcomeText(): string {
		const { name } = this.spec;
		const how = this.#exitCode === null ? "was killed" : `exited with code ${this.#exitCode ?? "unknown"}`;
		const ended = this.#wish === "stop" ? `Process ${name} was stopped.` : `Process ${name} ${how}.`;
		const tail = this.#tail.trimEnd().split("\n").slice(-20).join("\n");
		return tail === "" ? ended : `${ended} It last printed:\n${tail}`;
	}

	#save(): void {
		try {
			this.#options.folder.write(this.record);
		} catch {
			// Only other omps miss it.
		}
	}

	#changed(): void {
		for (const listener of [...this.#listeners]) listener();
	}
}

function startProblem({ command, cwd }: ProcessSpec, error: unknown): string {
	const message = errorMessage(error);
	const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
	return isMissing
		? `Cannot start ${command[0]}: no such program on the PATH (folder ${cwd})`
		: `Cannot start ${command[0]}: ${message}`;
}
