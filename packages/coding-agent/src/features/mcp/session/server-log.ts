import type { Params } from "@oh-my-pi/pi-mcp/server/server-config";
import { shownText } from "../asks/shown-text.ts";

const maxKept = 20;
const maxWarnings = 5;
const maxLine = 500;
const loud = ["error", "critical", "alert", "emergency"];

/** What a server logs: the last lines are kept for `/mcp notifications`, and errors are shown, each text once and not too many. */
export class ServerLog {
	readonly #server: string;
	readonly #warn: (message: string) => void;
	readonly #warned = new Set<string>();
	#lines: readonly string[] = [];

	constructor(server: string, warn: (message: string) => void) {
		this.#server = server;
		this.#warn = warn;
	}

	/** Oldest first. */
	get lines(): readonly string[] {
		return this.#lines;
	}

	take({ level, logger, data }: Params): void {
		const text = typeof data === "string" ? data : (JSON.stringify(data) ?? "");
		const source = typeof logger === "string" && logger !== "" ? `${shownText(logger, 50)}: ` : "";
		const line = `${source}${shownText(text, maxLine)}`;
		this.#lines = [...this.#lines, `${shownText(String(level), 20)} ${line}`].slice(-maxKept);
		if (!loud.includes(String(level)) || this.#warned.has(line) || this.#warned.size >= maxWarnings) return;
		this.#warned.add(line);
		this.#warn(`MCP server "${this.#server}" reports: ${line}`);
	}
}
