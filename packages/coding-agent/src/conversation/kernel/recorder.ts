import type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { saveLog } from "../session/save-log.ts";
import { buildPendingCall, type PendingCall } from "./tool-markers.ts";

export type ExitKind = "normal" | "signal" | "fatal" | "process_exit";

interface RecorderPorts {
	readonly now: () => number;
	/** Where the session continues when its disk is full. */
	readonly rescueFolder: string;
	readonly warn: (message: string) => void;
}

/**
 * Writes messages and tool starts to the log. A turn is flushed while the next one is prepared, the last one before listeners get
 * `agent_end`.
 */
export class Recorder {
	readonly #currentLog: () => SessionLog;
	readonly #ports: RecorderPorts;
	readonly #pendingCalls = new Map<string, PendingCall>();
	/** The last flush; resolves to whether it succeeded. */
	#flushed = Promise.resolve(true);

	constructor(currentLog: () => SessionLog, ports: RecorderPorts) {
		this.#currentLog = currentLog;
		this.#ports = ports;
	}

	async record(event: AgentEvent): Promise<void> {
		switch (event.type) {
			case "message_end":
				return this.write(event.message as SessionMessage);
			case "tool_execution_start": {
				const pending = buildPendingCall(event, this.#timestamp());
				this.#pendingCalls.set(event.toolCallId, pending);
				this.#log.appendCustomEntry("tool_execution_start", pending);
				return;
			}
			case "tool_execution_end":
				this.#pendingCalls.delete(event.toolCallId);
				return;
			case "turn_end":
				await this.#saveAgainIfFailed();
				this.#flushed = this.#log.flush().then(
					() => true,
					() => false,
				);
				return;
			case "agent_end":
				return this.#saveAgainIfFailed();
			default:
				return;
		}
	}

	/** Calls that have started and not ended; recorded in the exit entry. */
	pendingCalls(): readonly PendingCall[] {
		return [...this.#pendingCalls.values()];
	}

	/** Writes the exit entry, if the session has a reply or pending calls, and closes the log. */
	async close(reason: string, kind: ExitKind, pendingToolCalls: readonly PendingCall[]): Promise<void> {
		const log = this.#log;
		if (log.hasReply || pendingToolCalls.length > 0) {
			const pending = pendingToolCalls.length > 0 ? { pendingToolCalls } : {};
			log.appendCustomEntry("session_exit", { reason, kind, recordedAt: this.#timestamp(), ...pending });
		}
		await saveLog(log, this.#ports);
		await log.close().catch(() => {
			// `saveLog` has already reported the problem.
		});
	}

	/** Appends a message as the entry type of its role. */
	write(message: SessionMessage): void {
		if (message.role !== "custom") this.#log.appendMessage(message);
		else {
			const { customType, content, display, details, attribution } = message;
			this.#log.appendCustomMessageEntry(customType, content, display, details, attribution);
		}
	}

	/** Awaited between turns: when the disk is full, this moves the session to another folder, and nothing may be appended meanwhile. */
	async #saveAgainIfFailed(): Promise<void> {
		if (!(await this.#flushed)) await saveLog(this.#log, this.#ports);
	}

	get #log(): SessionLog {
		return this.#currentLog();
	}

	#timestamp(): string {
		return new Date(this.#ports.now()).toISOString();
	}
}
