import type { McpServer } from "../discovery/capabilities/mcp-servers.ts";
import type { Found } from "../discovery/contract/capability.ts";
import type { OpenedConversation } from "./opened-conversation.ts";

/** What a server told, after omp has dealt with it. */
export interface ServerNotification {
	readonly server: string;
	readonly method: string;
	readonly params: unknown;
}

/** The servers of a session, as modes, extensions and programs see them. */
export interface ServerHost {
	readonly notifications: {
		/** Gives what has waited for a listener, then everything that comes; returns what ends that. */
		listen(listener: (notification: ServerNotification) => void): () => void;
	};
	/** Connects to servers that a program gives, for this session only. The first prompt waits for them. */
	connect(session: OpenedConversation, servers: ReadonlyArray<Found<McpServer>>): Promise<void>;
	/** Reads the definitions again and connects to what they say. */
	reload(session: OpenedConversation): Promise<void>;
}
