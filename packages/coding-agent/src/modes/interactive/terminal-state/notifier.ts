import { askSettings } from "@oh-my-pi/pi-tools/ask/settings";
import { notificationBytes } from "@oh-my-pi/pi-tui/terminal/notification";
import type { Terminal } from "@oh-my-pi/pi-tui/terminal/terminal";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { ConversationEvent } from "../../../conversation/event/event.ts";
import { completionSettings, errorSettings } from "../../../settings/sections/screen/notifications.ts";
import type { Settings } from "../../../settings/settings.ts";

export interface NotifierOptions {
	readonly terminal: Pick<Terminal, "isFocused" | "notificationProtocol" | "write">;
	readonly settings: Pick<Settings, "get">;
	readonly host: Pick<Host, "env" | "now">;
	readonly project: string;
}

/** Where nobody can tell whether the user looks on, a turn this long is worth a word. */
const LONG_TURN_MS = 10_000;

/** Tells a user who is elsewhere that a turn is over or that omp waits for them. */
export class Notifier {
	readonly #options: NotifierOptions;
	#startedAt = 0;
	#hasFailed = false;

	constructor(options: NotifierOptions) {
		this.#options = options;
	}

	handle(event: ConversationEvent): void {
		const { host, settings } = this.#options;
		switch (event.type) {
			case "agent_start":
				this.#startedAt = host.now();
				this.#hasFailed = false;
				break;
			case "message_end":
				if (event.message.role === "assistant" && "stopReason" in event.message) {
					this.#hasFailed = event.message.stopReason === "error";
				}
				break;
			case "agent_end":
				if (this.#hasFailed) this.#notify(settings.get(errorSettings.notify), "omp: Error");
				else this.#notify(settings.get(completionSettings.notify), "omp: Complete");
				break;
			case "tool_approval_requested":
				this.#notify("on", "omp: Waiting for input");
				break;
			case "tool_execution_start":
				if (event.waitsForUser) this.#notify(settings.get(askSettings.notify), "omp: Waiting for input");
				break;
			default:
				break;
		}
	}

	#notify(setting: "on" | "off", title: string): void {
		const { terminal, host, project } = this.#options;
		const isMuted = ["off", "0", "false"].includes((host.env.PI_NOTIFICATIONS ?? "").toLowerCase());
		const wasLong = host.now() - this.#startedAt > LONG_TURN_MS;
		const isAway = terminal.isFocused === undefined ? wasLong : !terminal.isFocused;
		if (setting === "off" || isMuted || !isAway) return;
		terminal.write(notificationBytes(terminal.notificationProtocol, title, project));
	}
}
