import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { ExtensionRenderer, ExtensionUi } from "../../../workbench/contract/extension-host.ts";
import { headlessUi } from "../api/headless-ui.ts";
import type { CommandOptions, ExtensionContext, Handler } from "../api/types.ts";
import type { AppendEntry, LoadedHook, SendMessage } from "./loaded-hook.ts";

export interface HookError {
	readonly hookPath: string;
	readonly event: string;
	readonly error: string;
}

/** The `ctx` of the handlers of hooks. */
export interface HookContext {
	readonly ui: ExtensionUi;
	readonly hasUI: boolean;
	readonly cwd: string;
	readonly sessionManager: unknown;
	readonly modelRegistry: unknown;
	readonly model: Model | undefined;
	isIdle(): boolean;
	abort(): void;
	hasQueuedMessages(): boolean;
}

export interface HookSession {
	readonly getModel?: () => Model | undefined;
	readonly sendMessageHandler?: SendMessage;
	readonly appendEntryHandler?: AppendEntry;
	readonly isIdle?: () => boolean;
	readonly abort?: () => void;
	readonly hasQueuedMessages?: () => boolean;
	readonly uiContext?: ExtensionUi;
}

type Fields = Readonly<Record<string, unknown>>;

/** Calls the handlers of hooks, for programs that run hooks themselves. A handler that throws is reported and skipped. */
export class HookRunner {
	readonly #hooks: readonly LoadedHook[];
	readonly #place: { readonly cwd: string; readonly sessionManager: unknown; readonly modelRegistry: unknown };
	readonly #listeners = new Set<(error: HookError) => void>();
	#session: HookSession = {};

	constructor(hooks: readonly LoadedHook[], cwd: string, sessionManager?: unknown, modelRegistry?: unknown) {
		this.#hooks = hooks;
		this.#place = { cwd, sessionManager, modelRegistry };
	}

	initialize(session: HookSession): void {
		this.#session = session;
		for (const hook of this.#hooks) {
			if (session.sendMessageHandler) hook.setSendMessageHandler(session.sendMessageHandler);
			if (session.appendEntryHandler) hook.setAppendEntryHandler(session.appendEntryHandler);
		}
	}

	onError(listener: (error: HookError) => void): () => void {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	}

	hasHandlers(event: string): boolean {
		return this.#hooks.some(({ handlers }) => handlers.has(event));
	}

	/** The first hook that has it counts. */
	getCommand(name: string): CommandOptions | undefined {
		return this.#first(({ commands }) => commands.get(name));
	}

	getMessageRenderer(customType: string): ExtensionRenderer["render"] | undefined {
		return this.#first(({ messageRenderers }) => messageRenderers.get(customType));
	}

	/** The last answer counts; `cancel: true` skips the handlers that would follow. Every handler sees the event as it is. */
	async emit(event: Fields & { readonly type: string }): Promise<Fields | undefined> {
		let last: Fields | undefined;
		for (const { hook, handler } of this.#handlers(event.type)) {
			const answer = await this.#guarded(hook, event.type, () => this.#call(handler, event));
			last = answer ?? last;
			if (answer?.cancel === true) break;
		}
		return last;
	}

	/** The first that blocks ends it. An error is the caller's: the tool must not run. */
	async emitToolCall(event: Fields): Promise<{ readonly block?: boolean; readonly reason?: string } | undefined> {
		let last: Fields | undefined;
		for (const { handler } of this.#handlers("tool_call")) {
			last = (await this.#call(handler, { ...event, type: "tool_call" })) ?? last;
			if (last?.block === true) break;
		}
		return last;
	}

	/** Only the first message counts. */
	async emitBeforeAgentStart(
		prompt: string,
		images?: readonly unknown[],
	): Promise<{ readonly message: unknown } | undefined> {
		let message: unknown;
		for (const { hook, handler } of this.#handlers("before_agent_start")) {
			const event = { type: "before_agent_start", prompt, ...(images && { images }) };
			const answer = await this.#guarded(hook, event.type, () => this.#call(handler, event));
			message ??= answer?.message;
		}
		return message === undefined ? undefined : { message };
	}

	/** Each handler sees what those before have made of the messages. */
	async emitContext(messages: readonly unknown[]): Promise<readonly unknown[]> {
		let current = structuredClone(messages);
		for (const { hook, handler } of this.#handlers("context")) {
			const answer = await this.#guarded(hook, "context", () =>
				this.#call(handler, { type: "context", messages: current }),
			);
			if (Array.isArray(answer?.messages)) current = answer.messages as readonly unknown[];
		}
		return current;
	}

	#handlers(event: string): Array<{ readonly hook: LoadedHook; readonly handler: Handler }> {
		return this.#hooks.flatMap((hook) => (hook.handlers.get(event) ?? []).map((handler) => ({ hook, handler })));
	}

	async #call(handler: Handler, event: Fields): Promise<Fields | undefined> {
		// Its author knows the event that it was registered for, and a hook has only part of an extension's context.
		const answer: unknown = await handler(event as never, this.#context() as ExtensionContext);
		return typeof answer === "object" && answer !== null ? (answer as Fields) : undefined;
	}

	async #guarded(
		hook: LoadedHook,
		event: string,
		call: () => Promise<Fields | undefined>,
	): Promise<Fields | undefined> {
		try {
			return await call();
		} catch (error) {
			const failure = { hookPath: hook.path, event, error: errorMessage(error) };
			for (const listener of this.#listeners) listener(failure);
			return undefined;
		}
	}

	#context(): HookContext {
		const { getModel, isIdle, abort, hasQueuedMessages, uiContext } = this.#session;
		return {
			...this.#place,
			ui: uiContext ?? headlessUi,
			hasUI: uiContext !== undefined,
			model: getModel?.(),
			isIdle: () => isIdle?.() ?? true,
			abort: () => abort?.(),
			hasQueuedMessages: () => hasQueuedMessages?.() ?? false,
		};
	}

	#first<Value>(find: (hook: LoadedHook) => Value | undefined): Value | undefined {
		for (const hook of this.#hooks) {
			const found = find(hook);
			if (found !== undefined) return found;
		}
		return undefined;
	}
}
