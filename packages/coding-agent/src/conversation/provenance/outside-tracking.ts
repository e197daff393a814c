import type { Conversation } from "../kernel/conversation.ts";
import type { HookFactory } from "../kernel/conversation-options.ts";
import type { FindTool } from "./outside-places.ts";
import { OutsideTracker } from "./outside-tracker.ts";
import { trackingHook } from "./tracking-hook.ts";

/** The trackers of a session's conversations: each sub-agent goes on from its parent's. */
export class OutsideTracking {
	readonly #name: string;
	readonly #findTool: FindTool;
	readonly #trackers = new WeakMap<Conversation, OutsideTracker>();

	constructor(name: string, findTool: FindTool) {
		this.#name = name;
		this.#findTool = findTool;
	}

	join({ conversation, top }: { readonly conversation: Conversation; readonly top: Conversation }): {
		readonly tracker: OutsideTracker;
		readonly findTool: FindTool;
		readonly hook: HookFactory;
	} {
		const findTool: FindTool = (name) =>
			conversation.tools.find((tool) => tool.name === name || tool.aliases?.includes(name)) ?? this.#findTool(name);
		const tracker = new OutsideTracker({
			messages: () => conversation.messages,
			findTool,
			parent: conversation === top ? undefined : this.#trackers.get(top),
		});
		this.#trackers.set(conversation, tracker);
		return { tracker, findTool, hook: trackingHook(this.#name, tracker) };
	}
}
