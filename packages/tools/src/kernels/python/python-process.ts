import { join } from "node:path";
import { killOnExit } from "@oh-my-pi/pi-natives/process/guardian";
import { treeRoot } from "@oh-my-pi/pi-natives/process/process-tree";
import type { InBox } from "@oh-my-pi/pi-natives/sandbox/in-box";
import { parseFrame } from "../process/frame.ts";
import type { KernelProcess } from "../process/kernel.ts";
import { kernelEnv } from "../process/kernel-env.ts";
import { runnerFolder } from "../process/runner-folder.ts";
import type { Interpreter } from "./interpreter.ts";
import display from "./omp_display.py" with { type: "text" };
import magics from "./omp_magics.py" with { type: "text" };
import prelude from "./omp_prelude.py" with { type: "text" };
import wire from "./omp_wire.py" with { type: "text" };
import runner from "./runner.py" with { type: "text" };

export interface ProcessOptions {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Where the host is, and what else only kernels know. */
	readonly hostEnv: Readonly<Record<string, string>>;
	/** How it is started; as it is without. */
	readonly inBox?: InBox | undefined;
	/** Gets every line that is exchanged. */
	readonly trace?: (line: string) => void;
}

const files = {
	"runner.py": runner,
	"omp_wire.py": wire,
	"omp_display.py": display,
	"omp_prelude.py": prelude,
	"omp_magics.py": magics,
};

/** Starts Python with the runner. Throws when the program cannot be started. */
export function startPython(interpreter: Interpreter, options: ProcessOptions): KernelProcess {
	const folder = runnerFolder("omp-python-runner", files);
	const command = [interpreter.path, "-u", join(folder, "runner.py")];
	const child = Bun.spawn([...(options.inBox?.(command) ?? command)], {
		cwd: options.cwd,
		env: pythonEnv(interpreter, options),
		stdin: "pipe",
		stdout: "pipe",
		stderr: "pipe",
		detached: true,
	});
	child.unref();
	void child.exited.then(killOnExit(child.pid));
	return {
		...treeRoot(child.pid),
		exited: child.exited,
		get exitCode() {
			return child.exitCode;
		},
		raw: [child.stderr],
		interrupt: () => child.kill("SIGINT"),
		send(message) {
			const line = JSON.stringify(message);
			options.trace?.(`> ${line}`);
			child.stdin.write(`${line}\n`);
			void child.stdin.flush();
		},
		onFrame(listener) {
			const split = lineSplitter((line) => {
				options.trace?.(`< ${line}`);
				const frame = parseFrame(line);
				if (frame) listener(frame);
			});
			void (async () => {
				for await (const bytes of child.stdout) split(bytes);
			})();
		},
	};
}

function pythonEnv({ environment }: Interpreter, { env, hostEnv }: ProcessOptions): Record<string, string> {
	const kept = kernelEnv(env);
	const inEnvironment = environment && {
		VIRTUAL_ENV: environment,
		PATH: `${join(environment, "bin")}:${kept.PATH ?? ""}`,
	};
	return {
		MPLBACKEND: "Agg",
		...kept,
		...inEnvironment,
		PYTHONUNBUFFERED: "1",
		PYTHONIOENCODING: "utf-8",
		...hostEnv,
	};
}

/** Cuts a stream into lines, in time that is linear however long a line is. */
function lineSplitter(onLine: (line: string) => void): (bytes: Uint8Array) => void {
	const decoder = new TextDecoder();
	let parts: string[] = [];
	return (bytes) => {
		const [first = "", ...rest] = decoder.decode(bytes, { stream: true }).split("\n");
		parts.push(first);
		for (const next of rest) {
			onLine(parts.join(""));
			parts = [next];
		}
	};
}
