import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ignoreFailure, withFallback } from "@oh-my-pi/pi-utils/ignore-failure";
import { processExists } from "@oh-my-pi/pi-utils/process/process-exists";
import { removeOnExit } from "../process/guardian.ts";
import type { InBox } from "../sandbox/in-box.ts";
import { KeptShell } from "./kept-shell.ts";
import { quoteForShell } from "./quote.ts";
import { snapshotRc } from "./rc-snapshot.ts";
import { localShell, type Shell, type ShellRun, type ShellRunOptions } from "./shell.ts";
import { familyOf, type ShellFamily } from "./shell-family.ts";

export interface PersistentShellOptions {
	readonly shellPath: string;
	readonly home: string;
	/** Whether to start a login shell. */
	readonly login?: boolean;
	/** Put before every command. */
	readonly prefix?: string;
	readonly newId: () => string;
	/** Where its shells run; asked before each command, and another answer starts another shell. */
	readonly inBox?: (() => InBox | undefined) | undefined;
	/** Where its files are, in a folder of their own: the temporary folder, or one that is seen in the box. */
	readonly place?: (() => string | undefined) | undefined;
}

/**
 * A shell that persists between commands: exports, functions and options stay, the folder does not. While it is busy,
 * and after an abort or `exit`, the next command gets a new one.
 */
export class PersistentShell implements Shell, AsyncDisposable {
	readonly #options: PersistentShellOptions;
	readonly #running = new Set<KeptShell>();
	/** Exited shells that left processes behind. */
	readonly #left = new Set<KeptShell>();
	#main:
		| { readonly shell: KeptShell; readonly env: ShellRunOptions["env"]; readonly inBox: InBox | undefined }
		| undefined;
	#isBusy = false;
	#folder: string | undefined;
	#folderCount = 0;
	#snapshot: Promise<string> | undefined;

	constructor(options: PersistentShellOptions) {
		this.#options = options;
	}

