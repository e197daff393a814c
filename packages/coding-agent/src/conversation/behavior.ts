import type { SessionMessage } from "@oh-my-pi/pi-session/message";
import type { ConversationEvent } from "./event.ts";

/** What a behavior may do about what it sees. */
export interface BehaviorControls {
	/** Puts a message before the next request of the run under way. */
	steer(message: SessionMessage): void;
	notify(level: "info" | "warning" | "error", message: string): void;
	now(): number;
}

/** A reaction to turns: it sees every event and acts through its controls; it owns whatever it remembers. */
export interface Behavior {
	readonly name: string;
	onEvent(event: ConversationEvent, controls: BehaviorControls): void;
}
