import { convertToLlm } from "../../conversation/history/convert-to-llm.ts";
import { attachedImages } from "../../conversation/images/attached-images.ts";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import type { PromptSource } from "../../conversation/prompt/prompt-source.ts";
import type { AgentHost } from "../contract/agent-host.ts";
import type { Joined } from "../features.ts";
import { type AgentOutputs, builtInUrlSchemes } from "../urls/built-in-url-schemes.ts";
import { UrlSchemes } from "../urls/url-schemes.ts";
import type { Workbench } from "../workbench.ts";
import { promptRules } from "./conversation-prompt.ts";

interface UrlParts {
	/** A session and its sub-agents have one folder of artifacts and `local://` files. */
	readonly top: Conversation;
	readonly prompt: PromptSource;
	readonly joined: () => Joined;
}

/** The internal URLs of a conversation: the built-in ones, and those of features and servers. */
export function conversationUrls(workbench: Workbench, { top, prompt, joined }: UrlParts): UrlSchemes {
	const { agents } = workbench.features;
	return new UrlSchemes(
		builtInUrlSchemes({
			log: () => top.log,
			conversations: () => workbench.conversations.all,
			rules: () => promptRules(prompt),
			skills: async () => (await prompt.facts()).skills ?? [],
			images: {
				attached: () => attachedImages(convertToLlm(top.messages)),
				folder: () => top.log.artifactsDirectory,
			},
			...(agents && { agents: agentUrls(agents, top) }),
		}),
		() => joined().serverUrls(),
		() => joined().urls(),
	);
}

/** The schemes that the system prompt names. */
export function listedSchemes(urls: UrlSchemes, conversation: Conversation, top: Conversation): readonly string[] {
	return (
		urls
			.all()
			.filter((scheme) => scheme.isListed?.() ?? true)
			.map(({ scheme }) => scheme)
			// An in-memory session has no `local://` files.
			.filter((scheme) => scheme !== "local" || top.log.file !== undefined)
			.filter((scheme) => scheme !== "agent" || conversation.tools.some(({ startsAgents }) => startsAgents))
	);
}

function agentUrls(agents: AgentHost, top: Conversation): AgentOutputs {
	return {
		earlier: () => agents.earlier(top),
		output: (id) => agents.output(top, id),
		ids: () => agents.outputIds(top),
	};
}
