import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import type { sleep } from "@oh-my-pi/pi-utils/abort";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CompactionOptions } from "../compaction/compaction-options.ts";
import type { Hook } from "../hooks/hook.ts";
import type { LiveContext } from "../hooks/live-context.ts";
import type { ModelDirectory } from "../recovery/model-directory.ts";
import type { RecoveryOptions } from "../recovery/recovery-options.ts";
import type { RetryLimits } from "../recovery/retry-policy.ts";
import type { RequestSetupOptions } from "../request/request-setup.ts";
import type { RestoreModel } from "../session/rebuild-state.ts";

/** Makes a hook for one conversation. */
export type HookFactory = (live: LiveContext) => Hook;

export interface ConversationOptions {
	/** Stays the same when the session changes; `Main` by default. */
	readonly id?: string;
	/** Set for a child conversation. */
	readonly parentId?: string;
	readonly host: Host;
	readonly log: SessionLog;
	readonly streamFn: StreamFn;
	readonly model: Model | undefined;
	readonly thinkingLevel: ThinkingLevel;
	readonly serviceTier?: string;
	readonly systemPrompt: readonly string[];
	readonly tools: readonly AgentTool[];
	/** The history of a resumed session. */
	readonly messages: readonly AgentMessage[];
	readonly apiKey: (model: Model) => Promise<string | undefined>;
	/** Added to the built-in hooks: retry, compaction, early stop. */
	readonly hooks?: readonly HookFactory[];
	/** Updates tools and system prompt before each request; without it they never change. */
	readonly requestSetup?: RequestSetupOptions;
	readonly intentTracing: boolean;
	/** Aborts a reply as soon as a tool call in it cannot succeed; see `EarlyStop`. */
	readonly stopsEarly?: boolean;
	readonly steeringMode: "all" | "one-at-a-time";
	readonly followUpMode: "all" | "one-at-a-time";
	readonly interruptMode: "immediate" | "wait";
	/** A background job is running whose result will start a run. */
	readonly hasBackgroundWork?: () => boolean;
	/** Cleans up what was started for this conversation: shells, kernels, jobs. */
	readonly teardown?: () => Promise<void>;
	readonly retry: RetryLimits;
	readonly compaction?: Partial<CompactionOptions>;
	readonly recovery?: Partial<RecoveryOptions>;
	readonly models?: ModelDirectory;
	/** Append-only context: messages already sent to this model never change, so its prompt cache stays valid. */
	readonly appendOnly?: (model: Model) => boolean;
	/** The working directory, where it can change; the host's cwd by default. */
	readonly cwd?: () => string;
	/** Finds the model of a resumed session; without it the current model stays. */
	readonly restoreModel?: RestoreModel;
	/** Waits between retries. */
	readonly sleep?: typeof sleep;
}
