import type { ExtensionRenderer } from "../../../workbench/contract/extension-host.ts";
import { execute } from "../api/exec.ts";
import { createLogger } from "../api/extension-api.ts";
import type { CommandOptions, ExtensionAPI, Handler, SentMessage } from "../api/types.ts";
import { schemas } from "../schema/schemas.ts";

/** What the function that a hook exports is given. */
export interface HookAPI
	extends Pick<
		ExtensionAPI,
		| "on"
		| "sendMessage"
		| "appendEntry"
		| "registerCommand"
		| "registerMessageRenderer"
		| "exec"
		| "logger"
		| "zod"
		| "typebox"
		| "arktype"
		| "pi"
	> {}

export type HookFactory = (omp: HookAPI) => unknown;

/** A hook and what it has registered. */
export interface LoadedHook {
	/** As it was named. */
	readonly path: string;
	readonly resolvedPath: string;
	readonly handlers: ReadonlyMap<string, readonly Handler[]>;
	readonly commands: ReadonlyMap<string, CommandOptions>;
	readonly messageRenderers: ReadonlyMap<string, ExtensionRenderer["render"]>;
	setSendMessageHandler(send: SendMessage): void;
	setAppendEntryHandler(append: AppendEntry): void;
}

export type SendMessage = (message: SentMessage, options?: Parameters<ExtensionAPI["sendMessage"]>[1]) => void;
export type AppendEntry = (customType: string, data?: unknown) => void;

/** Runs the factory; what it registers is in the hook. */
export async function startHook(
	factory: HookFactory,
	place: {
		readonly path: string;
		readonly resolvedPath: string;
		readonly cwd: string;
		readonly pi: HookAPI["pi"];
	},
): Promise<LoadedHook> {
	const handlers = new Map<string, Handler[]>();
	const commands = new Map<string, CommandOptions>();
	const messageRenderers = new Map<string, ExtensionRenderer["render"]>();
	const early = (name: string) => (): never => {
		throw new Error(`${name} cannot be called before the session has started`);
	};
	let send: SendMessage = early("sendMessage");
	let append: AppendEntry = early("appendEntry");
	const api: HookAPI = {
		on: (event, handler) => void handlers.set(event, [...(handlers.get(event) ?? []), handler]),
		sendMessage: (message, options) => send(message, options),
		appendEntry: (customType, data) => append(customType, data),
		registerCommand: (name, options) => void commands.set(name, options),
		registerMessageRenderer: (customType, render) => void messageRenderers.set(customType, render),
		exec: (command, args, options = {}) => execute(command, args, { cwd: place.cwd, ...options }),
		logger: createLogger(place.path),
		...schemas,
		pi: place.pi,
	};
	await factory(api);
	return {
		path: place.path,
		resolvedPath: place.resolvedPath,
		handlers,
		commands,
		messageRenderers,
		setSendMessageHandler(handler) {
			send = handler;
		},
		setAppendEntryHandler(handler) {
			append = handler;
		},
	};
}
