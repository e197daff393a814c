import { mayHaveServers } from "../mcp/has-servers.ts";
import type { LoadedServers } from "../mcp/load-servers.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";
import type { Workbench } from "../workbench/workbench.ts";
import type { LaunchOptions } from "./launch-options.ts";

/** The MCP servers that are defined. Where there are none, nothing of the protocol is loaded. */
export async function findMcpServers(
	workbench: Workbench,
	options: Pick<LaunchOptions, "print" | "mode" | "noTools" | "noMcpServers">,
	notices: string[],
): Promise<{ attach(session: OpenedConversation): void } | undefined> {
	if (options.noTools || options.noMcpServers || !mayHaveServers(workbench)) return undefined;
	const { findServers, mcpSession } = await import("../mcp/mcp-session.ts");
	try {
		const loaded = await findServers(workbench);
		notices.push(...loaded.warnings, ...(await leftOut(loaded)));
		if (loaded.servers.length === 0) return undefined;
		const isHeadless = () => options.print || options.mode !== "text" || workbench.frontEnd.ask === undefined;
		return { attach: (session) => mcpSession(session, { isHeadless }).start(loaded) };
	} catch (error) {
		notices.push(`MCP servers are left out: ${error instanceof Error ? error.message : error}`);
		return undefined;
	}
}

async function leftOut({ replaced = [] }: LoadedServers): Promise<string[]> {
	if (replaced.length === 0) return [];
	const { leftOutText } = await import("../mcp/load-servers.ts");
	return replaced.map(leftOutText);
}
