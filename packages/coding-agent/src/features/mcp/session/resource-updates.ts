import type { ServerConnection } from "@oh-my-pi/pi-mcp/connect-server";
import type { Params } from "@oh-my-pi/pi-mcp/server/server-config";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { mcpSettings } from "../../../settings/sections/services/mcp.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { shownText } from "../asks/shown-text.ts";

const maxSubscriptions = 200;
const maxPending = 100;
/** Updates that never pause are told all the same. */
const maxDelayFactor = 10;

/** Subscribes to resources when the user wants that, and tells the model which have changed. */
export class ResourceUpdates implements Disposable {
	readonly #session: Pick<OpenedConversation, "settings" | "conversation" | "host">;
	readonly #warn: (message: string) => void;
	/** Of the present connections. */
	readonly #subscribed = new WeakMap<ServerConnection, Set<string>>();
	/** The latest last. */
	readonly #pending = new Map<string, { readonly server: string; readonly uri: string }>();
	#timer: ReturnType<typeof setTimeout> | undefined;
	#firstMs = 0;

	constructor(session: ResourceUpdatesSession, warn: (message: string) => void) {
		this.#session = session;
		this.#warn = warn;
	}

	/** Makes the subscriptions of a connection what they should be; after its list has been read, or the setting changed. */
	async follow(connection: ServerConnection, uris: readonly string[]): Promise<void> {
		if (!canSubscribe(connection)) return;
		const isOn = this.#session.settings.get(mcpSettings.notifications);
		const wanted = new Set(isOn ? uris.slice(0, maxSubscriptions) : []);
		const known = this.#subscribed.get(connection) ?? new Set();
		this.#subscribed.set(connection, known);
		const failed = new Set<string>();
		for (const uri of [...known].filter((one) => !wanted.has(one))) {
			known.delete(uri);
			await connection.unsubscribe(uri).catch(() => {});
		}
		for (const uri of [...wanted].filter((one) => !known.has(one))) {
			known.add(uri);
			await connection.subscribe(uri).catch((error: unknown) => {
				known.delete(uri);
				failed.add(errorMessage(error));
			});
		}
		const [why] = failed;
		if (why === undefined || !connection.isOpen) return;
		this.#warn(`MCP server "${connection.name}": updates of its resources could not be subscribed to: ${why}`);
	}

	subscriptions(connection: ServerConnection): readonly string[] {
		return [...(this.#subscribed.get(connection) ?? [])];
	}

	/** A server says that a resource is different. */
	updated(connection: ServerConnection | undefined, { uri }: Params): void {
		if (!connection || typeof uri !== "string" || !this.#subscribed.get(connection)?.has(uri)) return;
		const { settings, host } = this.#session;
		const key = `${connection.name}\0${uri}`;
		if (this.#pending.size === 0) this.#firstMs = host.now();
		this.#pending.delete(key);
		this.#pending.set(key, { server: connection.name, uri });
		const [oldest] = this.#pending.keys();
		if (this.#pending.size > maxPending && oldest !== undefined) this.#pending.delete(oldest);
		const delayMs = settings.get(mcpSettings.notificationDebounceMs);
		const leftMs = Math.max(0, this.#firstMs + delayMs * maxDelayFactor - host.now());
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => void this.#tell(), Math.min(delayMs, leftMs));
	}

	[Symbol.dispose](): void {
		clearTimeout(this.#timer);
		this.#pending.clear();
	}

	/** An idle session begins a turn, a running one gets it when it is done. */
	async #tell(): Promise<void> {
		const updates = [...this.#pending.values()];
		this.#pending.clear();
		const lines = updates.map(({ server, uri }) => `- ${server}: ${shownText(uri, 500)}`);
		const content = ["These resources of MCP servers have changed; mcp://<uri> reads one:", ...lines].join("\n");
		const { conversation, host } = this.#session;
		const timestamp = host.now();
		const details = { updates };
		const customType = "mcp-resource-updates";
		const message = {
			role: "custom",
			customType,
			content,
			display: true,
			details,
			attribution: "agent",
			timestamp,
		} as const;
		await conversation.submit({ type: "send", message, as: "follow_up", triggerTurn: "unless_interrupted" });
	}
}

type ResourceUpdatesSession = Pick<OpenedConversation, "settings" | "conversation" | "host">;

export function canSubscribe({ capabilities: { resources } }: Pick<ServerConnection, "capabilities">): boolean {
	return isRecord(resources) && resources.subscribe === true;
}
