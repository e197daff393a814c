import { join } from "node:path";
import type { ToolSource, ToolSources } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import type { Api } from "@oh-my-pi/pi-ai/message";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream";
import type { PersistentShell } from "@oh-my-pi/pi-natives/shell/persistent-shell";
import { sessionShell } from "@oh-my-pi/pi-tools/bash/session-shell";
import { bashSettings, shellSettings } from "@oh-my-pi/pi-tools/bash/settings";
import type { Tabs } from "@oh-my-pi/pi-tools/browser/tabs";
import type { BuiltInTool } from "@oh-my-pi/pi-tools/built-in-tool";
import { Runtimes } from "@oh-my-pi/pi-tools/eval/runtimes";
import { pythonSettings } from "@oh-my-pi/pi-tools/eval/settings";
import { asyncSettings } from "@oh-my-pi/pi-tools/job/settings";
import type { Job } from "@oh-my-pi/pi-tools/jobs/job";
import { JobBoard } from "@oh-my-pi/pi-tools/jobs/job-board";
import { jobNotice } from "@oh-my-pi/pi-tools/jobs/job-notice";
import { launchSettings } from "@oh-my-pi/pi-tools/launch/settings";
import type { Supervisor } from "@oh-my-pi/pi-tools/processes/supervisor";
import { builtInTools } from "@oh-my-pi/pi-tools/registry";
import type { BrowserService, ProcessService } from "@oh-my-pi/pi-tools/services";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { Budget } from "../budget/budget.ts";
import { ApprovalGate } from "../conversation/approval/approval-gate.ts";
import { allowedIn, policiesIn } from "../conversation/approval/tool-policies.ts";
import type { Conversation } from "../conversation/conversation.ts";
import type { HookFactory } from "../conversation/conversation-options.ts";
import type { ConversationListener } from "../conversation/event-delivery.ts";
import { modelStream } from "../models/model-stream.ts";
import { resolveDirectories } from "../process/directories.ts";
import { approvalSettings } from "../settings/sections/approval.ts";
import { taskSettings } from "../settings/sections/task.ts";
import { webAccessSettings } from "../settings/sections/web.ts";
import type { Settings } from "../settings/settings.ts";
import { interpreterClaim } from "../trust/interpreter-claim.ts";
import { TrustGate } from "../trust/trust-gate.ts";
import { hostsAllowedIn } from "../web/allowed-hosts.ts";
import { SessionWeb } from "../web/session-web.ts";
import type { AgentHost } from "./agent-host.ts";
import { allowCommand } from "./allow-command.ts";
import { childEnv, credentialVariables, withoutVariables } from "./child-env.ts";
import { FrontEnd } from "./front-end.ts";
import { GithubAccess } from "./github-access.ts";
import type { GuestResources, Guests } from "./guests.ts";
import type { ServerFacts } from "./server-facts.ts";
import { SessionJobs } from "./session-jobs.ts";
import { SshHosts } from "./ssh-hosts.ts";
import { WaitingNotifications } from "./waiting-notifications.ts";

export interface WorkbenchOptions {
	readonly host: Host;
	readonly agentDir: string;
	readonly settings: Settings;
	readonly registry: ModelRegistry;
	/** Decides what of a project counts; by default what the user has accepted. */
	readonly gate?: TrustGate;
	/** The built-in tools by default. */
	readonly tools?: readonly BuiltInTool[];
	/** Replaces network requests to models. */
	readonly streamFn?: StreamFn;
	/** Session ids for the provider, if given. */
	readonly continuity?: {
		readonly providerSessionId?: string | undefined;
		readonly promptCacheKey?: string | undefined;
	};
}

/**
 * Shared by all conversations of a process: settings, models, front end, approvals, shells, kernels, jobs, and the hooks
 * and tool sources added to each of them. `openConversation` creates a conversation from it.
 */
