import type { Api } from "@oh-my-pi/pi-ai/message";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import { bashSettings } from "@oh-my-pi/pi-tools/bash/settings";
import type { BuiltInTool } from "@oh-my-pi/pi-tools/contract/built-in-tool";
import { builtInTools } from "@oh-my-pi/pi-tools/registry";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { Budget } from "../budget/budget.ts";
import type { ApprovalGate } from "../conversation/approval/approval-gate.ts";
import { modelStream } from "../models/model-stream.ts";
import type { Settings } from "../settings/settings.ts";
import { TrustGate } from "../trust/trust-gate.ts";
import { FrontEnd } from "./contract/front-end.ts";
import { Conversations } from "./conversations.ts";
import type { FeatureDefinition } from "./feature-definition.ts";
import { Features } from "./features.ts";
import { ModelRequests } from "./model-requests.ts";
import { SessionJobs } from "./session-jobs.ts";
import { sharedApprovals } from "./shared-approvals.ts";
import { childEnv, credentialVariables, withheldVariables, withoutVariables } from "./tools/child-env.ts";

export interface WorkbenchOptions {
	readonly host: Host;
	readonly agentDir: string;
	readonly settings: Settings;
	readonly registry: ModelRegistry;
	/** Decides what of a project counts; by default what the user has accepted. */
	readonly gate?: TrustGate;
	/** The built-in tools by default. */
	readonly tools?: readonly BuiltInTool[];
	/** What can be started for its conversations. */
	readonly features?: readonly FeatureDefinition[];
	/** Replaces network requests to models. */
	readonly streamFn?: StreamFn;
	/** Session ids for the provider, if given. */
	readonly continuity?: {
		readonly providerSessionId?: string | undefined;
		readonly promptCacheKey?: string | undefined;
	};
}

/**
 * What all conversations of a session share: its own and those of its sub-agents. `openConversation` creates a conversation from
 * it; everything that only some sessions have is a feature.
 */
export class Workbench {
	readonly host: Host;
	readonly agentDir: string;
	readonly settings: Settings;
	readonly registry: ModelRegistry;
	/** Of the folder omp was started in; `gate.at` gives those of other folders. */
	readonly gate: TrustGate;
	readonly requests: ModelRequests;
	readonly features: Features;
	/** Records what requests cost, and keeps them within the caps. */
	readonly budget: Budget;
	/** Definitions for the `builtin` source of each conversation, and for views and settings of tools. */
	readonly tools: readonly BuiltInTool[];
	/** A mode connects here. */
	readonly frontEnd = new FrontEnd();
	/** Shared, so that all conversations ask one question at a time, by the same rules. */
	readonly approvals: ApprovalGate;
	/** Environments without the provider keys: of child processes, and of commands and code of tools, without what the user withholds. */
	readonly env: { readonly child: Host["env"]; readonly command: Host["env"] };
	/** Background jobs of all conversations; each result goes to the conversation that owns the job. */
	readonly jobs: SessionJobs;
	readonly conversations: Conversations;

	constructor(options: WorkbenchOptions) {
		const { host, agentDir, settings, registry, continuity } = options;
		this.host = host;
		this.agentDir = agentDir;
		this.settings = settings;
		this.registry = registry;
		this.gate = options.gate ?? new TrustGate({ agentDir, cwd: host.cwd, home: host.home, now: host.now });
		this.tools = options.tools ?? builtInTools;
		const customApis = new Map<Api, () => Promise<StreamFn>>();
		const stream =
			options.streamFn ?? modelStream({ host, registry, settings, customApis, ...(continuity && { continuity }) });
		this.requests = new ModelRequests(stream, customApis);
		this.budget = new Budget({ host, settings, registry });
		const credentials = credentialVariables(registry);
		const child = childEnv(host.env, credentials);
		this.env = { child, command: withoutVariables(child, settings.get(bashSettings.withheldVariables)) };
		// Tools run under the same user and could read them off the process.
		host.forgetVariables?.([...credentials, ...withheldVariables(host.env)]);
		// After the start; a tool runs at the earliest when a model has answered.
		setTimeout(() => void host.hideMemory?.(), 0);
		this.features = new Features(options.features);
		this.jobs = new SessionJobs({ host, settings, owner: (id) => this.conversations.find(id) });
		this.conversations = new Conversations(async () => {
			await Promise.all([this.jobs[Symbol.asyncDispose](), this.features[Symbol.asyncDispose]()]);
			await registry.store.remote?.settle();
		});
		this.approvals = sharedApprovals(this);
	}
}
