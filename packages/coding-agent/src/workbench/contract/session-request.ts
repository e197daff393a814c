import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import type { LaunchOptions } from "../../startup/launch-options.ts";
import type { ConversationSpec } from "./conversation-spec.ts";

/** What a session is opened with: the flags of a command line, and what only programs can ask for. */
export interface SessionRequest extends Partial<LaunchOptions> {
	/** The session's log; chosen by the flags without it. */
	readonly log?: SessionLog;
	/** The models; loaded from the user's files without it. */
	readonly registry?: ModelRegistry;
	/** Replaces network requests to models. */
	readonly streamFn?: StreamFn;
	/** Replaces what the flags say about the conversation. */
	readonly conversation?: Omit<ConversationSpec, "log" | "problems" | "notices">;
	/** Extensions of the program itself, loaded after all others. */
	readonly inlineExtensions?: ReadonlyArray<(api: never) => unknown>;
	/** Messages between extensions and the program. */
	readonly eventBus?: object;
	/** Only what tools need: no extensions, hooks or servers of the user's. */
	readonly isBare?: boolean;
}
