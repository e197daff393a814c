import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Model } from "@oh-my-pi/pi-ai/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/thinking-level";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import type { sleep } from "@oh-my-pi/pi-utils/abort";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Behavior } from "./behavior.ts";
import type { Companions } from "./companions/companions.ts";
import type { Guidance } from "./guide/guidance.ts";
import type { RetryLimits } from "./recovery/retry-policy.ts";
import type { RestoreModel } from "./session/rebuild-state.ts";
import type { UpkeepOptions } from "./upkeep-options.ts";

/** What a conversation is made of. */
export interface ConversationOptions {
	readonly host: Host;
	readonly log: SessionLog;
	readonly streamFn: StreamFn;
	readonly model: Model | undefined;
	readonly thinkingLevel: ThinkingLevel;
	readonly serviceTier?: string;
	readonly systemPrompt: readonly string[];
	readonly tools: readonly AgentTool[];
	/** What was said before, when a session is resumed. */
	readonly messages: readonly AgentMessage[];
	readonly apiKey: (model: Model) => Promise<string | undefined>;
	readonly behaviors: readonly Behavior[];
	readonly intentTracing: boolean;
	/** Replies are stopped in calls that cannot succeed; see `EarlyStop`. */
	readonly stopsEarly?: boolean;
	readonly steeringMode: "all" | "one-at-a-time";
	readonly followUpMode: "all" | "one-at-a-time";
	readonly interruptMode: "immediate" | "wait";
	/** Something runs in the background that will have a word with the model when it is done. */
	readonly hasBackgroundWork?: () => boolean;
	/** Ends what the session started: shells, kernels, jobs. */
	readonly teardown?: () => Promise<void>;
	readonly retry: RetryLimits;
	/** Approvals, tools that are found on the way, reminders; without it every tool given just runs. */
	readonly guidance?: Guidance;
	/** How the conversation is kept going beyond retries; what is left out has a default. */
	readonly upkeep?: Partial<UpkeepOptions>;
	/** The folder being worked in, where it can change; the host's otherwise. */
	readonly cwd?: () => string;
	/** Finds the model of a session that is entered; without it the current one stays. */
	readonly restoreModel?: RestoreModel;
	/** What goes to the model right before something the user says: files they mention, and the like. */
	readonly companions?: Companions;
	/** How waits between tries pass. */
	readonly sleep?: typeof sleep;
}
