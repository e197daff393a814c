import type { ServerTool } from "@oh-my-pi/pi-mcp/server/server-messages";
import { diffLines } from "@oh-my-pi/pi-tools/files/mutate/text/line-diff";
import { shownText } from "../asks/shown-text.ts";
import type { FoundServer } from "../servers/load-servers.ts";
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
	readonly #known = new Map<string, Promise<Map<string, string>>>();
	/** Differences that were told already. */
	readonly #announced = new Set<string>();

	constructor(table: CacheTable) {
		this.#table = table;
	}

	/** The difference to what was approved; nothing for a tool that is the same, or that nobody has approved. */
	async changes(server: FoundServer, tool: ServerTool): Promise<readonly string[] | undefined> {
		const before = (await this.#load(server)).get(tool.name);
		const now = formatTool(tool);
		return before === undefined || before === now ? undefined : difference(before, now);
	}

	/** It runs, so the user or a rule of the user has allowed it as it is now. */
	async approve(server: FoundServer, tool: ServerTool): Promise<void> {
		const known = await this.#load(server);
		const now = formatTool(tool);
		if (known.get(tool.name) === now) return;
		known.set(tool.name, now);
		await this.#table.write(keyOf(server), [...known], keptMs);
	}

	/** Tells each difference once: what the user has approved must not become something else unseen. */
	async tellChanges(server: FoundServer, tools: readonly ServerTool[], warn: (message: string) => void): Promise<void> {
		for (const tool of tools) {
			const text = (await this.changes(server, tool))?.join("\n");
			if (text === undefined || this.#announced.has(text)) continue;
			this.#announced.add(text);
			warn(`MCP server "${server.name}" has changed its tool "${tool.name}" since you approved it:\n${text}`);
		}
	}

	#load(server: FoundServer): Promise<Map<string, string>> {
		const key = keyOf(server);
		const known = this.#known.get(key) ?? this.#table.read(key).then(parseTexts);
		this.#known.set(key, known);
		return known;
	}
}

/** Pairs of name and text. */
function parseTexts(value: unknown): Map<string, string> {
	const pairs: readonly unknown[] = Array.isArray(value) ? value : [];
	return new Map(
		pairs.flatMap((pair) => {
			const [name, text]: readonly unknown[] = Array.isArray(pair) ? pair : [];
			return typeof name === "string" && typeof text === "string" ? [[name, text]] : [];
		}),
	);
}

/** The same name may be another server in another project. */
function keyOf(server: FoundServer): string {
	return `mcp_approved:${server.name}:${definitionHash(server).slice(0, 16)}`;
}

/** All that the model is told of a tool. */
function formatTool({ description = "", title = "", inputSchema, annotations }: ServerTool): string {
	const rest = JSON.stringify({ title, inputSchema, annotations }, undefined, 1);
	const text = `${description}\n${rest}`;
	return text.length <= maxText ? text : `${text.slice(0, maxText)}\nsha256 ${Bun.SHA256.hash(text, "hex")}`;
}

function difference(before: string, now: string): string[] {
	const old = before.split("\n");
	const current = now.split("\n");
	const lines = diffLines(old, current).flatMap(({ oldStart, oldEnd, newStart, newEnd }) => [
		...old.slice(oldStart, oldEnd).map((line) => `- ${shownLine(line)}`),
		...current.slice(newStart, newEnd).map((line) => `+ ${shownLine(line)}`),
	]);
	const more = lines.length > maxShown ? [`… ${lines.length - maxShown} more lines`] : [];
	return [...lines.slice(0, maxShown), ...more];
}

function shownLine(line: string): string {
	return `${/^ */.exec(line)?.[0] ?? ""}${shownText(line, 300)}`;
}
