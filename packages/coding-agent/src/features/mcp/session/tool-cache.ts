import type { Database } from "bun:sqlite";
import { createHash } from "node:crypto";
import { openAgentDatabase } from "@oh-my-pi/pi-ai/auth/store/open-database";
import { readList, readTool, type ServerTool } from "@oh-my-pi/pi-mcp/server/server-messages";
import { isFields } from "@oh-my-pi/pi-utils/config/parse-config";
import { withFallback } from "@oh-my-pi/pi-utils/ignore-failure";
import type { FoundServer } from "../servers/load-servers.ts";
import type { ServerLists } from "./server-lists.ts";

const keptMs = 30 * 24 * 3600_000;
const version = 1;

/** Values in `agent.db` that are worth keeping but not needed. */
export class CacheTable {
	readonly #agentDir: string;
	readonly #now: () => number;
	#database: Promise<Database> | undefined;

	constructor(agentDir: string, now: () => number) {
		this.#agentDir = agentDir;
		this.#now = now;
	}

	read(key: string): Promise<unknown> {
		const work = async (): Promise<unknown> => {
			const row = (await this.#open())
				.query<{ value: string }, [string, number]>("SELECT value FROM cache WHERE key = ? AND expires_at > ?")
				.get(key, this.#now());
			return row ? JSON.parse(row.value) : undefined;
		};
		return withFallback(work, undefined, "without the cache a server is only slower");
	}

	async write(key: string, value: unknown, maxAgeMs: number): Promise<void> {
		const work = async () => {
			(await this.#open()).run("INSERT OR REPLACE INTO cache (key, value, expires_at) VALUES (?, ?, ?)", [
				key,
				JSON.stringify(value),
				this.#now() + maxAgeMs,
			]);
		};
		await withFallback(work, undefined, "without the cache a server is only slower");
	}

	async close(): Promise<void> {
		const database = await withFallback(async () => this.#database, undefined, "it was not opened");
		database?.close();
		this.#database = undefined;
	}

	#open(): Promise<Database> {
		this.#database ??= openAgentDatabase(this.#agentDir);
		return this.#database;
	}
}

/** What servers had last time, so that a slow one can be used at once. */
export interface CachedServer {
	readonly tools: ServerTool[];
	readonly instructions: string | undefined;
}

/** Keeps the tools of servers, and what they say about them. */
export class ToolCache {
	readonly #table: CacheTable;

	constructor(table: CacheTable) {
		this.#table = table;
	}

	/** Nothing when the definition of the server has changed since. */
	async read(server: FoundServer): Promise<CachedServer | undefined> {
		const value = await this.#table.read(keyOf(server));
		if (!isFields(value) || value.version !== version || value.configHash !== definitionHash(server)) return undefined;
		const instructions = typeof value.instructions === "string" ? value.instructions : undefined;
		return { tools: readList(value.tools, readTool), instructions };
	}

	write(server: FoundServer, offer: Pick<ServerLists, "tools" | "instructions">): Promise<void> {
		const { tools = [], instructions } = offer;
		const value = { version, configHash: definitionHash(server), tools, instructions };
		return this.#table.write(keyOf(server), value, keptMs);
	}
}

const keyOf = ({ name }: FoundServer) => `mcp_tools:${name}`;

/** Of the definition as the file has it: secrets may change, and are not kept. */
export function definitionHash({ definition }: FoundServer): string {
	return createHash("sha256").update(JSON.stringify(definition)).digest("hex");
}