export class Workbench {
	readonly host: Host;
	readonly agentDir: string;
	readonly settings: Settings;
	readonly registry: ModelRegistry;
	/** Of the folder omp was started in; `gate.at` gives those of other folders. */
	readonly gate: TrustGate;
	readonly streamFn: StreamFn;
	/** Records what requests cost, and keeps them within the caps. */
	readonly budget: Budget;
	/** Model APIs of extensions. */
	readonly customApis = new Map<Api, () => Promise<StreamFn>>();
	/** Extensions, if there are any. */
	guests: Guests | undefined;
	/** Sub-agents, where there may be some. */
	agents: AgentHost | undefined;
	/** What extensions add to skills, prompts and themes. */
	resources: GuestResources = { skills: [], prompts: [], themes: [] };
	/** MCP servers, if there are any. */
	servers: ServerFacts | undefined;
	/** Keys of MCP servers that a tool of omp replaces, by the variable that has such a key. */
	readonly serverKeys = new Map<string, string>();
	/** Where MCP connections put what servers tell; extensions hear it. */
	readonly mcpNotifications = new WaitingNotifications();
	/** Definitions for the `builtin` source of each conversation, and for views and settings of tools. */
	readonly tools: readonly BuiltInTool[];
	/** A mode connects here. */
	readonly frontEnd = new FrontEnd();
	/** Shared, so that all conversations ask one question at a time, by the same rules. */
	readonly approvals: ApprovalGate;
	/** The environment of child processes, without the provider keys. */
	readonly childEnv: Host["env"];
	/** The same for commands and code of tools, without what the user withholds from them. */
	readonly commandEnv: Host["env"];
	/** Background jobs of all conversations; each result goes to the conversation that owns the job. */
	readonly jobs: JobBoard;
	readonly sessionJobs: SessionJobs;
	/** Programs that are kept running; each is a job of the conversation that started it. */
	readonly processes: ProcessService;
	/** SSH hosts, and the connections to them. */
	readonly ssh: SshHosts;
	/** Browser tabs of all conversations, by name. */
	readonly browsers: BrowserService;
	/** Issues and pull requests that were fetched, and where worktrees go. */
	readonly github: GithubAccess;
	/** Python and JavaScript kernels, by session. Started when a cell first runs. */
	readonly kernels: Runtimes;
	#tabs: Promise<Tabs> | undefined;
	readonly #shells = new Map<string, PersistentShell>();
	readonly #webs = new Map<string, SessionWeb>();
	readonly #sharedSources = new Map<string, ToolSource>();
	readonly #toolSources = new Map<string, ToolSources>();
	readonly #conversations = new Map<string, Conversation>();
	readonly #hooks = new Map<HookFactory, Map<string, () => void>>();
	readonly #listeners = new Map<
		ConversationListener,
		{ readonly name: string; readonly leave: Map<string, () => void> }
	>();

