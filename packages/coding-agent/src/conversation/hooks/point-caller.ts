import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Hook } from "./hook.ts";
import type { HookPoint } from "./hook-points.ts";

/** A hook that threw or exceeded its deadline. */
export interface HookFailure {
	readonly hook: string;
	readonly point: string;
	readonly error: unknown;
}

/** Calls single hooks at one point, within their deadlines, and reports those that fail. */
export class PointCaller {
	readonly #point: HookPoint;
	readonly #all: () => readonly Hook[];
	readonly #report: (failure: HookFailure) => void;
	/** The hooks that define the point, of the list they were taken from. Every piece of a reply is an event. */
	#known: { readonly all: readonly Hook[]; readonly here: readonly Hook[] } = { all: [], here: [] };

	constructor(point: HookPoint, all: () => readonly Hook[], report: (failure: HookFailure) => void) {
		this.#point = point;
		this.#all = all;
		this.#report = report;
	}

	/** The hooks that define this point, in order. */
	get hooks(): readonly Hook[] {
		const all = this.#all();
		if (this.#known.all !== all) {
			this.#known = { all, here: all.filter((hook) => hook[this.#point] !== undefined) };
		}
		return this.#known.here;
	}

	/** `undefined` when the hook fails. */
	call(hook: Hook, args: readonly unknown[]): Promise<unknown> {
		return this.#guarded(hook, () => this.#invoke(hook, args));
	}

	/** The same for an answer that the hook has given already. */
	settled(hook: Hook, answer: unknown): Promise<unknown> {
		return this.#guarded(hook, () => answer);
	}

	/** The same without waiting: what the hook returns may be a promise. */
	callSync(hook: Hook, args: readonly unknown[]): unknown {
		try {
			return this.#invoke(hook, args);
		} catch (error) {
			this.#fail(hook, error);
			return undefined;
		}
	}

	/** Rejects when the hook fails. */
	callOrThrow(hook: Hook, args: readonly unknown[]): Promise<unknown> {
		return limited(hook, () => this.#invoke(hook, args));
	}

	/** Fails closed: an error is a refusal. An abort rejects. */
	async callClosed(hook: Hook, args: readonly unknown[]): Promise<unknown> {
		try {
			return await this.callOrThrow(hook, args);
		} catch (error) {
			if (isToolAbort(error)) throw error;
			this.#fail(hook, error);
			return { refuse: `${hook.name} failed: ${errorMessage(error)}` };
		}
	}

	async #guarded(hook: Hook, call: () => unknown): Promise<unknown> {
		try {
			return await limited(hook, call);
		} catch (error) {
			this.#fail(hook, error);
			return undefined;
		}
	}

	#invoke(hook: Hook, args: readonly unknown[]): unknown {
		const call = hook[this.#point] as ((...args: unknown[]) => unknown) | undefined;
		return call?.apply(hook, [...args]);
	}

	#fail(hook: Hook, error: unknown): void {
		this.#report({ hook: hook.name, point: this.#point, error });
	}
}

function isToolAbort(error: unknown): boolean {
	return error instanceof Error && (error.name === "ToolAbortError" || error.name === "AbortError");
}

async function limited(hook: Hook, call: () => unknown): Promise<unknown> {
	const { deadlineMs } = hook;
	if (deadlineMs === undefined) return await call();
	const { promise, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(new Error(`no answer within ${deadlineMs} ms`)), deadlineMs);
	try {
		return await Promise.race([call(), promise]);
	} finally {
		clearTimeout(timer);
	}
}
