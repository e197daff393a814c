import { ToolSources } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import type { SessionContext } from "@oh-my-pi/pi-session/context";
import { interruptionNotice } from "@oh-my-pi/pi-session/interruption-notice";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import { taggedTexts } from "@oh-my-pi/pi-tools/edit/edit";
import { goalSettings } from "@oh-my-pi/pi-tools/goal/settings";
import { ChangeJournal } from "@oh-my-pi/pi-tools/mutate/change-journal";
import { toolSettings } from "@oh-my-pi/pi-tools/settings";
import { SnapshotStore } from "@oh-my-pi/pi-tools/snapshots/snapshot-store";
import { startupPhase } from "@oh-my-pi/pi-utils/startup-phase";
import { setOutsidePayer } from "../budget/outside-requests.ts";
import { Conversation, mainConversation } from "../conversation/conversation.ts";
import { GoalMode } from "../conversation/goal/goal-mode.ts";
import { convertToLlm } from "../conversation/history/convert-to-llm.ts";
import { attachedImages } from "../conversation/images/attached-images.ts";
import { PlanMode } from "../conversation/plan/plan-mode.ts";
import type { PromptFlags } from "../conversation/prompt/prompt-files.ts";
import { PromptSource } from "../conversation/prompt/prompt-source.ts";
import { RewrittenPrompt } from "../conversation/prompt/rewritten-prompt.ts";
import { resumedContext } from "../conversation/session/rebuild-state.ts";
import { ToolOffer } from "../conversation/tools/tool-offer.ts";
import type { AgentFile } from "../discovery/capabilities/agents.ts";
import { FileCommands } from "../file-commands/file-commands.ts";
import { childTier, modelRestorer, recordChoice, resolveServiceTier } from "../models/restore-model.ts";
import { type ModelRequest, type StartingModel, startingModel } from "../models/starting-model.ts";
import { mcpSettings } from "../settings/sections/mcp.ts";
import { promptSettings } from "../settings/sections/prompt.ts";
import { skillSettings } from "../settings/sections/skills.ts";
import type { AgentHost, AgentSeat } from "./agent-host.ts";
import { CommandTurns } from "./command-turns.ts";
import { conversationHooks, retryLimits } from "./conversation-hooks.ts";
import { builtInSources, isSwitchedOn, type ToolChoice } from "./conversation-tools.ts";
import { loopPreferences } from "./loop-preferences.ts";
import type { OpenedConversation } from "./opened-conversation.ts";
import { type AgentOutputs, localFolder, ownUrlSchemes } from "./own-url-schemes.ts";
import { PendingPreviews } from "./pending-previews.ts";
import type { ProblemRelay } from "./problem-relay.ts";
import { recoverySettings } from "./recovery-settings.ts";
import { sessionPrompt } from "./session-prompt.ts";
import { toolServices } from "./tool-services.ts";
import { whyAbsent } from "./unknown-tools.ts";
import { UrlSchemes } from "./url-schemes.ts";
import { userShell } from "./user-shell.ts";
import type { Workbench } from "./workbench.ts";

/** What distinguishes a conversation from others on its workbench. */
export interface ConversationSpec extends ToolChoice {
	/** Unique id; optional for the main conversation only. */
	readonly id?: string;
	/** The parent conversation: questions of the child reach the same user, marked with its id. */
	readonly parent?: Conversation;
	readonly log: SessionLog;
	/** The requested model; defaults come from the log and the settings. A child uses its parent's model. */
	readonly model?: ModelRequest;
	/** A model that was already chosen; overrides everything else. */
	readonly chosen?: StartingModel;
	/** May replace the model that was found. */
	readonly chooseModel?: (found: StartingModel) => StartingModel;
	readonly prompt?: PromptFlags;
	/** For a sub-agent: its tools, and what they are given. */
	readonly seat?: AgentSeat;
	/** Rewrites the system prompt. */
	readonly rewritePrompt?: (blocks: readonly string[]) => readonly string[];
	/** The working directory; the host's cwd by default. */
	readonly cwd?: string;
	/** Reports problems with session files once a listener is attached. */
	readonly problems?: ProblemRelay;
	/** Notices to show at the start. */
	readonly notices?: readonly string[];
}

