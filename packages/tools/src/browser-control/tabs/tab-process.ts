import { existsSync } from "node:fs";
import { join } from "node:path";
import { executablePath } from "@oh-my-pi/pi-natives/executable-path";
import { killOnExit } from "@oh-my-pi/pi-natives/process/guardian";
import { killFirstOnOom } from "@oh-my-pi/pi-natives/process/process-memory";
import { killTree, treeRoot } from "@oh-my-pi/pi-natives/process/process-tree";
import { findShippedFile, tabProgramFile } from "@oh-my-pi/pi-natives/shipped-file";
import { isolatedBunFlags } from "@oh-my-pi/pi-utils/process/isolated-bun-flags";
import { kernelEnv } from "../../kernels/process/kernel-env.ts";
import { runnerFolder } from "../../kernels/process/runner-folder.ts";
import type { FromTab, TabRequest, TabState, ToTab } from "../messages.ts";

/** Why a request was not met, as the tab tells it. */
export class TabFailure extends Error {
	override readonly name = "TabFailure";
	readonly state: TabState | undefined;
	/** The words are ours, not the page's. */
	readonly isOwn: boolean;
	constructor(message: string, { state, isOwn = true }: { state?: TabState; isOwn?: boolean } = {}) {
		super(message);
		this.state = state;
		this.isOwn = isOwn;
	}
}

export interface TabReply {
	readonly state?: TabState;
	readonly value?: string;
}

type Unsent<Request> = Request extends TabRequest ? Omit<Request, "id"> : never;

const endGraceMs = 500;

/** The process in which the code for a tab runs: it can neither block nor break omp. */
export class TabProcess {
	readonly #child: Bun.Subprocess;
	readonly #waiting = new Map<number, PromiseWithResolvers<TabReply>>();
	readonly #kill: () => Promise<void>;
	#listener: (message: FromTab) => void = () => {};
	#count = 0;
	readonly exited: Promise<void>;
	isAlive = true;

	constructor(options: {
		cwd: string;
		env: Readonly<Record<string, string | undefined>>;
		/** Another program than the one that is shipped. */
		program?: string | undefined;
	}) {
		const { cwd, env, program = programPath() } = options;
		this.#child = Bun.spawn([executablePath(), ...isolatedBunFlags, program], {
			cwd,
			// As part of a compiled program, Bun otherwise starts that program.
			env: { ...directEnv(kernelEnv(env)), ...bridgeEnv(env), BUN_BE_BUN: "1" },
			stdin: "ignore",
			stdout: "ignore",
			stderr: "ignore",
			detached: true,
			serialization: "json",
			ipc: (message) => this.#take(message as FromTab),
		});
		this.#child.unref();
		killFirstOnOom(this.#child.pid);
		const forget = killOnExit(this.#child.pid);
		const root = treeRoot(this.#child.pid);
		this.#kill = () => killTree(root, { graceMs: endGraceMs });
		this.exited = this.#child.exited.then(() => {
			forget();
			this.isAlive = false;
			for (const { reject } of this.#waiting.values()) reject(new TabFailure("The process of the tab has ended"));
			this.#waiting.clear();
		});
	}

	get pid(): number {
		return this.#child.pid;
	}

	onMessage(listener: (message: FromTab) => void): void {
		this.#listener = listener;
	}

	request(message: Unsent<TabRequest>): Promise<TabReply> {
		const id = ++this.#count;
		const waiting = Promise.withResolvers<TabReply>();
		if (!this.isAlive) return Promise.reject(new TabFailure("The process of the tab has ended"));
		this.#waiting.set(id, waiting);
		this.send({ ...message, id });
		return waiting.promise;
	}

	send(message: ToTab): void {
		if (this.isAlive) this.#child.send(message);
	}

	kill(): Promise<void> {
		return this.#kill();
	}

	#take(message: FromTab): void {
		if (message.type !== "reply" && message.type !== "failure") {
			this.#listener(message);
			return;
		}
		const waiting = this.#waiting.get(message.id);
		this.#waiting.delete(message.id);
		if (message.type === "reply") waiting?.resolve(message);
		else waiting?.reject(new TabFailure(message.message, message));
	}
}

/** A browser on this machine is reached without the proxy of the environment. */
function directEnv(env: Readonly<Record<string, string>>): Record<string, string> {
	const value = [env.NO_PROXY ?? "", "localhost", "::1"].filter((part) => part !== "").join(",");
	return { ...env, NO_PROXY: value, no_proxy: value };
}

/** What the code may call in the session, which the rule for other variables would hold back. */
function bridgeEnv(env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
	return Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith("PI_TOOL_BRIDGE_")));
}

function programPath(): string {
	const source = join(import.meta.dir, "../tab-worker/tab-program.ts");
	if (existsSync(source)) return source;
	const file = findShippedFile(tabProgramFile);
	if (!file) throw new Error("The program for browser tabs is missing in this build");
	const text = Buffer.from(file.bytes()).toString("utf8");
	return join(runnerFolder("omp-browser-tab", { "tab-program.js": text }), "tab-program.js");
}
