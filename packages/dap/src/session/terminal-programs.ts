import { killOnExit } from "@oh-my-pi/pi-natives/process/guardian";
import { killTree, type TreeRoot, treeRoot } from "@oh-my-pi/pi-natives/process/process-tree";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { asBody, type Body, readText } from "../protocol/read-body.ts";
import type { OutputCategory } from "./output-ring.ts";

export interface TerminalOptions {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly onOutput: (category: OutputCategory, text: string) => void;
}

const killGraceMs = 500;

/** Programs that an adapter wants in a terminal. There is none: they get no input, and their output is kept. */
export class TerminalPrograms {
	readonly #options: TerminalOptions;
	readonly #running = new Map<TreeRoot, () => void>();

	constructor(options: TerminalOptions) {
		this.#options = options;
	}

	/** Answers `runInTerminal`. */
	run({ args, cwd, env }: Body): { readonly processId: number } {
		const words = Array.isArray(args) ? args.filter((word): word is string => typeof word === "string") : [];
		if (words.length === 0) throw new Error("runInTerminal needs args");
		const variables = Object.entries(asBody(env)).map(([name, value]) => [name, readText(value)] as const);
		const child = Bun.spawn(words, {
			cwd: readText(cwd) || this.#options.cwd,
			env: { ...this.#options.env, ...Object.fromEntries(variables) },
			stdin: "ignore",
			stdout: "pipe",
			stderr: "pipe",
			detached: true,
		});
		const root = treeRoot(child.pid);
		this.#running.set(root, killOnExit(child.pid));
		void this.#read("stdout", child.stdout);
		void this.#read("stderr", child.stderr);
		return { processId: child.pid };
	}

	async close(): Promise<void> {
		const all = [...this.#running];
		this.#running.clear();
		await Promise.all(
			all.map(async ([root, unwatch]) => {
				await killTree(root, { graceMs: killGraceMs });
				unwatch();
			}),
		);
	}

	async #read(category: OutputCategory, stream: ReadableStream<Uint8Array>): Promise<void> {
		const decoder = new TextDecoder();
		await ignoreFailure(async () => {
			for await (const chunk of stream) {
				this.#options.onOutput(category, decoder.decode(chunk, { stream: true }));
				await Bun.sleep(0);
			}
		}, "output that cannot be read is lost");
	}
}
