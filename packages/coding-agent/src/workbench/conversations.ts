import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ToolSource, ToolSources } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import type { Conversation } from "../conversation/kernel/conversation.ts";
import type { HookFactory } from "../conversation/kernel/conversation-options.ts";
import type { ConversationListener } from "../conversation/kernel/event-delivery.ts";

/** The open conversations of a session, and what is added to each of them. */
export class Conversations {
	readonly #onLast: () => Promise<void>;
	readonly #sharedSources = new Map<string, ToolSource>();
	readonly #toolSources = new Map<string, ToolSources>();
	readonly #open = new Map<string, Conversation>();
	readonly #hooks = new Map<HookFactory, Map<string, () => void>>();
	readonly #listeners = new Map<
		ConversationListener,
		{ readonly name: string; readonly leave: Map<string, () => void> }
	>();

	/** `onLast` is called when the last conversation has ended. */
	constructor(onLast: () => Promise<void>) {
		this.#onLast = onLast;
	}

	/** Oldest first. */
	get all(): readonly Conversation[] {
		return [...this.#open.values()];
	}

	find(id: string): Conversation | undefined {
		return this.#open.get(id);
	}

	/** The conversation of the user's that this one belongs to; often itself. */
	findTop(conversation: Conversation): Conversation {
		const { parentId } = conversation.origin;
		const parent = parentId === undefined ? undefined : this.find(parentId);
		return parent ? this.findTop(parent) : conversation;
	}

	/** Adds a hook to all open and future conversations; returns a function that removes it. */
	addHook(make: HookFactory): () => void {
		const added = new Map<string, () => void>();
		this.#hooks.set(make, added);
		for (const conversation of this.all) added.set(conversation.id, conversation.addHook(make));
		return () => {
			this.#hooks.delete(make);
			for (const remove of added.values()) remove();
		};
	}

	/** Subscribes to all conversations; events carry their origin. */
	subscribe(listener: ConversationListener, name: string): () => void {
		const leave = new Map<string, () => void>();
		this.#listeners.set(listener, { name, leave });
		for (const conversation of this.all) leave.set(conversation.id, conversation.subscribe(listener, name));
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

	/** The tools of all open conversations, offered or not. */
	get tools(): readonly AgentTool[] {
		return [...this.#toolSources.values()].flatMap((sources) => sources.tools(undefined));
	}

	removeToolSource(id: string): void {
		this.#sharedSources.delete(id);
		for (const sources of this.#toolSources.values()) sources.remove(id);
	}

	/** Registers an open conversation; throws for a duplicate id. */
	register(conversation: Conversation, toolSources: ToolSources): void {
		const { id } = conversation;
		if (this.#open.has(id)) throw new Error(`A conversation "${id}" is already open`);
		this.#open.set(id, conversation);
		this.#toolSources.set(id, toolSources);
		for (const source of this.#sharedSources.values()) toolSources.put(source);
		for (const [make, added] of this.#hooks) added.set(id, conversation.addHook(make));
		for (const [listener, { name, leave }] of this.#listeners) leave.set(id, conversation.subscribe(listener, name));
	}

	/** Cleans up after a conversation, children first; `cleanUp` ends what is its own. */
	async release(id: string, cleanUp: () => Promise<void>): Promise<void> {
		const children = this.all.filter(({ origin }) => origin.parentId === id);
		await Promise.all(children.map((child) => child.dispose("parent ended")));
		this.#open.delete(id);
		this.#toolSources.delete(id);
		for (const added of this.#hooks.values()) added.delete(id);
		for (const { leave } of this.#listeners.values()) leave.delete(id);
		await cleanUp();
		if (this.#open.size === 0) await this.#onLast();
	}
}
