import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import type { ExtensionFrontEnd } from "../../../workbench/contract/extension-host.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { type ContextParts, extensionContext } from "../api/context.ts";
import type { Extension } from "../api/extension.ts";
import type { ExtensionContext } from "../api/types.ts";

interface ContextPorts extends Pick<ContextParts, "optional" | "report"> {
	readonly session: () => OpenedConversation | undefined;
	readonly front: () => ExtensionFrontEnd;
}

/** The `ctx` of each extension and conversation, made once: events are many. */
export class ExtensionContexts {
	readonly #ports: ContextPorts;
	#contexts = new WeakMap<Extension, WeakMap<Conversation, ExtensionContext>>();

	constructor(ports: ContextPorts) {
		this.#ports = ports;
	}

	/** Without a conversation: that of the session. */
	get(extension: Extension, conversation?: Conversation): ExtensionContext {
		const parts = this.parts(conversation);
		const known = this.#contexts.get(extension) ?? new WeakMap<Conversation, ExtensionContext>();
		this.#contexts.set(extension, known);
		const context = known.get(parts.conversation) ?? extensionContext(extension, parts);
		known.set(parts.conversation, context);
		return context;
	}

	/** What a context is made of. */
	parts(conversation?: Conversation): ContextParts {
		const { optional, report } = this.#ports;
		const session = this.#ports.session();
		if (!session) throw new Error("No session is open");
		return {
			session,
			conversation: conversation ?? session.conversation,
			front: this.#ports.front(),
			optional,
			report,
		};
	}

	/** To be made again, as another front end has begun. */
	clear(): void {
		this.#contexts = new WeakMap();
	}
}
