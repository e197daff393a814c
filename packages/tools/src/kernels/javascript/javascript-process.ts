import { join } from "node:path";
import { executablePath } from "@oh-my-pi/pi-natives/executable-path";
import { killOnExit } from "@oh-my-pi/pi-natives/process/guardian";
import { treeRoot } from "@oh-my-pi/pi-natives/process/process-tree";
import { quoteForShell } from "@oh-my-pi/pi-natives/shell/quote";
import { isExecutable } from "@oh-my-pi/pi-utils/process/is-executable";
import { isolatedBunFlags } from "@oh-my-pi/pi-utils/process/isolated-bun-flags";
import { asFrame, type KernelFrame } from "../process/frame.ts";
import type { KernelProcess } from "../process/kernel.ts";
import { kernelEnv } from "../process/kernel-env.ts";
import { runnerFolder } from "../process/runner-folder.ts";
import type { ProcessOptions } from "../python/python-process.ts";
import cellScript from "./cell-script.mjs" with { type: "text" };
import prelude from "./prelude.mjs" with { type: "text" };
import runner from "./runner.mjs" with { type: "text" };

const files = { "runner.mjs": runner, "cell-script.mjs": cellScript, "prelude.mjs": prelude, ...bunScript() };

/** Starts the Bun that this program runs on once more, with the runner: a cell can neither block nor break the host. */
export function startJavaScript(options: ProcessOptions): KernelProcess {
	const folder = runnerFolder("omp-js-runner", files);
	let listener: (frame: KernelFrame) => void = () => {};
	const child = Bun.spawn([executablePath(), ...isolatedBunFlags, join(folder, "runner.mjs")], {
		cwd: options.cwd,
		// As part of a compiled program, Bun otherwise starts that program.
		env: { ...kernelEnv(options.env), ...options.hostEnv, BUN_BE_BUN: "1" },
		stdin: "ignore",
		stdout: "pipe",
		stderr: "pipe",
		detached: true,
		serialization: "json",
		ipc(message) {
			options.trace?.(`< ${JSON.stringify(message)}`);
			const frame = asFrame(message);
			if (frame) listener(frame);
		},
	});
	child.unref();
	void child.exited.then(killOnExit(child.pid));
	return {
		...treeRoot(child.pid),
		exited: child.exited,
		get exitCode() {
			return child.exitCode;
		},
		raw: [child.stdout, child.stderr],
		send(message) {
			options.trace?.(`> ${JSON.stringify(message)}`);
			child.send(message);
		},
		onFrame(handler) {
			listener = handler;
		},
	};
}

/** In an executable, `process.execPath` is omp; cells that start it, or fork, want Bun. */
function bunScript(): Record<string, string> {
	return isExecutable ? { bun: `#!/bin/sh\nBUN_BE_BUN=1 exec ${quoteForShell(executablePath())} "$@"\n` } : {};
}
