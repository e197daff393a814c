import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { ServerNotification } from "../../../workbench/server-host.ts";

const maxWaiting = 100;

/** Notifications for whoever listens first; until then the latest are kept. */
export class WaitingNotifications {
	readonly #listeners = new Set<(notification: ServerNotification) => void>();
	#waiting: ServerNotification[] = [];

	emit(notification: ServerNotification): void {
		if (this.#listeners.size === 0) this.#waiting = [...this.#waiting, notification].slice(-maxWaiting);
		for (const listener of [...this.#listeners]) this.#tell(listener, notification);
	}

	/** Gives what has waited, in its order, and then everything that comes. */
	listen(listener: (notification: ServerNotification) => void): () => void {
		this.#listeners.add(listener);
		for (const notification of this.#waiting.splice(0)) this.#tell(listener, notification);
		return () => void this.#listeners.delete(listener);
	}

	/** One that fails does not keep it from the others. */
	#tell(listener: (notification: ServerNotification) => void, notification: ServerNotification): void {
		void ignoreFailure(async () => listener(notification), "a listener of MCP notifications failed");
	}
}
