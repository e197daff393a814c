import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import { taggedTexts } from "@oh-my-pi/pi-tools/edit/edit";
import { startupPhase } from "@oh-my-pi/pi-utils/startup-phase";
import type { Session } from "../app/compose-session.ts";
import { loopPreferences } from "../app/loop-preferences.ts";
import type { ProblemRelay } from "../app/problem-relay.ts";
import { recordChoice } from "../app/record-choice.ts";
import { modelRestorer, resolveServiceTier } from "../app/restore-model.ts";
import { connectLinks, sessionLinks } from "../app/session-links.ts";
import { type ModelRequest, type StartingModel, startingModel } from "../app/session-models.ts";
import { promptSource } from "../app/standing-facts.ts";
import { sessionTools } from "../app/tools.ts";
import { userShell } from "../app/user-shell.ts";
import { Conversation } from "../conversation/conversation.ts";
import type { PromptFlags } from "../conversation/prompt/prompt-files.ts";
import { RewrittenPrompt } from "../conversation/prompt/rewritten-prompt.ts";
import { resumedContext } from "../conversation/session/rebuild-state.ts";
import { ToolOffer } from "../conversation/tools/tool-offer.ts";
import { FileCommands } from "../file-commands/file-commands.ts";
import { promptSettings } from "../settings/sections/prompt.ts";
import { toolSettings } from "../settings/sections/tools.ts";
import { conversationHooks, retryLimits } from "./conversation-hooks.ts";
import { recoverySettings } from "./recovery-settings.ts";
import type { Workbench } from "./workbench.ts";

/** What makes one conversation different from the others on its workbench. */
export interface ConversationSpec {
	/** Names it for as long as it lives; only the main conversation needs none. */
	readonly id?: string;
	/** The conversation on whose behalf it works: its questions reach the same user, marked with its id. */
	readonly parent?: Conversation;
	readonly log: SessionLog;
	/** A model by name and the like; what is missing comes from the log and the settings. */
	readonly model?: ModelRequest;
	/** Has the last word about the model. */
	readonly chooseModel?: (found: StartingModel) => StartingModel;
	/** Names of built-in tools; all of them by default. */
	readonly toolNames?: readonly string[];
	readonly noTools?: boolean;
	/** Has the last word about the tools. */
	readonly chooseTools?: (found: readonly AgentTool[]) => readonly AgentTool[];
	readonly prompt?: PromptFlags;
	/** Has the last word about the system prompt. */
	readonly rewritePrompt?: (blocks: readonly string[]) => readonly string[];
	/** The folder to work in; the host's by default. */
	readonly cwd?: string;
	/** Reports problems with session files once somebody can be told. */
	readonly problems?: ProblemRelay;
	/** What the user should know from the start. */
	readonly notices?: readonly string[];
}

