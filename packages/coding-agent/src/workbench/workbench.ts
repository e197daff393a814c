import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { allowCommand } from "../app/allow-command.ts";
import { FrontEnd } from "../app/front-end.ts";
import { modelStream } from "../app/model-stream.ts";
import { ApprovalGate } from "../conversation/approval/approval-gate.ts";
import type { Conversation } from "../conversation/conversation.ts";
import type { HookFactory } from "../conversation/conversation-options.ts";
import type { ConversationListener } from "../conversation/event-delivery.ts";
import { approvalSettings } from "../settings/sections/approval.ts";
import type { Settings } from "../settings/settings.ts";

export interface WorkbenchOptions {
	readonly host: Host;
	readonly agentDir: string;
	readonly settings: Settings;
	readonly registry: ModelRegistry;
	/** Asks models in another way than over the network. */
	readonly streamFn?: StreamFn;
	/** Session ids for the provider, where somebody gives them. */
	readonly continuity?: { readonly providerSessionId?: string; readonly promptCacheKey?: string };
}

/**
 * What all conversations of a process share: settings, models, the front end, approvals, and the hooks that take part in each
 * of them. A conversation is made from it by `openConversation`.
 */
export class Workbench {
	readonly host: Host;
	readonly agentDir: string;
	readonly settings: Settings;
	readonly registry: ModelRegistry;
	readonly streamFn: StreamFn;
	/** Where a mode says how it asks the user. */
	readonly frontEnd = new FrontEnd();
	/** Shared, so that the questions of all conversations are asked one after the other, by the same rules. */
	readonly approvals: ApprovalGate;
	readonly #conversations = new Map<string, Conversation>();
	readonly #hooks = new Map<HookFactory, Map<string, () => void>>();
	readonly #listeners = new Map<
		ConversationListener,
		{ readonly name: string; readonly leave: Map<string, () => void> }
	>();

	constructor({ host, agentDir, settings, registry, streamFn, continuity }: WorkbenchOptions) {
		this.host = host;
		this.agentDir = agentDir;
		this.settings = settings;
		this.registry = registry;
		this.streamFn = streamFn ?? modelStream({ host, registry, settings, ...(continuity && { continuity }) });
		this.approvals = new ApprovalGate({
			mode: () => settings.get(approvalSettings.approvalMode),
			policies: () => settings.get(approvalSettings.approval),
			port: () => this.frontEnd.approve,
			async allowAlways(toolName) {
				settings.setEntry(approvalSettings.approval, toolName, "allow");
				await settings.flush();
			},
			async allowMatching(rule, call) {
				allowCommand(settings, rule, call);
				await settings.flush();
			},
		});
	}

	/** The conversations under way, in the order they began. */
	get conversations(): readonly Conversation[] {
		return [...this.#conversations.values()];
	}

	findConversation(id: string): Conversation | undefined {
		return this.#conversations.get(id);
	}

	/** Takes part in every conversation, those under way included; returns a function that removes the hook from all. */
	addHook(make: HookFactory): () => void {
		const added = new Map<string, () => void>();
		this.#hooks.set(make, added);
		for (const conversation of this.conversations) added.set(conversation.id, conversation.addHook(make));
		return () => {
			this.#hooks.delete(make);
			for (const remove of added.values()) remove();
		};
	}

	/** Hears the events of every conversation; the origin tells whose they are. */
	subscribe(listener: ConversationListener, name: string): () => void {
		const leave = new Map<string, () => void>();
		this.#listeners.set(listener, { name, leave });
		for (const conversation of this.conversations) leave.set(conversation.id, conversation.subscribe(listener, name));
		return () => {
			this.#listeners.delete(listener);
			for (const unsubscribe of leave.values()) unsubscribe();
		};
	}

	/** A conversation that was made on this workbench; ids are unique among those under way. */
	register(conversation: Conversation): void {
		const { id } = conversation;
		if (this.#conversations.has(id)) throw new Error(`There is a conversation "${id}" already`);
		this.#conversations.set(id, conversation);
		for (const [make, added] of this.#hooks) added.set(id, conversation.addHook(make));
		for (const [listener, { name, leave }] of this.#listeners) leave.set(id, conversation.subscribe(listener, name));
	}

	/** The conversation has ended. */
	release(id: string): void {
		this.#conversations.delete(id);
		for (const added of this.#hooks.values()) added.delete(id);
		for (const { leave } of this.#listeners.values()) leave.delete(id);
	}
}
