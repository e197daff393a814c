import type { Database } from "bun:sqlite";
import { createHash } from "node:crypto";
import { openAgentDatabase } from "@oh-my-pi/pi-ai/auth/store/open-database";
import { readList, readTool, type ServerTool } from "@oh-my-pi/pi-mcp/server-messages";
import { withFallback } from "@oh-my-pi/pi-utils/ignore-failure";
import { isFields } from "@oh-my-pi/pi-utils/parse-config";
import type { FoundServer } from "./load-servers.ts";

const keptMs = 30 * 24 * 3600_000;
const version = 1;

/** The tools that servers had last time, so that a slow one can be used at once. In `agent.db`, by server. */
export class ToolCache {
	readonly #agentDir: string;
	readonly #now: () => number;
	#database: Promise<Database> | undefined;

	constructor(agentDir: string, now: () => number) {
		this.#agentDir = agentDir;
		this.#now = now;
	}

	/** Nothing when the definition of the server has changed since. */
	read(server: FoundServer): Promise<ServerTool[] | undefined> {
		const work = async () => {
			const row = (await this.#open())
				.query<{ value: string }, [string, number]>("SELECT value FROM cache WHERE key = ? AND expires_at > ?")
				.get(keyOf(server), this.#now());
			const value: unknown = row ? JSON.parse(row.value) : undefined;
			if (!isFields(value) || value.version !== version || value.configHash !== hashOf(server)) return undefined;
			return readList(value.tools, readTool);
		};
		return withFallback(work, undefined, "without the cache a server is only slower");
	}

	async write(server: FoundServer, tools: readonly ServerTool[]): Promise<void> {
		const work = async () => {
			const value = JSON.stringify({ version, configHash: hashOf(server), tools });
			(await this.#open()).run("INSERT OR REPLACE INTO cache (key, value, expires_at) VALUES (?, ?, ?)", [
				keyOf(server),
				value,
				this.#now() + keptMs,
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

const keyOf = ({ name }: FoundServer) => `mcp_tools:${name}`;

/** Of the definition as the file has it: secrets may change, and are not kept. */
function hashOf({ definition }: FoundServer): string {
	return createHash("sha256").update(JSON.stringify(definition)).digest("hex");
}
