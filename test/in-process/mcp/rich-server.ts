import { resolve } from "node:path";
import type { FoundServer } from "../../../packages/coding-agent/src/features/mcp/servers/load-servers.ts";
import { mcpSession } from "../../../packages/coding-agent/src/features/mcp/session/mcp-session.ts";
import type { UserDialogs } from "../../../packages/coding-agent/src/workbench/contract/front-end.ts";
import type { scriptedWorkbench } from "../../extending/scripted-workbench.ts";

const script = resolve(import.meta.dir, "../../../packages/mcp/src/testing/rich-server.ts");

/** The definition of a server that offers everything. */
export const richDefinition = (file = "") => ({ command: process.execPath, args: [script, file] });

export function richServer(name = "rich", file = ""): FoundServer {
	const definition = richDefinition(file);
	const place = { path: "/mcp.json", level: "user" } as const;
	const _source = { ...place, provider: "native", providerName: "OMP" };
	return { name, ...place, transport: "stdio", enabled: true, ...definition, definition, _source };
}

export type Omp = Awaited<ReturnType<typeof scriptedWorkbench>>;

/** A session with that server, connected and listed. */
export async function withRichServer({ session }: Omp, servers: readonly FoundServer[] = [richServer()]) {
	const mcp = mcpSession(session, { isHeadless: () => true });
	mcp.start({ servers, disabled: [], warnings: [] });
	for (const { name } of servers) await mcp.ready(name);
	const manager = await mcp.manager();
	await Promise.all(manager.status().map(({ lists }) => lists.rest));
	return {
		mcp,
		manager,
		/** Calls a tool as the model would, but at once. */
		call: async (name: string, args: Readonly<Record<string, unknown>> = {}) => {
			const result = await manager.status()[0]?.connection?.callTool(name, args);
			return String(result?.content[0]?.text);
		},
	};
}

/** Answers questions in their order; `undefined` dismisses one. */
export function answering(...answers: ReadonlyArray<string | undefined>) {
	const titles: string[] = [];
	const opened: string[] = [];
	const answer = async (title: string) => {
		titles.push(title);
		return answers[titles.length - 1];
	};
	const dialogs: UserDialogs = {
		isTerminal: false,
		select: answer,
		input: answer,
		openUrl: (url) => opened.push(url),
	};
	return { dialogs: async () => dialogs, titles, opened };
}
