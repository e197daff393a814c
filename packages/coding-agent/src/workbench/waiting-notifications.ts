import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";

/** What an MCP server told, after omp has dealt with it. */
export interface McpNotification {
	readonly server: string;
	readonly method: string;
	readonly params: unknown;
}

const maxWaiting = 100;

/** Notifications for whoever listens first; until then the latest are kept. */
export class WaitingNotifications {
	readonly #listeners = new Set<(notification: McpNotification) => void>();
	#waiting: McpNotification[] = [];

	emit(notification: McpNotification): void {
		if (this.#listeners.size === 0) this.#waiting = [...this.#waiting, notification].slice(-maxWaiting);
		for (const listener of [...this.#listeners]) this.#tell(listener, notification);
	}

	/** Gives what has waited, in its order, and then everything that comes. */
	listen(listener: (notification: McpNotification) => void): () => void {
		this.#listeners.add(listener);
		for (const notification of this.#waiting.splice(0)) this.#tell(listener, notification);
		return () => void this.#listeners.delete(listener);
	}

	/** One that fails does not keep it from the others. */
	#tell(listener: (notification: McpNotification) => void, notification: McpNotification): void {
		void ignoreFailure(async () => listener(notification), "a listener of MCP notifications failed");
	}
}
