import type { ServerConnection } from "@oh-my-pi/pi-mcp/connect-server";
import type {
	ServerPrompt,
	ServerResource,
	ServerResourceTemplate,
	ServerTool,
} from "@oh-my-pi/pi-mcp/server/server-messages";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";

export type ListKind = "tools" | "prompts" | "resources";

export interface ServerListsParts {
	readonly server: string;
	readonly connection: () => ServerConnection | undefined;
	/** A list was read, whether or not it is different. */
	readonly onRead: (kind: ListKind, connection: ServerConnection) => void | Promise<void>;
	readonly warn: (message: string) => void;
}

const maxInstructions = 4000;

/** What a server offers. Stays as it was while the server is away; read again when it says that something changed. */
export class ServerLists {
	/** Undefined until it has listed them, or the cache has. */
	tools: readonly ServerTool[] | undefined;
	prompts: readonly ServerPrompt[] = [];
	resources: readonly ServerResource[] = [];
	templates: readonly ServerResourceTemplate[] = [];
	/** How the server wants to be used, in its own words; "" for nothing. Undefined until it is connected, or the cache knows. */
	instructions: string | undefined;
	/** Prompts and resources of the present connection; never rejects. */
	rest: Promise<unknown> = Promise.resolve();
	readonly #parts: ServerListsParts;
	readonly #reading = new Map<ListKind, { isStale: boolean }>();

	constructor(parts: ServerListsParts) {
		this.#parts = parts;
	}

	/** Resolves with the tools; the rest comes when it comes, since nobody should wait for it to call a tool. */
	async readAll(connection: ServerConnection): Promise<void> {
		const { instructions = "" } = connection;
		this.instructions =
			instructions.length > maxInstructions ? `${instructions.slice(0, maxInstructions)} …` : instructions;
		await this.#read("tools", connection);
		this.rest = Promise.all([this.#attempt("prompts", connection), this.#attempt("resources", connection)]);
	}

	/** Many changes at once are one. */
	async changed(kind: ListKind): Promise<void> {
		const running = this.#reading.get(kind);
		if (running) {
			running.isStale = true;
			return;
		}
		const state = { isStale: true };
		this.#reading.set(kind, state);
		while (state.isStale) {
			state.isStale = false;
			const connection = this.#parts.connection();
			if (connection) await this.#attempt(kind, connection);
		}
		this.#reading.delete(kind);
	}

	async #attempt(kind: ListKind, connection: ServerConnection): Promise<void> {
		try {
			await this.#read(kind, connection);
		} catch (error) {
			// Of a connection that has ended, the next one tells more.
			if (!connection.isOpen) return;
			const why = errorMessage(error);
			this.#parts.warn(`MCP server "${this.#parts.server}": its ${kind} could not be listed: ${why}`);
		}
	}

	async #read(kind: ListKind, connection: ServerConnection): Promise<void> {
		const has = kind in connection.capabilities;
		if (kind === "tools") {
			const listed = has ? await connection.listTools() : [];
			this.tools = [...new Map(listed.map((tool) => [tool.name, tool])).values()];
		} else if (kind === "prompts") {
			this.prompts = has ? await connection.listPrompts() : [];
		} else {
			const [resources, templates] = await Promise.all([
				has ? connection.listResources() : [],
				// Many servers have none and do not know the request.
				has ? connection.listResourceTemplates().catch(() => []) : [],
			]);
			this.resources = resources;
			this.templates = templates;
		}
		await this.#parts.onRead(kind, connection);
	}
}
