import { selectModel } from "@oh-my-pi/pi-ai/models/select/select";
import { isSettled } from "@oh-my-pi/pi-tools/jobs/job";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import type { ExtensionFrontEnd, ExtensionUi } from "../../../workbench/contract/extension-host.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { Extension } from "./extension.ts";
import { extensionMemory } from "./extension-memory.ts";
import { promptBlocks } from "./older-scope.ts";
import type { OptionalParts } from "./optional-parts.ts";
import { registryView } from "./registry-view.ts";
import { sessionView } from "./session-view.ts";
import type { ExtensionContext, Timer } from "./types.ts";

export interface ContextParts {
	readonly session: OpenedConversation;
	/** The one that the event is about; a child has no user interface. */
	readonly conversation: Conversation;
	readonly front: ExtensionFrontEnd;
	readonly optional: Pick<OptionalParts, "findOrCreateUi">;
	readonly report: (extension: Extension, event: string, error: unknown) => void;
}

/** The `ctx` of handlers, tools and shortcuts. */
export function extensionContext(extension: Extension, parts: ContextParts): ExtensionContext {
	const { session, conversation, front, optional, report } = parts;
	const { registry, workbench } = session;
	const isMain = conversation === session.conversation;
	const ui = isMain ? front.ui : undefined;
	let ownUi: ExtensionUi | undefined;
	const timed = (start: (callback: () => void) => Timer, repeats: boolean) => (callback: () => unknown) => {
		const timer = start(() => {
			if (!repeats) extension.onUnload(timer, undefined);
			const failed = (error: unknown) => report(extension, "timer", error);
			try {
				const result = callback();
				if (result instanceof Promise) result.catch(failed);
			} catch (error) {
				failed(error);
			}
		});
		timer.unref();
		extension.onUnload(timer, () => clearTimeout(timer));
		return timer;
	};
	return {
		get ui() {
			ownUi ??= optional.findOrCreateUi(extension, ui, report);
			return ownUi;
		},
		hasUI: ui !== undefined,
		mode: front.mode,
		get cwd() {
			return session.folder.path;
		},
		sessionManager: sessionView(() => conversation.log),
		modelRegistry: registryView(registry),
		get model() {
			return conversation.model;
		},
		models: {
			list: () => registry.listed(),
			current: () => conversation.model,
			async resolve(spec) {
				const found = await selectModel(spec, registry).catch(() => undefined);
				return found && "model" in found ? found.model : undefined;
			},
			family: ({ id }) => id.replace(/[-@:.]?\d.*$/, ""),
		},
		getContextUsage() {
			const contextWindow = conversation.model?.contextWindow;
			if (contextWindow === undefined) return undefined;
			const { tokens } = conversation.context.usage;
			return { tokens, contextWindow, percent: (tokens / contextWindow) * 100 };
		},
		getSystemPrompt: () => promptBlocks(conversation.systemPrompt),
		isIdle: () => !conversation.isStreaming,
		hasPendingMessages: () => hasQueued(conversation),
		hasQueuedMessages: () => hasQueued(conversation),
		getAsyncJobSnapshot() {
			const jobs = workbench.jobs.list(conversation.id);
			return { running: jobs.filter((job) => !isSettled(job)), recent: jobs.filter(isSettled) };
		},
		localProtocolOptions: {
			getArtifactsDir: () => conversation.log.artifactsDirectory,
			getSessionId: () => conversation.log.id,
		},
		get memory() {
			const memory = workbench.features.memoryFor(conversation, `extension:${extension.name}`);
			return memory && extensionMemory(memory);
		},
		isProjectTrusted: () => workbench.gate.waiting.length === 0,
		abort: () => void conversation.submit({ type: "abort" }),
		shutdown: () => void conversation.idle().then(() => front.quit?.()),
		compact(options = {}) {
			const { customInstructions, onComplete, onError } =
				typeof options === "string" ? { customInstructions: options } : options;
			conversation.compact(customInstructions).then(
				(result) => onComplete?.(result),
				(error: unknown) => {
					if (onError) onError(error instanceof Error ? error : new Error(String(error)));
					else report(extension, "compact", error);
				},
			);
		},
		setInterval: (callback, ms) => timed((run) => setInterval(run, ms), true)(callback),
		setTimeout: (callback, ms) => timed((run) => setTimeout(run, ms), false)(callback),
		clearTimer(timer) {
			extension.onUnload(timer, undefined);
			clearTimeout(timer);
		},
	};
}

function hasQueued({
	queue: {
		waiting: { steering, followUps },
	},
}: Conversation): boolean {
	return steering.length + followUps.length > 0;
}