	async run(command: string, options: ShellRunOptions): Promise<ShellRun> {
		const { shellPath, prefix, login } = this.#options;
		const text = prefix ? `${prefix} ${command}` : command;
		const family = familyOf(shellPath);
		if (!family)
			return localShell({ shellPath, args: login ? ["-l"] : [], inBox: this.#inBox(options) }).run(text, options);
		if (this.#isBusy || options.apart || options.outside) return this.#runInFresh(family, text, options);
		this.#isBusy = true;
		try {
			const shell = await this.#mainShell(family, options);
			return await this.#runIn(shell, text, options);
		} finally {
			this.#isBusy = false;
		}
	}

	async [Symbol.asyncDispose](): Promise<void> {
		const shells = new Set([...this.#running, ...this.#left, ...(this.#main ? [this.#main.shell] : [])]);
		this.#main = undefined;
		await Promise.all([...shells].map((shell) => shell.kill()));
		if (this.#folder) rmSync(this.#folder, { recursive: true, force: true });
		this.#folder = undefined;
	}

	async #mainShell(family: ShellFamily, options: ShellRunOptions): Promise<KeptShell> {
		const { cwd, env } = options;
		const inBox = this.#inBox(options);
		const isSame = this.#main?.inBox === inBox && Bun.deepEquals(this.#main?.env, env);
		if (this.#main && !(this.#main.shell.isAlive && isSame)) {
			this.#retire(this.#main.shell);
			this.#main = undefined;
		}
		this.#main ??= { shell: await this.#start(family, cwd, env, inBox), env, inBox };
		return this.#main.shell;
	}

	async #runInFresh(family: ShellFamily, command: string, options: ShellRunOptions): Promise<ShellRun> {
		const shell = await this.#start(family, options.cwd, options.env, this.#inBox(options));
		try {
			return await this.#runIn(shell, command, options);
		} finally {
			this.#retire(shell);
		}
	}

	async #runIn(shell: KeptShell, command: string, options: ShellRunOptions): Promise<ShellRun> {
		this.#running.add(shell);
		try {
			return await shell.run(command, options);
		} finally {
			this.#running.delete(shell);
		}
	}

	#retire(shell: KeptShell): void {
		if (shell.leftSomething) this.#left.add(shell);
		shell.end();
	}

	/** If the startup files fail or hang, the shell starts without them. */
	async #start(
		family: ShellFamily,
		cwd: string,
		env: ShellRunOptions["env"],
		inBox: InBox | undefined,
	): Promise<KeptShell> {
		const { shellPath, login } = this.#options;
		const start = (args: readonly string[], init: string) => {
			const identity = { folder: this.#newFolder(), id: this.#options.newId() };
			return KeptShell.start({ shellPath, args, family, cwd, env, inBox, init, ...identity }, { maxMs: startupMs });
		};
		this.#snapshot ??= this.#takeSnapshot(family, env);
		const restored = withoutNames(env, inBox?.variables);
		const init = initCode(restored, await this.#snapshot);
		return start(login ? ["-l"] : [], init).catch(() => start([], initCode(restored, "")));
	}

	async #takeSnapshot(family: ShellFamily, env: ShellRunOptions["env"]): Promise<string> {
		if (family.name !== "bash") return "";
		const { shellPath, home } = this.#options;
		const file = join(this.#newFolder(), "snapshot");
		const snapshot = snapshotRc({ shellPath, home, env, file, maxMs: snapshotMs });
		return withFallback(snapshot, "", "the shell works without the user's startup files");
	}

	#inBox({ outside }: ShellRunOptions): InBox | undefined {
		return outside ? undefined : this.#options.inBox?.();
	}

	#makeFolder(): string {
		const place = this.#options.place?.() ?? tmpdir();
		const folder = mkdtempSync(join(place, `${folderPrefix}${process.pid}-`));
		removeOnExit(folder);
		void ignoreFailure(removeLeftFolders(tmpdir(), statSync(folder).mtimeMs), "what another omp left does no harm");
		return folder;
	}

	#newFolder(): string {
		this.#folder ??= this.#makeFolder();
		const folder = join(this.#folder, String(this.#folderCount++));
		mkdirSync(folder, { mode: 0o700 });
		return folder;
	}
}

const startupMs = 5000;
const snapshotMs = 3000;

/**
 * Startup code: loads the user's definitions and restores the given environment where login files changed it. Their
 * additions to PATH are appended.
 */
function initCode(env: Readonly<Record<string, string | undefined>>, snapshot: string): string {
	const exportLines = Object.entries(env).flatMap(([name, value]) =>
		value !== undefined && isSettable(name) ? [`export ${name}=${quoteForShell(value)}`] : [],
	);
	return [snapshot, ...exportLines, ...(env.PATH === undefined ? [] : mergePath(env.PATH)), ""].join("\n");
}

/** The box has the last word about its own variables. */
function withoutNames(
	env: ShellRunOptions["env"],
	names: Readonly<Record<string, unknown>> = {},
): ShellRunOptions["env"] {
	return Object.fromEntries(Object.entries(env).filter(([name]) => !Object.hasOwn(names, name)));
}

function mergePath(path: string): string[] {
	return [
		"OMP_CALL=$PATH:",
		`PATH=${quoteForShell(path)}`,
		'while [ -n "$OMP_CALL" ]; do',
		`case ":$PATH:" in *":\${OMP_CALL%%:*}:"*) ;; *) PATH="$PATH:\${OMP_CALL%%:*}" ;; esac`,
		`OMP_CALL=\${OMP_CALL#*:}`,
		"done",
	];
}

function isSettable(name: string): boolean {
	return /^[A-Za-z_]\w*$/.test(name) && !ownOfShells.test(name);
}

/** Set by the shell itself, and read-only in some. */
const ownOfShells = /^(?:_|BASH\w*|EUID|IFS|LINENO|OLDPWD|PATH|PPID|PWD|SHELLOPTS|SHLVL|UID)$/;

const folderPrefix = "omp-shell-";
const leftAfterMs = 24 * 3600 * 1000;

/** An omp that is killed right after it made its folder may leave it behind. */
export async function removeLeftFolders(place: string, nowMs: number): Promise<void> {
	for (const name of await readdir(place)) {
		const pid = Number(/^omp-shell-(\d+)-\w{6}$/.exec(name)?.[1]);
		if (!(pid > 0) || processExists(pid)) continue;
		const path = join(place, name);
		const facts = await lstat(path);
		// The temporary folder is for everybody, and containers that share it number their processes by themselves.
		const isOurs = facts.isDirectory() && facts.uid === process.getuid?.() && nowMs - facts.mtimeMs > leftAfterMs;
		if (isOurs) await rm(path, { recursive: true, force: true });
	}
}
