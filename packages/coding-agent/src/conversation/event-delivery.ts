import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import type { ConversationEvent } from "./event/event.ts";
import type { HookFailure, HookList } from "./hooks/hook-list.ts";

/** Which conversation an event is from. */
export interface EventOrigin {
	readonly conversationId: string;
	/** Set for conversations that work on behalf of another one. */
	readonly parentId?: string;
}

export type ConversationListener = (event: ConversationEvent, origin: EventOrigin) => void | Promise<void>;

/** Delivers events one listener after the other. A listener or hook that fails is reported by name and stops nobody else. */
export class EventDelivery {
	readonly #origin: EventOrigin;
	readonly #hooks: () => HookList;
	readonly #listeners = new Map<symbol, { readonly listener: ConversationListener; readonly name: string }>();
	/** Failures the user was told of; each is told once. */
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

	/** First the listeners, then the hooks, so that what a hook reports comes after the event it is about. */
	async emit(event: ConversationEvent): Promise<void> {
		for (const { listener, name } of this.#listeners.values()) {
			try {
				const handled = listener(event, this.#origin);
				if (handled) await handled;
			} catch (error) {
				this.report({ hook: name, point: event.type, error });
			}
		}
		const handled = this.#hooks().onEvent(event);
		if (handled) await handled;
	}

	/** Every failure goes to the debug log; the user is told once of each culprit and place. */
	report({ hook, point, error }: HookFailure): void {
		logIgnored(`${hook} failed at ${point}`, error);
		const key = `${hook}\n${point}`;
		if (this.#reported.has(key)) return;
		this.#reported.add(key);
		const message = `${hook} failed at ${point}: ${error instanceof Error ? error.message : String(error)}`;
		void this.emit({ type: "notice", level: "warning", message });
	}
}
