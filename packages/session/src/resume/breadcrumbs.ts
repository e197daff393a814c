import { dirname, join } from "node:path";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Storage } from "../storage/storage.ts";

/** The session that a terminal showed last. */
export interface Breadcrumb {
	readonly cwd: string;
	readonly file: string;
	/** A new session whose file may not exist yet. */
	readonly fresh: boolean;
}

const TERMINAL_VARIABLES = [
	"ZELLIJ_PANE_ID",
	"TMUX_PANE",
	"CMUX_SURFACE_ID",
	"KITTY_WINDOW_ID",
	"WEZTERM_PANE",
	"TERM_SESSION_ID",
	"WT_SESSION",
];

/** A name for the terminal that is stable across starts; `undefined` if there is none. */
export function terminalId(ttyPath: string | undefined, env: Host["env"]): string | undefined {
	const raw = ttyPath?.replace(/^\/dev\//, "") || TERMINAL_VARIABLES.map((name) => env[name]).find(Boolean);
	const name = raw?.replace(/[^A-Za-z0-9._%@:-]/g, "-").slice(0, 200);
	return name && !/^\.+$/.test(name) ? name : undefined;
}

export class Breadcrumbs {
	readonly #directory: string;

	constructor(
		private readonly storage: Storage,
		agentDir: string,
	) {
		this.#directory = join(agentDir, "terminal-sessions");
	}

	find(terminal: string): Breadcrumb | undefined {
		const [cwd, file, mark] = this.storage.readText(join(this.#directory, terminal))?.split("\n") ?? [];
		return cwd && file ? { cwd, file, fresh: mark === "fresh" } : undefined;
	}

	/** Best effort: without it, `--continue` takes the newest session of the folder. */
	leave(terminal: string, { cwd, file, fresh }: Breadcrumb): void {
		try {
			this.storage.writeText(join(this.#directory, terminal), `${cwd}\n${file}\n${fresh ? "fresh\n" : ""}`);
		} catch (error) {
			logIgnored("without a breadcrumb, --continue finds the session by its folder", error);
		}
	}

	/** Removes the breadcrumbs of a session that is being deleted. */
	forget(file: string): void {
		for (const terminal of this.storage.list(this.#directory)) {
			if (this.find(terminal)?.file !== file) continue;
			try {
				this.storage.unlink(join(this.#directory, terminal));
			} catch (error) {
				logIgnored("a breadcrumb to a missing file is ignored", error);
			}
		}
	}
}

/** The session of a log: itself, or the topmost one whose folder contains a sub-agent's log. */
export function topLevelSession(file: string, exists: (path: string) => boolean): string {
	let top = file;
	for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
		if (exists(`${folder}.jsonl`)) top = `${folder}.jsonl`;
	}
	return top;
}
