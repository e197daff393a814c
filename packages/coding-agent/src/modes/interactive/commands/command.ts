import type { Model } from "@oh-my-pi/pi-ai/model";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Conversation } from "../../../conversation/conversation.ts";
import type { NoticeLevel } from "../../../conversation/event.ts";
import type { Ask } from "../dialogs/dialog.ts";

/** What a command may use. */
export interface CommandContext {
	readonly conversation: Conversation;
	readonly ask: Ask;
	readonly host: Host;
	readonly registry: ModelRegistry;
	/** Puts a text on the clipboard, where the terminal can. */
	readonly copy: (text: string) => void;
	/** Best effort; whoever calls shows the address as well. */
	readonly openBrowser: (url: string) => void;
	readonly availableModels: () => Promise<readonly Model[]>;
	/** The words after the command's name. */
	readonly args: string;
}

/** What should happen next; the mode does it. */
export type CommandOutcome =
	| { readonly kind: "done" }
	| { readonly kind: "notice"; readonly level: NoticeLevel; readonly text: string }
	/** Another history is to be shown from here on. */
	| { readonly kind: "session-changed"; readonly text: string }
	| { readonly kind: "quit" };

export interface Command {
	readonly name: string;
	readonly aliases?: readonly string[];
	readonly summary: string;
	run(context: CommandContext): Promise<CommandOutcome>;
}