/** Starts a conversation on a log: chooses model, tools and prompt, and connects the hooks. */
export async function openConversation(workbench: Workbench, spec: ConversationSpec): Promise<OpenedConversation> {
	const { host, agentDir, settings, registry, frontEnd } = workbench;
	const { log, parent } = spec;
	const id = spec.id ?? (parent ? host.newId() : mainConversation);
	const folder = { path: spec.cwd ?? host.cwd };
	const notices = [...(spec.notices ?? [])];
	const warned = new Set<string>();
	let agentFiles: readonly AgentFile[] = [];
	let isOpen = false;
	const warn = (text: string) => {
		if (warned.has(text)) return;
		warned.add(text);
		if (isOpen) conversation.notify("warning", text, "files");
		else notices.push(text);
	};
	const shared = spec.seat?.facts;
	const ownPrompt = () =>
		sessionPrompt(
			{
				host,
				agentDir,
				settings,
				gate: workbench.gate,
				flags: spec.prompt ?? {},
				warn,
				moreSkills: () => workbench.resources.skills,
				onAgents: (files) => {
					agentFiles = files;
				},
				onSshHosts: (hosts) => workbench.ssh.put(id, hosts),
			},
			folder,
		);
	const usual = shared ? new PromptSource(shared, () => folder.path) : ownPrompt();
	// Read prompt files while the model is being chosen.
	usual.preload();
	const context = resumedContext(log, host.now());
	const { notice, ...chosen } = await startupPhase(host, "conversation/model", () =>
		chooseModel(workbench, spec, context),
	);
	recordChoice(log, context, chosen);
	notices.push(...[notice, interruptionNotice(context.messages, log.path())].filter((text) => text !== undefined));

	const serviceTier = spec.seat ? childTier(settings, parent) : resolveServiceTier(context, settings);
	const toolSources = new ToolSources([], {
		// A tool with words for why it is not there stays, to answer calls with them.
		isOn: (tool) =>
			isSwitchedOn(tool, settings) && ((spec.seat?.accepts(tool) ?? true) || tool.unavailable?.() !== undefined),
		onProblem: (message) => conversation.notify("warning", message, "tools"),
	});
	const spender = workbench.budget.spender({
		id,
		parent: parent?.id,
		session: () => conversation.log.header.id,
		project: () => workbench.gate.at(folder.path).project.key,
	});
	const conversation: Conversation = new Conversation({
		id,
		...(parent && { parentId: parent.id }),
		host,
		log,
		streamFn: spender.stream(workbench.streamFn),
		...chosen,
		...(serviceTier !== undefined && { serviceTier }),
		systemPrompt: [],
		tools: [],
		messages: context.messages,
		apiKey: async ({ provider }) => (await registry.findCredential(provider))?.key,
		requestSetup: {
			offer: new ToolOffer({
				sources: toolSources,
				rules: () => ({
					mode: settings.get(toolSettings.discoveryMode),
					essential: [...settings.get(toolSettings.essentialOverride), ...(spec.seat?.namedTools ?? [])],
					servers: settings.get(mcpSettings.discoveryDefaultServers),
				}),
				selected: context.selectedMCPToolNames,
				// Elsewhere a model may be held to its list, and could not call what is not in it.
				isFixed: () =>
					conversation.model?.api === "anthropic-messages" &&
					conversation.messages.some(({ role }) => role === "assistant"),
			}),
			prompt: spec.rewritePrompt ? new RewrittenPrompt(usual, spec.rewritePrompt) : usual,
			// An in-memory session has no `local://` files.
			schemes: () =>
				urls
					.all()
					.map(({ scheme }) => scheme)
					.filter((scheme) => scheme !== "local" || top.log.file !== undefined)
					.filter((scheme) => (scheme !== "issue" && scheme !== "pr") || workbench.github.isTold(folder.path))
					.filter((scheme) => scheme !== "ssh" || ssh.hosts().length > 0)
					.filter((scheme) => scheme !== "agent" || conversation.tools.some(({ name }) => name === "task")),
			serverInstructions: () => workbench.servers?.instructions() ?? [],
			namesModel: () => settings.get(promptSettings.includeModelInPrompt),
			whyAbsent: (name) => whyAbsent(name, workbench.tools, settings),
		},
		...loopPreferences(settings),
		retry: retryLimits(settings),
		...recoverySettings(settings, registry, host, frontEnd),
		cwd: () => folder.path,
		restoreModel: modelRestorer(registry, settings),
		hasBackgroundWork: () => workbench.jobs.hasRunning(conversation.id),
		teardown: async () => {
			await workbench.release(conversation.id);
			await journal[Symbol.asyncDispose]();
		},
	});
	const currentLog = () => conversation.log;
	const skills = async () => (await usual.facts()).skills ?? [];
	const rules = async () => {
		const { rules: own, builtinRules } = await usual.facts();
		return [...(own ? Object.values(own).flat() : []), ...((await builtinRules?.()) ?? [])];
	};
	const conversations = () => workbench.conversations;
	// A session and its sub-agents have one folder of artifacts and `local://` files.
	const top = parent ? workbench.topOf(parent) : conversation;
	const ssh = workbench.ssh.serviceFor(top.id);
	const urls = new UrlSchemes(
		ownUrlSchemes({
			log: () => top.log,
			conversations,
			rules,
			skills,
			images: {
				attached: () => attachedImages(convertToLlm(top.messages)),
				folder: () => top.log.artifactsDirectory,
			},
			...(workbench.agents && { agents: agentUrls(workbench.agents, top) }),
			ssh,
			github: workbench.github.threads(() => folder.path),
		}),
		() => workbench.servers?.schemes() ?? [],
	);
	const plan = new PlanMode({ log: currentLog, localFolder: () => localFolder(top.log), now: host.now });
	const continuing = { goals: () => false };
	const goal = new GoalMode({
		log: currentLog,
		now: host.now,
		newId: host.newId,
		isPlanning: () => plan.isActive,
		mayContinue: () => continuing.goals(),
		isEnabled: () => settings.get(goalSettings.enabled),
		onChange: (changed) => conversation.announceGoal(changed),
	});
	const previews = new PendingPreviews(host.now, () => plan.standing);
	const snapshots = new SnapshotStore();
	const journal = new ChangeJournal();
	const turns = new CommandTurns(workbench, folder);
	const parts = {
		workbench,
		conversation,
		folder,
		turns,
		snapshots,
		journal,
		previews,
		urls,
		plan,
		goal,
		prompt: usual,
		top,
		...(spec.seat && { seat: spec.seat }),
		agentFiles: () => agentFiles,
	};
	const offer = { env: host.env, warn: (notice: string) => notices.push(notice) };
	for (const source of builtInSources(workbench.tools, spec, toolServices(parts), offer)) toolSources.put(source);
	for (const hook of conversationHooks(parts)) conversation.addHook(hook);
	conversation.addHook(() => spender.hook);
	if (!parent) {
		setOutsidePayer(spender);
		workbench.budget.onProblem = (message) => conversation.notify("warning", message, "budget");
	}
	workbench.register(conversation, toolSources);
	spec.problems?.connect(({ message }) => conversation.notify("warning", message, "session"));
	if (log.path().some(({ type }) => type === "credential_pin")) {
		const { restorePins } = await import("../accounts/pin-account.ts");
		restorePins(log, registry);
	}
	await startupPhase(host, "conversation/prompt", () => conversation.refresh());
	isOpen = true;
	const problems = [...registry.problems, ...settings.problems, ...log.problems.map(({ message }) => message)];
	return {
		workbench,
		host,
		conversation,
		registry,
		settings,
		agentDir,
		get log() {
			return conversation.log;
		},
		folder,
		taggedText: taggedTexts({ cwd: () => folder.path, home: host.home, snapshots }),
		shell: userShell(parts),
		jobs: () => workbench.jobs.list(conversation.id),
		urlSchemes: urls,
		pendingActions: previews.queue,
		fileCommands: new FileCommands({
			folder: () => folder.path,
			load: async (cwd) => {
				const [{ loadFileCommands }, { skillCommands }] = await Promise.all([
					import("../file-commands/load-file-commands.ts"),
					import("../skills/invoke-skill.ts"),
				]);
				const loaded = await loadFileCommands(cwd, {
					host,
					agentDir,
					settings,
					gate: workbench.gate.at(cwd),
					morePrompts: workbench.resources.prompts,
				});
				if (!settings.get(skillSettings.enableSkillCommands)) return loaded;
				// A running reply keeps its prompt.
				if (!conversation.isStreaming) await usual.forgetIfStale();
				const facts = await usual.facts();
				return {
					...loaded,
					commands: [...skillCommands(facts.skills ?? []), ...loaded.commands],
					isStale: () => loaded.isStale?.() || facts.isStale?.() || false,
				};
			},
			warn,
			servers: () => workbench.servers,
			act: {
				place: () => ({
					project: workbench.gate.at(folder.path).project,
					cwd: folder.path,
					home: host.home,
					env: workbench.childEnv,
				}),
				begin: (prompt, actions, name) => turns.begin(prompt, actions, name),
			},
		}),
		plan,
		goal,
		continuing,
		toolSources,
		journal,
		frontEnd,
		get trust() {
			return workbench.gate.at(folder.path);
		},
		promptFacts: () => usual.facts(),
		async refreshPrompt() {
			usual.forget();
			await conversation.refresh();
		},
		// Notices may be added until they are read.
		get notices() {
			return [...problems, ...notices];
		},
	};
}

async function chooseModel(
	{ registry, settings, host }: Workbench,
	{ chosen, parent, model, chooseModel: choose }: ConversationSpec,
	context: SessionContext,
): Promise<StartingModel> {
	if (chosen) return chosen;
	if (parent && !model) return { model: parent.model, thinkingLevel: parent.thinkingLevel };
	const found = await startingModel(registry, model ?? {}, context, settings, host);
	return choose?.(found) ?? found;
}

function agentUrls(agents: AgentHost, top: Conversation): AgentOutputs {
	return {
		earlier: () => agents.earlier(top),
		output: (id) => agents.output(top, id),
		ids: () => agents.outputIds(top),
	};
}
