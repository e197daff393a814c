import { mkdir, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { AgentBusyError } from "@oh-my-pi/pi-agent-core/agent/agent";
import { moveSession } from "@oh-my-pi/pi-session/operations/copy-session";
import { canonicalPath } from "@oh-my-pi/pi-session/storage/file-name";
import type { Conversation } from "../kernel/conversation.ts";

/** The working directory of tools and commands. */
export interface WorkingFolder {
	path: string;
}

/** Moves the session to another directory: log, artifacts and cwd of tools. Returns the directory. */
export async function moveConversation(
	conversation: Conversation,
	folder: WorkingFolder,
	target: string,
	options: { create?: boolean } = {},
): Promise<string> {
	if (conversation.isStreaming) throw new AgentBusyError();
	const path = resolve(folder.path, target);
	if (options.create) await mkdir(path, { recursive: true });
	const found = await stat(path).catch(() => undefined);
	if (!found?.isDirectory()) throw new Error(`Directory not found: ${path}`);
	if (conversation.log.file !== undefined) await moveSession(conversation.log, path);
	folder.path = canonicalPath(path);
	return folder.path;
}
