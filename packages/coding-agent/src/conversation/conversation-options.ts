import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Model } from "@oh-my-pi/pi-ai/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/thinking-level";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import type { sleep } from "@oh-my-pi/pi-utils/abort";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CompactionOptions } from "./compaction/compaction-options.ts";
import type { Hook } from "./hooks/hook.ts";
import type { LiveContext } from "./hooks/live-context.ts";
import type { ModelDirectory } from "./recovery/model-directory.ts";
import type { RecoveryOptions } from "./recovery/recovery-options.ts";
import type { RetryLimits } from "./recovery/retry-policy.ts";
import type { RequestSetupOptions } from "./request/request-setup.ts";
import type { RestoreModel } from "./session/rebuild-state.ts";

/** Makes a hook for one conversation. */
export type HookFactory = (live: LiveContext) => Hook;

/** What a conversation is made of. */
export interface ConversationOptions {
	/** Names the conversation for as long as it lives, whatever session it is in; `Main` by default. */
	readonly id?: string;
	/** The conversation on whose behalf this one works. */
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
	/** Take part besides the built-in ones: retry, compaction, early stops. */
	readonly hooks?: readonly HookFactory[];
	/** Chooses tools and system prompt for each request; without it they stay as given. */
	readonly requestSetup?: RequestSetupOptions;
	readonly intentTracing: boolean;
	/** Replies are stopped in calls that cannot succeed; see `EarlyStop`. */
	readonly stopsEarly?: boolean;
	readonly steeringMode: "all" | "one-at-a-time";
	readonly followUpMode: "all" | "one-at-a-time";
	readonly interruptMode: "immediate" | "wait";
	/** A background job is running whose result will start a run. */
	readonly hasBackgroundWork?: () => boolean;
	/** Ends what was started for this conversation: shells, kernels, jobs. */
	readonly teardown?: () => Promise<void>;
	readonly retry: RetryLimits;
	readonly compaction?: Partial<CompactionOptions>;
	readonly recovery?: Partial<RecoveryOptions>;
	readonly models?: ModelDirectory;
	/** What was sent to this model is never changed afterwards, which keeps its prompt cache valid. */
	readonly appendOnly?: (model: Model) => boolean;
	/** The folder being worked in, where it can change; the host's otherwise. */
	readonly cwd?: () => string;
	/** Finds the model of a session that is entered; without it the current one stays. */
	readonly restoreModel?: RestoreModel;
	/** Waits between retries. */
	readonly sleep?: typeof sleep;
}
