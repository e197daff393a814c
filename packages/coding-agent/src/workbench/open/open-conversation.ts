import { interruptionNotice } from "@oh-my-pi/pi-session/tree/interruption-notice";
import { ChangeJournal } from "@oh-my-pi/pi-tools/files/mutate/change-journal";
import { SnapshotStore } from "@oh-my-pi/pi-tools/files/snapshots/snapshot-store";
import { startupPhase } from "@oh-my-pi/pi-utils/startup-phase";
import { Conversation, mainConversation } from "../../conversation/kernel/conversation.ts";
import { resumedContext } from "../../conversation/session/rebuild-state.ts";
import { modelRestorer } from "../../models/restore-model.ts";
import type { ConversationSpec } from "../contract/conversation-spec.ts";
import { conversationShell } from "../conversation-shell.ts";
import { CommandTurns } from "../hooks/command-turns.ts";
import { conversationHooks, retryLimits } from "../hooks/conversation-hooks.ts";
import { PendingPreviews } from "../hooks/pending-previews.ts";
import type { OpenedConversation } from "../opened-conversation.ts";
import { toolServices } from "../services/tool-services.ts";
import { builtInSources } from "../tools/conversation-tools.ts";
import type { Workbench } from "../workbench.ts";
import { conversationCommands } from "./conversation-commands.ts";
import { conversationModel, restoreAccounts } from "./conversation-model.ts";
import { conversationPrompt } from "./conversation-prompt.ts";
import { conversationUrls, listedSchemes } from "./conversation-urls.ts";
import { loopPreferences } from "./loop-preferences.ts";
import { openedConversation } from "./opened.ts";
import { recoverySettings } from "./recovery-settings.ts";
import { openToolSources, requestOptions } from "./request-options.ts";
import { StartNotices } from "./start-notices.ts";

/** Starts a conversation on a log: chooses model, tools and prompt, and connects the hooks. */
export async function openConversation(workbench: Workbench, spec: ConversationSpec): Promise<OpenedConversation> {
	const { host, settings, registry, conversations, jobs, gate } = workbench;
	const { log, parent, subagent } = spec;
	const id = spec.id ?? (parent ? host.newId() : mainConversation);
	const folder = { path: spec.cwd ?? host.cwd };
	const notices = new StartNotices(spec.notices);
	const { source: prompt, git, agentFiles } = conversationPrompt(workbench, spec, { id, folder, warn: notices.warn });
	// Read prompt files while the model is being chosen.
	prompt.preload();
	const context = resumedContext(log, host.now());
	const { notice, chosen } = await conversationModel(workbench, spec, context);
	notices.add(notice, interruptionNotice(context.messages, log.path()));

	const shell = conversationShell(
		workbench,
		workbench.features.box?.serviceFor(() => folder.path),
	);
	const journal = new ChangeJournal();
	const toolSources = openToolSources(workbench, spec, (message) => conversation.notify("warning", message, "tools"));
	const meter = workbench.budget.openMeter({
		id,
		parent: parent?.id,
		session: () => conversation.log.header.id,
		project: () => gate.at(folder.path).project.key,
	});
	const conversation: Conversation = new Conversation({
		id,
		...(parent && { parentId: parent.id }),
		host,
		log,
		streamFn: meter.stream(workbench.requests.stream),
		...chosen,
		systemPrompt: [],
		tools: [],
		messages: context.messages,
		apiKey: async ({ provider }) => (await registry.findCredential(provider))?.key,
		requestSetup: requestOptions(workbench, spec, {
			...{ context, toolSources, prompt, git, folder, conversation: () => conversation },
			schemes: () => listedSchemes(urls, conversation, top),
			servers: () => joined.instructions(),
			guidance: () => joined.guidance(),
		}),
		...loopPreferences(settings),
		retry: retryLimits(settings),
		...recoverySettings(settings, registry, host, workbench),
		cwd: () => folder.path,
		restoreModel: modelRestorer(registry, settings),
		hasBackgroundWork: () => jobs.hasRunning(id),
		teardown: async () => {
			await conversations.release(id, async () => {
				await jobs.endAll(id);
				await shell[Symbol.asyncDispose]();
			});
			await journal[Symbol.asyncDispose]();
			git?.[Symbol.dispose]();
		},
	});
	// A session and its sub-agents have one folder of artifacts and `local://` files.
	const top = parent ? conversations.findTop(parent) : conversation;
	const urls = conversationUrls(workbench, { top, prompt, joined: () => joined });
	const joined = workbench.features.join({
		...{ conversation, top, folder, prompt },
		settings: subagent?.settings ?? settings,
		services: () => services,
		...(subagent && { subagent }),
	});
	const previews = new PendingPreviews(host.now, () => joined.standingAction());
	const snapshots = new SnapshotStore();
	const turns = new CommandTurns(workbench, folder);
	const parts = {
		...{ workbench, conversation, top, folder, prompt, joined, shell, journal, snapshots, previews, turns, urls },
		...{ toolSources, notices, agentFiles, runtimes: joined.services.kernels?.runtimes },
		...(subagent && { subagent }),
		...(spec.spawning && { spawning: spec.spawning }),
	};
	const services = toolServices(parts);
	const offer = {
		env: host.env,
		toolsDependOn: () => joined.toolsDependOn(),
		warn: (text: string) => notices.add(text),
	};
	for (const source of builtInSources(workbench.tools, spec, services, offer)) toolSources.put(source);
	for (const hook of [...conversationHooks(parts), ...joined.hooks]) conversation.addHook(hook);
	for (const source of joined.tools) toolSources.put(source);
	conversation.addHook(() => meter.hook);
	conversations.register(conversation, toolSources);
	spec.problems?.connect(({ message }) => conversation.notify("warning", message, "session"));
	await restoreAccounts(log, registry);
	await startupPhase(host, "conversation/prompt", () => conversation.refresh());
	notices.connect(conversation);
	return openedConversation(parts, conversationCommands({ ...parts, warn: notices.warn }, spec));
}