/** Starts a conversation on a log: chooses model, tools and prompt, and connects everything that takes part. */
export async function openConversation(workbench: Workbench, spec: ConversationSpec): Promise<Session> {
	const { host, agentDir, settings, registry, frontEnd } = workbench;
	const { log } = spec;
	const folder = { path: spec.cwd ?? host.cwd };
	const notices = [...(spec.notices ?? [])];
	const flags = spec.prompt ?? {};
	const usual = promptSource({ host, agentDir, settings, flags, warn: (text) => notices.push(text) }, folder);
	// Reads files while the model is being chosen.
	usual.preload();
	const prompt = spec.rewritePrompt ? new RewrittenPrompt(usual, spec.rewritePrompt) : usual;
	const context = resumedContext(log, host.now());
	const starting = await startupPhase(host, "conversation/model", async () => {
		if (spec.parent && !spec.model) return { model: spec.parent.model, thinkingLevel: spec.parent.thinkingLevel };
		return startingModel(registry, spec.model ?? {}, context, settings, host);
	});
	const { notice, ...chosen } = spec.chooseModel?.(starting) ?? starting;
	recordChoice(log, context, chosen);
	if (notice !== undefined) notices.push(notice);

	const links = sessionLinks(host, settings, frontEnd);
	const tools = sessionTools({
		host,
		settings,
		registry,
		options: { noTools: spec.noTools ?? false, ...(spec.toolNames && { tools: spec.toolNames }) },
		folder,
		links,
	});
	const registered = spec.chooseTools ? changed(tools, spec.chooseTools) : tools;
	const serviceTier = resolveServiceTier(context, settings);
	const id = spec.id ?? (spec.parent ? host.newId() : undefined);
	const parentId = spec.parent?.id;
	const conversation: Conversation = new Conversation({
		...(id !== undefined && { id }),
		...(parentId !== undefined && { parentId }),
		host,
		log,
		streamFn: workbench.streamFn,
		...chosen,
		...(serviceTier !== undefined && { serviceTier }),
		systemPrompt: [],
		tools: [],
		messages: context.messages,
		apiKey: async ({ provider }) => (await registry.findCredential(provider))?.key,
		requestSetup: {
			offer: new ToolOffer({
				registered,
				rules: () => ({
					mode: settings.get(toolSettings.discoveryMode),
					essential: settings.get(toolSettings.essentialOverride),
					servers: [],
				}),
				isAvailable: (toolName) => {
					if (toolName === "goal") return links.goal.goal !== undefined;
					return toolName !== "ask" || frontEnd.ask !== undefined;
				},
				isNeeded: (toolName) => toolName === "resolve" && links.plan.isActive,
				selected: context.selectedMCPToolNames,
			}),
			prompt,
			// A session that is not on disk has no `local://` files.
			schemes: () =>
				links.urls
					.all()
					.map(({ scheme }) => scheme)
					.filter((scheme) => scheme !== "local" || conversation.log.file !== undefined),
			namesModel: () => settings.get(promptSettings.includeModelInPrompt),
		},
		hooks: conversationHooks({
			workbench,
			links,
			folder,
			conversation: () => conversation,
			...(parentId !== undefined && { parentId }),
		}),
		...loopPreferences(settings),
		retry: retryLimits(settings),
		...recoverySettings(settings, registry, host, frontEnd),
		cwd: () => folder.path,
		restoreModel: modelRestorer(registry, settings),
		hasBackgroundWork: () => links.jobs.board?.hasRunning(conversation.id) ?? false,
		teardown: async () => {
			workbench.release(conversation.id);
			await links.closing.disposeAsync();
		},
	});
	connectLinks(links, conversation);
	workbench.register(conversation);
	spec.problems?.connect(({ message }) => conversation.notify("warning", message, "session"));
	if (log.path().some(({ type }) => type === "credential_pin")) {
		const { restorePins } = await import("../accounts/pin-account.ts");
		restorePins(log, registry);
	}
	await startupPhase(host, "conversation/prompt", () => conversation.refresh());
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
		taggedText: taggedTexts({ cwd: () => folder.path, home: host.home, snapshots: links.snapshots }),
		shell: userShell({ host, settings, registry, folder, links, conversation }),
		jobs: () => links.jobs.board?.list(conversation.id) ?? [],
		urlSchemes: links.urls,
		fileCommands: new FileCommands({
			folder: () => folder.path,
			load: async (cwd) => {
				const { loadFileCommands } = await import("../file-commands/load-file-commands.ts");
				return loadFileCommands(cwd, { host, agentDir, settings });
			},
			warn: (message) => conversation.notify("warning", message),
		}),
		plan: links.plan,
		goal: links.goal,
		continuing: links.continuing,
		frontEnd,
		// More may come until somebody looks.
		get notices() {
			return [...problems, ...notices];
		},
	};
}

/** The same tools give the same list, so that it is not taken for a change. */
function changed(
	tools: ReturnType<typeof sessionTools>,
	change: NonNullable<ConversationSpec["chooseTools"]>,
): ReturnType<typeof sessionTools> {
	const made = new WeakMap<readonly AgentTool[], readonly AgentTool[]>();
	return (model) => {
		const found = tools(model);
		const known = made.get(found) ?? change(found);
		made.set(found, known);
		return known;
	};
}
