import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { resolveRole } from "@oh-my-pi/pi-ai/models/select/resolve-role";
import { estimateText } from "../../../conversation/context/estimate-tokens.ts";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import { sessionRoles } from "../../../models/session-roles.ts";
import type { Settings } from "../../../settings/settings.ts";
import type { AskModel } from "../contract/memory-backend.ts";
import { MemoryLimitError } from "../contract/memory-limit-error.ts";

/** What a session may spend on its memory. Extraction and consolidation go on with the next session. */
export const memoryLimits = { requests: 120, tokens: 600_000 } as const;
const deadlineMs = 120_000;

interface MemoryModelParts {
	readonly registry: ModelRegistry;
	readonly settings: Settings;
	readonly warn: (text: string) => void;
	readonly limits?: { readonly requests: number; readonly tokens: number };
}

/** Requests of the memory to a model: through the meter of the user's conversation, and within a limit per session. */
export class MemoryModel {
	/** The user's conversation; there is none before it is open. */
	conversation: Conversation | undefined;
	readonly #parts: MemoryModelParts;
	#requests = 0;
	#tokens = 0;
	#hasWarned = false;

	constructor(parts: MemoryModelParts) {
		this.#parts = parts;
	}

	get used(): { readonly requests: number; readonly tokens: number } {
		return { requests: this.#requests, tokens: this.#tokens };
	}

	readonly ask: AskModel = async (role, { systemPrompt, text, maxTokens }, signal) => {
		const { conversation } = this;
		if (!conversation) throw new Error("The session is not open yet");
		const model = await this.#resolve(role);
		if (!model || model.api === "offline") throw new Error(`No model for the role "${role}"`);
		// Some models always think, and thinking counts against the limit.
		const limit = model.reasoning ? maxTokens + 1024 : maxTokens;
		this.#admit(estimateText(systemPrompt) + estimateText(text) + limit);
		const ended = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
		return conversation.aside.askAlone({ systemPrompt, text, maxTokens: limit, purpose: "memory" }, model, ended);
	};

	async contextWindow(role: "smol" | "default"): Promise<number | undefined> {
		return (await this.#resolve(role))?.contextWindow || undefined;
	}

	async #resolve(role: "smol" | "default") {
		const { registry, settings } = this.#parts;
		const current = this.conversation?.model;
		const found = await resolveRole(role, registry, { roles: sessionRoles(settings), ...(current && { current }) });
		return found?.model ?? current;
	}

	#admit(tokens: number): void {
		const { limits = memoryLimits, warn } = this.#parts;
		if (this.#requests + 1 > limits.requests || this.#tokens + tokens > limits.tokens) {
			if (!this.#hasWarned)
				warn("Memory: the limit of model requests for one session is reached; the next session goes on.");
			this.#hasWarned = true;
			throw new MemoryLimitError();
		}
		this.#requests++;
		this.#tokens += tokens;
	}
}
