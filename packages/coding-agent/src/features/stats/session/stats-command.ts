import { join } from "node:path";
import type { Command } from "../../../commands/contract/command.ts";
import { type CommandOutcome, notice } from "../../../commands/contract/outcome.ts";
import { ServiceError } from "../../../http-service/service-error.ts";
import { resolveDirectories } from "../../../process/directories.ts";
import { openBrowser } from "../../../process/open-browser.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { parsePort } from "../cli/parse-port.ts";
import { StatsError } from "../store/open-store.ts";
import { statsKey } from "./running-stats.ts";

const usage = "Usage: /stats [--port N], with a port up to 65535, or 0 for any";

export const statsCommand: Command = {
	name: "stats",
	summary: "Show what everything costs, in the browser",
	group: "system",
	hint: "[--port N]",
	run: ({ args, session }) => showDashboard(session, args, () => {}),
	screen: { run: ({ args, session }) => showDashboard(session, args, openBrowser) },
};

async function showDashboard(
	session: OpenedConversation,
	args: string,
	open: (url: string) => void,
): Promise<CommandOutcome> {
	const port = parseArguments(args);
	if (port === "invalid") throw new Error(usage);
	const running = session.workbench.features.find(statsKey);
	if (!running) return notice("There is no dashboard in this session. Run: omp stats", "warning");
	const { config } = resolveDirectories(session.host);
	const folders = { config, agent: session.agentDir, sessions: join(session.agentDir, "sessions") };
	const urlBefore = running.url;
	try {
		const dashboard = await running.dashboard(folders, port, async () => session.registry.store.remote);
		open(dashboard.url);
		const until = dashboard.isOwn ? "until this session ends" : "started elsewhere";
		const state = dashboard.url === urlBefore ? `already running, ${until}` : until;
		return notice([`Dashboard: ${dashboard.url} (${state})`, dashboard.notice].filter(Boolean).join("\n"));
	} catch (error) {
		if (error instanceof ServiceError) return notice(`${error.message}. Choose another one: /stats --port N`, "error");
		if (error instanceof StatsError) return notice(error.message, "error");
		throw error;
	}
}

function parseArguments(args: string): number | "invalid" | undefined {
	if (args.trim() === "") return undefined;
	const [, text] = /^(?:--port|-p)[\s=]+(\S+)$/.exec(args.trim()) ?? [];
	return text === undefined ? "invalid" : (parsePort(text) ?? "invalid");
}
