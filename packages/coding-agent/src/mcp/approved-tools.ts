import type { ServerTool } from "@oh-my-pi/pi-mcp/server-messages";
import { diffLines } from "@oh-my-pi/pi-tools/shared/mutate/line-diff";
import { isFields } from "@oh-my-pi/pi-utils/parse-config";
import { shownText } from "./asks/shown-text.ts";
import type { FoundServer } from "./load-servers.ts";
import { type CacheTable, definitionHash } from "./tool-cache.ts";

/** Practically for good. */
const keptMs = 10 * 365 * 24 * 3600_000;
const maxText = 16 * 1024;
const maxShown = 30;

/**
 * Tools as they were when they were last allowed to run. A server that describes one in other words later may want to
 * mislead the model, so the user sees the difference first. In `agent.db`, by server.
 */
export class ApprovedTools {
	readonly #table: CacheTable;
	readonly #known = new Map<string, Promise<Record<string, string>>>();

	constructor(table: CacheTable) {
		this.#table = table;
	}

	/** The difference to what was approved; nothing for a tool that is the same, or that nobody has approved. */
	async changes(server: FoundServer, tool: ServerTool): Promise<readonly string[] | undefined> {
		const known = await this.#load(server);
		const before = Object.hasOwn(known, tool.name) ? known[tool.name] : undefined;
		const now = textOf(tool);
		return before === undefined || before === now ? undefined : difference(before, now);
	}

	/** It runs, so the user or a rule of the user has allowed it as it is now. */
	async approve(server: FoundServer, tool: ServerTool): Promise<void> {
		const known = await this.#load(server);
		const now = textOf(tool);
		if (Object.hasOwn(known, tool.name) && known[tool.name] === now) return;
		known[tool.name] = now;
		await this.#table.write(keyOf(server), known, keptMs);
	}

	#load(server: FoundServer): Promise<Record<string, string>> {
		const key = keyOf(server);
		const known = this.#known.get(key) ?? this.#table.read(key).then(textsOf);
		this.#known.set(key, known);
		return known;
	}
}

function textsOf(value: unknown): Record<string, string> {
	const texts = isFields(value) ? Object.entries(value) : [];
	return Object.fromEntries(texts.flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : [])));
}

/** The same name may be another server in another project. */
function keyOf(server: FoundServer): string {
	return `mcp_approved:${server.name}:${definitionHash(server).slice(0, 16)}`;
}

/** All that the model is told of a tool. */
function textOf({ description = "", title = "", inputSchema, annotations }: ServerTool): string {
	const rest = JSON.stringify({ title, inputSchema, annotations }, undefined, 1);
	const text = `${description}\n${rest}`;
	return text.length <= maxText ? text : `${text.slice(0, maxText)}\nsha256 ${Bun.SHA256.hash(text, "hex")}`;
}

function difference(before: string, now: string): string[] {
	const old = before.split("\n");
	const current = now.split("\n");
	const lines = diffLines(old, current).flatMap(({ oldStart, oldEnd, newStart, newEnd }) => [
		...old.slice(oldStart, oldEnd).map((line) => `- ${shownText(line, 300)}`),
		...current.slice(newStart, newEnd).map((line) => `+ ${shownText(line, 300)}`),
	]);
	const more = lines.length > maxShown ? [`… ${lines.length - maxShown} more lines`] : [];
	return [...lines.slice(0, maxShown), ...more];
}
