import type { Api } from "@oh-my-pi/pi-ai/message";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import type { TextGuard } from "@oh-my-pi/pi-secrets/text-guard";

/** What stands between a session and everything outside that reads its text. */
export interface RequestGuard extends TextGuard {
	/** Hides in every text of a value. */
	hideAll(value: unknown): unknown;
	/** For what is kept or shown to others: it cannot be restored. */
	redact(text: string): string;
	/** Hides what a request sends and restores what the reply brings. */
	wrap(stream: StreamFn): StreamFn;
}

/** The requests of all conversations of a session to models. There is no other way to a provider. */
export class ModelRequests {
	/** Extensions add theirs. */
	readonly customApis: Map<Api, () => Promise<StreamFn>>;
	readonly stream: StreamFn;
	#guard: RequestGuard | undefined;
	#admission: ((stream: StreamFn) => StreamFn) | undefined;

	constructor(unguarded: StreamFn, customApis: Map<Api, () => Promise<StreamFn>>) {
		this.customApis = customApis;
		let guarded = unguarded;
		let wrappedBy: RequestGuard | undefined;
		const guardedStream: StreamFn = (...request) => {
			if (this.#guard !== wrappedBy) {
				wrappedBy = this.#guard;
				guarded = wrappedBy?.wrap(unguarded) ?? unguarded;
			}
			return guarded(...request);
		};
		this.stream = (...request) => (this.#admission?.(guardedStream) ?? guardedStream)(...request);
	}

	/** `undefined` while nothing is hidden. */
	get guard(): RequestGuard | undefined {
		return this.#guard;
	}

	guardWith(guard: RequestGuard): void {
		this.#guard = guard;
	}

	/** Asks before each request, of turns or beside them, whether it may be sent. */
	admitWith(admission: (stream: StreamFn) => StreamFn): void {
		this.#admission = admission;
	}
}
