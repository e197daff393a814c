import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { BoxService } from "../box/box-service.ts";
import type { Cell, EvalLanguage } from "./cell.ts";
import { HostBridge } from "./host-bridge.ts";
import { KernelPool } from "./kernel-pool.ts";
import { defaultMaxMemoryBytes } from "./memory-guard.ts";
import { Kernel } from "./process/kernel.ts";
import { findInterpreter } from "./python/interpreter.ts";

export interface RuntimeOptions {
	readonly home: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly now: () => number;
	readonly newId: () => string;
	/** The setting `python.interpreter`. */
	readonly pythonInterpreter?: () => string;
	/** Whether a virtual environment of the project may run. */
	readonly admitsPython?: (environment: string, cwd: string) => boolean;
	/** `per-call` starts Python afresh for every call. */
	readonly pythonMode?: () => "session" | "per-call";
	/** Where cells find what belongs to their session. */
	/** The box that cells of a session run in. */
	readonly box?: (sessionId: string) => Pick<BoxService, "enter" | "addressInside"> | undefined;
	readonly sessionEnv?: (sessionId: string) => Readonly<Record<string, string>>;
	readonly trace?: (line: string) => void;
	/** How much a kernel may hold while a cell runs. */
	readonly maxMemoryBytes?: number;
	/** How long Python may take to react when a cell is to stop. */
	readonly interruptGraceMs?: number;
}

/** A kernel with the name under which it is kept. */
export interface TakenKernel {
	readonly kernel: Kernel;
	readonly key: string;
}

interface Place {
	readonly sessionId: string;
	readonly cwd: string;
}

/** The Python and JavaScript that the cells of a process run in. */
export class Runtimes implements AsyncDisposable {
	readonly #options: RuntimeOptions;
	readonly #pool: KernelPool<Kernel>;
	readonly bridge: HostBridge;
	readonly interruptGraceMs: number;
	readonly maxMemoryBytes: number;

	constructor(options: RuntimeOptions) {
		this.#options = options;
		this.interruptGraceMs = options.interruptGraceMs ?? 5000;
		this.maxMemoryBytes = options.maxMemoryBytes ?? defaultMaxMemoryBytes;
		this.#pool = new KernelPool(options);
		this.bridge = new HostBridge(options.newId());
	}

	/** The kernel for a cell: that of the session, or a new one when there is none, it has died, or a reset is asked for. */
	async take(cell: Cell, place: Place): Promise<TakenKernel> {
		const key = this.#buildKey(cell.language, place);
		if (cell.reset) await this.#pool.reset(key);
		const start = cell.language === "js" ? await this.#javaScript(key, place) : await this.#python(key, place);
		return { key, kernel: this.#pool.take(key, start) };
	}

	async drop(key: string): Promise<void> {
		await this.#pool.reset(key);
	}

	/** After a call: what must not be there for the next one. */
	async finish(languages: readonly EvalLanguage[], place: Place): Promise<void> {
		if (this.#options.pythonMode?.() !== "per-call" || !languages.includes("py")) return;
		await this.#pool.reset(this.#buildKey("py", place));
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await Promise.all([this.#pool[Symbol.asyncDispose](), this.bridge[Symbol.asyncDispose]()]);
	}

	#buildKey(language: EvalLanguage, { sessionId, cwd }: Place): string {
		if (language === "js") return JSON.stringify(["js", sessionId]);
		return JSON.stringify(["py", sessionId, cwd, this.#interpreter(cwd)?.path]);
	}

	async #javaScript(key: string, place: Place): Promise<() => Kernel> {
		const { startJavaScript } = await import("./javascript/javascript-process.ts");
		return () => new Kernel(startJavaScript(this.#startOptions(key, place, undefined)));
	}

	async #python(key: string, place: Place): Promise<() => Kernel> {
		const { startPython } = await import("./python/python-process.ts");
		return () => {
			const interpreter = this.#interpreter(place.cwd);
			if (!interpreter) throw new ToolError("Python is not available: no python3 was found on PATH.");
			try {
				return new Kernel(
					startPython(interpreter, this.#startOptions(key, place, this.#options.box?.(place.sessionId))),
				);
			} catch (error) {
				throw new ToolError(`Python is not available: ${errorMessage(error)}`);
			}
		};
	}

	/** JavaScript talks over a descriptor that the entrance of a box would close, so it runs outside, and cells in it are asked about. */
	#startOptions(key: string, { sessionId, cwd }: Place, box: ReturnType<NonNullable<RuntimeOptions["box"]>>) {
		const { env, trace, sessionEnv } = this.#options;
		const hostEnv = { ...sessionEnv?.(sessionId), ...this.bridge.envFor(key, (url) => box?.addressInside(url) ?? url) };
		return { cwd, env, hostEnv, inBox: box?.enter(), ...(trace && { trace }) };
	}

	#interpreter(cwd: string) {
		const { env, home, pythonInterpreter, admitsPython } = this.#options;
		const setting = pythonInterpreter?.();
		const admits = (environment: string) => admitsPython?.(environment, cwd) ?? true;
		return findInterpreter({ env, home, cwd, admits, ...(setting && { setting }) });
	}
}