	constructor(options: WorkbenchOptions) {
		const { host, agentDir, settings, registry, streamFn, continuity, tools = builtInTools } = options;
		this.host = host;
		this.agentDir = agentDir;
		this.settings = settings;
		this.registry = registry;
		this.gate = options.gate ?? new TrustGate({ agentDir, cwd: host.cwd, home: host.home, now: host.now });
		this.tools = tools;
		this.streamFn =
			streamFn ??
			modelStream({ host, registry, settings, customApis: this.customApis, ...(continuity && { continuity }) });
		this.budget = new Budget({ host, settings, registry });
		const credentials = credentialVariables(registry);
		this.childEnv = childEnv(host.env, credentials);
		this.commandEnv = withoutVariables(this.childEnv, settings.get(bashSettings.withheldVariables));
		// Tools run under the same user and could read them off the process.
		host.forgetVariables?.(credentials);
		// After the start; a tool runs at the earliest when a model has answered.
		setTimeout(() => void host.hideMemory?.(), 0);
		this.ssh = new SshHosts(host, this.childEnv);
		this.github = new GithubAccess({ host, settings, env: this.childEnv });
		this.jobs = new JobBoard({
			now: host.now,
			maxJobs: settings.get(asyncSettings.maxJobs),
			onResult: (job, isRead) => this.#announce(job, isRead),
		});
		this.sessionJobs = new SessionJobs(this.jobs);
		let supervisor: Promise<Supervisor> | undefined;
		this.processes = {
			load: () => (supervisor ??= this.#startSupervisor()),
			isInUse: () => supervisor !== undefined,
			isOn: () => settings.get(launchSettings.enabled),
		};
		this.browsers = {
			load: () => (this.#tabs ??= this.#startTabs()),
			isInUse: () => this.#tabs !== undefined,
		};
		this.kernels = new Runtimes({
			home: host.home,
			env: this.commandEnv,
			now: host.now,
			newId: host.newId,
			pythonInterpreter: () => settings.get(pythonSettings.interpreter),
			admitsPython: (environment, cwd) => this.gate.at(cwd).admits(interpreterClaim(environment)),
			pythonMode: () => settings.get(pythonSettings.kernelMode),
			sessionEnv: (sessionId) => this.#cellEnv(sessionId),
		});
		this.approvals = new ApprovalGate({
			mode: () => settings.get(approvalSettings.approvalMode),
			policies: () => policiesIn(settings.get(approvalSettings.approval), host.cwd),
			port: () => this.frontEnd.approve,
			async allowAlways(toolName) {
				settings.setEntry(approvalSettings.approval, toolName, "allow");
				await settings.flush();
			},
			async allowInProject(toolName) {
				const before = settings.get(approvalSettings.approval)[toolName];
				settings.setEntry(approvalSettings.approval, toolName, allowedIn(before, host.cwd));
				await settings.flush();
			},
			async allowMatching(rule, call, scope) {
				allowCommand(settings, rule, call, scope === "project" ? host.cwd : undefined);
				await settings.flush();
			},
			hosts: () => hostsAllowedIn(host.cwd, settings.get(webAccessSettings.hosts)),
			async allowHost(pattern, scope) {
				const entry = scope === "project" ? `${pattern} @ ${host.cwd}` : pattern;
				settings.set(webAccessSettings.hosts, [...settings.get(webAccessSettings.hosts), entry]);
				await settings.flush();
			},
		});
	}

	/** Open conversations, oldest first. */
	get conversations(): readonly Conversation[] {
		return [...this.#conversations.values()];
	}

	findConversation(id: string): Conversation | undefined {
		return this.#conversations.get(id);
	}

	/** The conversation of the user's that this one belongs to; often itself. */
	topOf(conversation: Conversation): Conversation {
		const { parentId } = conversation.origin;
		const parent = parentId === undefined ? undefined : this.findConversation(parentId);
		return parent ? this.topOf(parent) : conversation;
	}

	/** Adds a hook to all open and future conversations; returns a function that removes it. */
	addHook(make: HookFactory): () => void {
		const added = new Map<string, () => void>();
		this.#hooks.set(make, added);
		for (const conversation of this.conversations) added.set(conversation.id, conversation.addHook(make));
		return () => {
			this.#hooks.delete(make);
			for (const remove of added.values()) remove();
		};
	}

	/** Subscribes to all conversations; events carry their origin. */
	subscribe(listener: ConversationListener, name: string): () => void {
		const leave = new Map<string, () => void>();
		this.#listeners.set(listener, { name, leave });
		for (const conversation of this.conversations) leave.set(conversation.id, conversation.subscribe(listener, name));
		return () => {
			this.#listeners.delete(listener);
			for (const unsubscribe of leave.values()) unsubscribe();
		};
	}

	/** Adds or replaces a tool source in all open and future conversations. */
	putToolSource(source: ToolSource): void {
		this.#sharedSources.set(source.id, source);
		for (const sources of this.#toolSources.values()) sources.put(source);
	}

	removeToolSource(id: string): void {
		this.#sharedSources.delete(id);
		for (const sources of this.#toolSources.values()) sources.remove(id);
	}

	/** The persistent shell of a conversation. */
	shellOf(id: string): PersistentShell {
		const known = this.#shells.get(id);
		if (known) return known;
		const shellPath = this.settings.get(shellSettings.shellPath);
		const { home, env, newId } = this.host;
		const shell = sessionShell({ home, env, newId, ...(shellPath && { shellPath }) });
		this.#shells.set(id, shell);
		return shell;
	}

	/** The web access of a session, by the conversation that the user has. */
	webOf(id: string): SessionWeb {
		const known = this.#webs.get(id);
		if (known) return known;
		const web = new SessionWeb({
			env: this.host.env,
			allowHosts: () => this.settings.get(webAccessSettings.allowHosts),
			ask: () => this.frontEnd.ask,
		});
		this.#webs.set(id, web);
		return web;
	}

	/** Registers an open conversation; throws for a duplicate id. */
	register(conversation: Conversation, toolSources: ToolSources): void {
		const { id } = conversation;
		if (this.#conversations.has(id)) throw new Error(`A conversation "${id}" is already open`);
		this.#conversations.set(id, conversation);
		this.#toolSources.set(id, toolSources);
		for (const source of this.#sharedSources.values()) toolSources.put(source);
		for (const [make, added] of this.#hooks) added.set(id, conversation.addHook(make));
		for (const [listener, { name, leave }] of this.#listeners) leave.set(id, conversation.subscribe(listener, name));
	}

	/** Cleans up after a conversation, children first; after the last one also the shared services. */
	async release(id: string): Promise<void> {
		const children = this.conversations.filter(({ origin }) => origin.parentId === id);
		await Promise.all(children.map((child) => child.dispose("parent ended")));
		this.#conversations.delete(id);
		this.#toolSources.delete(id);
		for (const added of this.#hooks.values()) added.delete(id);
		for (const { leave } of this.#listeners.values()) leave.delete(id);
		await this.jobs.endAll(id);
		await this.#shells.get(id)?.[Symbol.asyncDispose]();
		this.#shells.delete(id);
		this.#webs.delete(id);
		if (this.#conversations.size > 0) return;
		const tabs = await this.#tabs;
		this.#tabs = undefined;
		await Promise.all([
			this.jobs[Symbol.asyncDispose](),
			this.kernels[Symbol.asyncDispose](),
			this.ssh.close(),
			tabs?.[Symbol.asyncDispose](),
		]);
		this.github.close();
	}

	/** Where cells find the files of their session; a sub-agent's are those of the user's session. */
	#cellEnv(sessionId: string): Readonly<Record<string, string>> {
		const own = this.conversations.find(({ log }) => log.id === sessionId);
		const folder = own && this.topOf(own).log.artifactsDirectory;
		return {
			PI_EVAL_MAX_CONCURRENCY: String(this.settings.get(taskSettings.maxConcurrency)),
			...(own?.log.file !== undefined && { PI_SESSION_FILE: own.log.file }),
			...(folder !== undefined && { PI_ARTIFACTS_DIR: folder, PI_EVAL_LOCAL_ROOTS: join(folder, "local") }),
		};
	}

	async #startTabs(): Promise<Tabs> {
		const { Tabs } = await import("@oh-my-pi/pi-tools/browser/tabs");
		return new Tabs();
	}

	async #startSupervisor(): Promise<Supervisor> {
		const { Supervisor } = await import("@oh-my-pi/pi-tools/processes/supervisor");
		const { host, commandEnv: env, jobs: board } = this;
		const root = join(resolveDirectories(host).config, "run", "daemons");
		return new Supervisor({ root, board, env, now: host.now });
	}

	/** Reports a finished job to the model as an aside, unless the model reads the result by other means first. */
	#announce(job: Job, isRead: () => boolean): void {
		const owner = this.#conversations.get(job.ownerId);
		if (!owner) {
			void ignoreFailure(this.sessionJobs.keep(job), "the log of that session is gone");
			return;
		}
		const { text: content, details } = jobNotice([job]);
		const timestamp = this.host.now();
		const message = { role: "custom", customType: "async-result", content, display: true, details, timestamp } as const;
		void owner.submit({ type: "send", message, as: "aside", triggerTurn: "unless_interrupted", isStale: isRead });
	}
}
