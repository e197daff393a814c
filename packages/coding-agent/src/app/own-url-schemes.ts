import { join } from "node:path";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";
import { artifactScheme } from "../urls/artifact-url.ts";
import { historyScheme } from "../urls/history-url.ts";
import { localScheme } from "../urls/local-url.ts";
import { ompScheme } from "../urls/omp-url.ts";
import type { ConversationLink } from "./conversation-link.ts";

const docs = async () => (await import("../urls/docs.data.ts")).docs;

/** The internal addresses every session has. */
export function ownUrlSchemes(link: ConversationLink): UrlScheme[] {
	return [
		artifactScheme(() => link.conversation.log.artifacts),
		localScheme(() => localFolder(link.conversation.log)),
		ompScheme(docs),
		// What omp:// was called before; models and notes may remember it.
		ompScheme(docs, "docs"),
		ompScheme(docs, "pi"),
		historyScheme(() => {
			const { conversation } = link;
			const last = conversation.messages.at(-1)?.timestamp;
			return [
				{
					id: "Main",
					status: conversation.isStreaming ? "running" : "idle",
					kind: "main",
					...(last !== undefined && { lastActivityMs: last }),
					messages: () => conversation.messages,
				},
			];
		}),
	];
}

/** Where `local://` files are; a session that leaves nothing on disk has none. */
export function localFolder(log: SessionLog): string | undefined {
	const { artifactsDirectory } = log;
	return artifactsDirectory === undefined ? undefined : join(artifactsDirectory, "local");
}
