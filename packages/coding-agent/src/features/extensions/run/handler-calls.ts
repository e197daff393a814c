import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import type { Extension } from "../api/extension.ts";
import type { ExtensionContext, Handler } from "../api/types.ts";
import { withinTime } from "./time-limit.ts";

export interface CallPorts {
	/** In load order. */
	readonly extensions: () => readonly Extension[];
	readonly contextFor: (extension: Extension, conversation: Conversation) => ExtensionContext;
	readonly report: (extension: Extension, event: string, error: unknown) => void;
	/** Limit for each call of a handler, in milliseconds. */
	readonly limitMs: (event: string) => number;
	/** Runs code of an extension for the session. */
	readonly run: <Result>(work: () => Result) => Result;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Stops the handlers that would follow. */
export const stop = Symbol("stop");

/** Calls handlers one after the other: extensions in load order, handlers in the order of registration. */
export class HandlerCalls {
	readonly #ports: CallPorts;
	/** Handlers that did not come back in time; they are not called again. */
	readonly #hanging = new WeakSet<Handler>();

	constructor(ports: CallPorts) {
		this.#ports = ports;
	}

	/** Whether anybody listens; asked for every event of a stream. */
	has(event: string): boolean {
		return this.#ports.extensions().some(({ handlers }) => handlers.has(event));
	}

	/**
	 * `make` builds what each handler is given, so that it sees the changes of those before; `take` gets its answer. A failure
	 * is reported and the next handler is called, unless `onFailure` wants it otherwise.
	 */
	async call(
		event: string,
		conversation: Conversation,
		make: () => Fields,
		take: (answer: Fields) => unknown = () => undefined,
		onFailure?: (extension: Extension, message: string) => unknown,
	): Promise<void> {
		for (const extension of [...this.#ports.extensions()]) {
			for (const handler of [...(extension.handlers.get(event) ?? [])]) {
				if (!extension.isLoaded) break;
				if (this.#hanging.has(handler) && !onFailure) continue;
				if ((await this.#one(extension, handler, { event, conversation, make, take, onFailure })) === stop) return;
			}
		}
	}

	async #one(
		extension: Extension,
		handler: Handler,
		call: {
			readonly event: string;
			readonly conversation: Conversation;
			readonly make: () => Fields;
			readonly take: (answer: Fields) => unknown;
			readonly onFailure: ((extension: Extension, message: string) => unknown) | undefined;
		},
	): Promise<unknown> {
		const { event, conversation, make, take, onFailure } = call;
		const limitMs = this.#ports.limitMs(event);
		try {
			const context = this.#ports.contextFor(extension, conversation);
			const payload = { ...make(), type: event };
			// Its author knows the event that it was registered for.
			const answer: unknown = await withinTime(extension, limitMs, () =>
				this.#ports.run(() => handler(payload as never, context)),
			);
			return typeof answer === "object" && answer !== null ? take(answer as Fields) : undefined;
		} catch (error) {
			const message = errorMessage(error);
			if (message.startsWith("no answer within")) this.#hanging.add(handler);
			this.#ports.report(extension, event, error);
			return onFailure?.(extension, message);
		}
	}
}
