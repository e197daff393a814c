import { pathToFileURL } from "node:url";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { ExportedPage } from "../../export/export-html.ts";
import { parseCommandArguments } from "../../file-commands/command-arguments.ts";
import { completePath } from "../../paths/complete-path.ts";
import { resolveDirectories } from "../../process/directories.ts";
import type { Command, CommandCall } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";

export const exportCommand: Command = {
	name: "export",
	summary: "Export the session as HTML",
	group: "conversation",
	hint: "[--themes] [--redact] [path]",
	complete: (typed, { folder, host }) => completePath(typed, { cwd: folder.path, home: host.home }),
	run: async (call) => notice(`Exported to: ${await writePage(call)}`),
	screen: {
		async run(call, { openBrowser }) {
			const written = await writePage(call);
			openBrowser(pathToFileURL(written).href);
			return notice(`Exported to: ${written}`);
		},
	},
};

async function writePage({ args, session: { conversation, folder, host } }: CommandCall): Promise<string> {
	const { exportConversation } = await import("../../export/export-conversation.ts");
	const { path, withThemes, isRedacted } = parseExportArguments(args);
	const output = path?.replace(/^~(?=\/|$)/, host.home);
	const redact = isRedacted ? await pageRedactor(host) : undefined;
	return exportConversation(conversation, { cwd: folder.path, output, withThemes, ...(redact && { redact }) });
}

async function pageRedactor(host: Host): Promise<(page: ExportedPage) => ExportedPage> {
	const { loadRedactor } = await import("../../process/secrets/load-secrets.ts");
	const { redactPage } = await import("../../export/redact-page.ts");
	const redact = await loadRedactor({ host, agentDir: resolveDirectories(host).agent });
	return (page) => redactPage(page, redact);
}

export const exportUsage = "Usage: /export [--themes] [--redact] [path]";

/** What follows `/export`; throws with the usage when that makes no sense. */
export function parseExportArguments(text: string): { path?: string; withThemes: boolean; isRedacted: boolean } {
	const args = parseCommandArguments(text);
	const withThemes = args.includes("--themes");
	const isRedacted = args.includes("--redact");
	const [path, ...more] = args.filter((arg) => arg !== "--themes" && arg !== "--redact");
	if (path === "copy" || path === "--copy") throw new Error("/export writes a page. Use /dump to copy the text.");
	if (more.length > 0 || path?.startsWith("--")) throw new Error(exportUsage);
	return { withThemes, isRedacted, ...(path !== undefined && { path }) };
}
