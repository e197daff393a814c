import { join } from "node:path";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { imageSchemes } from "@oh-my-pi/pi-tools/formats/images/attached-images";
import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import type { Rule } from "../../discovery/capabilities/rules.ts";
import type { Skill } from "../../discovery/capabilities/skills.ts";
import { type AgentOutputSource, agentScheme } from "../../urls/agent-url.ts";
import { artifactScheme } from "../../urls/artifact-url.ts";
import { type AgentHistory, historyScheme } from "../../urls/history-url.ts";
import type { ImageSource } from "../../urls/image-url.ts";
import { localScheme } from "../../urls/local-url.ts";
import { ompScheme } from "../../urls/omp-url.ts";
import { ruleScheme } from "../../urls/rule-url.ts";
import { skillScheme } from "../../urls/skill-url.ts";
import { lazyScheme } from "./lazy-scheme.ts";

const docs = async () => (await import("../../urls/docs.data.ts")).docs;

export interface UrlSources {
	readonly log: () => SessionLog;
	/** All open ones. */
	readonly conversations: () => readonly Conversation[];
	readonly rules: () => Promise<readonly Rule[]>;
	readonly skills: () => Promise<readonly Skill[]>;
	readonly agents?: AgentOutputs;
	readonly images?: ImageSource;
}

/** What sub-agents left, besides open conversations. */
export interface AgentOutputs extends AgentOutputSource {
	readonly earlier: () => Promise<readonly AgentHistory[]>;
}

/** The built-in internal URLs. */
export function builtInUrlSchemes({ log, conversations, rules, skills, agents, images }: UrlSources): UrlScheme[] {
	return [
		artifactScheme(() => log().artifacts),
		localScheme(() => localFolder(log())),
		ompScheme(docs),
		// Former name of omp://, kept for old notes and models.
		ompScheme(docs, "docs"),
		ompScheme(docs, "pi"),
		ruleScheme(rules),
		skillScheme(skills),
		historyScheme(async () => {
			const open = conversations().map(buildHistory);
			const earlier = (await agents?.earlier()) ?? [];
			return [...open, ...earlier.filter(({ id }) => !open.some((one) => one.id === id))];
		}),
		...(images
			? imageSchemes.map((scheme) =>
					lazyScheme(scheme, async () => (await import("../../urls/image-url.ts")).imageScheme(scheme, images)),
				)
			: []),
		...(agents ? [agentScheme(agents)] : []),
	];
}

function buildHistory(conversation: Conversation): AgentHistory {
	const { parentId } = conversation.origin;
	const last = conversation.messages.at(-1)?.timestamp;
	return {
		id: conversation.id,
		status: conversation.isStreaming ? "running" : "idle",
		kind: parentId === undefined ? "main" : "sub",
		...(parentId !== undefined && { parent: parentId }),
		...(last !== undefined && { lastActivityMs: last }),
		messages: () => conversation.messages,
	};
}

/** Folder of `local://` files; `undefined` for an in-memory session. */
export function localFolder(log: SessionLog): string | undefined {
	const { artifactsDirectory } = log;
	return artifactsDirectory === undefined ? undefined : join(artifactsDirectory, "local");
}
