import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { ConversationEvent } from "../event/event.ts";
import type { HookList } from "../hooks/hook-list.ts";
import type { HookFailure } from "../hooks/point-caller.ts";

/** The conversation that emitted an event. */
export interface EventOrigin {
	readonly conversationId: string;
	/** Set for a child conversation. */
	readonly parentId?: string;
}

export type ConversationListener = (event: ConversationEvent, origin: EventOrigin) => void | Promise<void>;

/** Delivers events to listeners in order. A listener or hook that fails is reported by name; the others still get the event. */
export class EventDelivery {
	readonly #origin: EventOrigin;
	readonly #hooks: () => HookList;
	readonly #listeners = new Map<symbol, { readonly listener: ConversationListener; readonly name: string }>();
	/** Deduplicates notices to the user. */
	readonly #reported = new Set<string>();

	constructor(origin: EventOrigin, hooks: () => HookList) {
		this.#origin = origin;
		this.#hooks = hooks;
	}

	subscribe(listener: ConversationListener, name: string): () => void {
		const key = Symbol(name);
		this.#listeners.set(key, { listener, name });
		return () => this.#listeners.delete(key);
	}

	/** Listeners first: an event that a hook emits in response comes after the one it responds to. */
	async emit(event: ConversationEvent): Promise<void> {
		await this.show(event);
		const handled = this.#hooks().onEvent(event);
		if (handled) await handled;
	}

	/** To listeners only. */
	async show(event: ConversationEvent): Promise<void> {
		for (const { listener, name } of this.#listeners.values()) {
			try {
				const handled = listener(event, this.#origin);
				if (handled) await handled;
			} catch (error) {
				this.report({ hook: name, point: event.type, error });
			}
		}
	}

	/** Every failure goes to the debug log; the user sees one notice per listener and event type. */
	report({ hook, point, error }: HookFailure): void {
		logIgnored(`${hook} failed at ${point}`, error);
		const key = `${hook}\n${point}`;
		if (this.#reported.has(key)) return;
		this.#reported.add(key);
		const message = `${hook} failed at ${point}: ${errorMessage(error)}`;
		void this.emit({ type: "notice", level: "warning", message });
	}
}
