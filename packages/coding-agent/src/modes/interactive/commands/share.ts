import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { exportConversation } from "../../../export/export-conversation.ts";
import { shareSettings } from "../../../settings/sections/collab.ts";
import { localSharePorts } from "../../../share/local-share-ports.ts";
import { ShareConsent } from "../../../share/share-consent.ts";
import { shareSession } from "../../../share/share-session.ts";
import { shareCommand as textCommand } from "../../../text-commands/share.ts";
import { confirmDialog } from "../dialogs/confirm-dialog.ts";
import { type Command, type CommandContext, type CommandOutcome, notice } from "./command.ts";
import { fromTextCommand } from "./from-text-command.ts";

export const shareCommand: Command = {
	...fromTextCommand(textCommand),
	async run(context) {
		const { session, ask, during, copy } = context;
		if (session.conversation.messages.length === 0) return notice("Nothing to share yet.");
		const script = await findScript(session.agentDir);
		// When somebody has a way of their own, its failure does not fall back to uploading elsewhere.
		if (script !== undefined) return during("Sharing…", () => runScript(script, context));
		const server = session.settings.get(shareSettings.serverUrl);
		const consent = new ShareConsent(session.agentDir);
		if (!(await consent.isGiven(server))) {
			const question = `The session is encrypted here and uploaded to ${server}. Whoever has the link can read it.`;
			if (!(await ask(confirmDialog({ title: "Share session", question, yes: "Upload it" })))) return { kind: "done" };
			await consent.give(server);
		}
		const url = await during("Sharing…", () => shareSession(session, localSharePorts));
		copy(url);
		return notice(`Shared: ${url}`);
	},
};

async function findScript(agentDir: string): Promise<string | undefined> {
	for (const name of ["share.ts", "share.js", "share.mjs"]) {
		if (await Bun.file(join(agentDir, name)).exists()) return join(agentDir, name);
	}
	return undefined;
}

async function runScript(path: string, { session, copy }: CommandContext): Promise<CommandOutcome> {
	const { conversation, host } = session;
	const folder = await mkdtemp(join(host.env.TMPDIR || "/tmp", "omp-share-"));
	try {
		const { default: share } = (await import(pathToFileURL(path).href)) as { default?: unknown };
		if (typeof share !== "function") throw new Error(`${path} has no default export that is a function`);
		const page = await exportConversation(conversation, { cwd: folder, output: "session.html" });
		const result: unknown = await share(page);
		const { url, message }: Shared = typeof result === "string" ? { url: result } : ((result ?? {}) as Shared);
		if (url) copy(url);
		return notice(message ?? (url ? `Shared: ${url}` : "Shared."));
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

interface Shared {
	readonly url?: string;
	readonly message?: string;
}
