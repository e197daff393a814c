import type { Extension } from "../api/extension.ts";
import type { Guarded } from "./registered.ts";
import type { SessionEventPorts } from "./session-events.ts";
import { withinTime } from "./time-limit.ts";

interface ToolSessionPorts {
	readonly extensions: () => readonly Extension[];
	readonly guarded: Guarded;
	readonly limitMs: (event: string) => number;
	/** No longer once a handler has ended the session. */
	readonly isOpen: () => boolean;
}

/** `onSession` of the tools of extensions. */
export class ToolSessions {
	readonly #ports: ToolSessionPorts;

	constructor(ports: ToolSessionPorts) {
		this.#ports = ports;
	}

	/** One after the other. */
	readonly tell: SessionEventPorts["tellTools"] = async (event) => {
		const { extensions, guarded, limitMs, isOpen } = this.#ports;
		for (const extension of extensions()) {
			for (const { name, onSession } of extension.tools.values()) {
				if (!onSession || !isOpen()) continue;
				const limit = limitMs(event.reason === "shutdown" ? "session_shutdown" : "onSession");
				await guarded(extension, `tool:${name}`, (context) =>
					withinTime(extension, limit, () => onSession(event, context)),
				);
			}
		}
	};
}
