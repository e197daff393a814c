import { pathToFileURL } from "node:url";
import { confirmDialog } from "../../../dialogs/confirm-dialog.ts";
import { exportConversation } from "../../../export/export-conversation.ts";
import { shareSettings } from "../../../settings/sections/collab.ts";
import { localSharePorts } from "../../../share/local-share-ports.ts";
import { ShareConsent } from "../../../share/share-consent.ts";
import { ShareError } from "../../../share/share-error.ts";
import { findShareScript, runShareScript, type Shared } from "../../../share/share-script.ts";
import { type SharePorts, shareSession } from "../../../share/share-session.ts";
import { shareCommand as textCommand } from "../../../text-commands/share.ts";
import { type Command, type CommandContext, type CommandOutcome, notice } from "./command.ts";
import { fromTextCommand } from "./from-text-command.ts";

export const shareCommandWith = (ports: SharePorts): Command => ({
	...fromTextCommand(textCommand),
	async run(context) {
		const { session, during } = context;
		if (session.conversation.messages.length === 0) return notice("Nothing to share yet.");
		const script = await findShareScript(session.agentDir);
		// When somebody has a way of their own, its failure does not fall back to uploading elsewhere.
		if (script !== undefined) return shared(await during("Sharing…", () => runScript(script, context)), context);
		if (!(await hasConsent(context))) return { kind: "done" };
		try {
			return shared({ url: await during("Sharing…", () => shareSession(session, ports)) }, context);
		} catch (error) {
			if (!(error instanceof ShareError)) throw error;
			return offerPage(error, context);
		}
	},
});

export const shareCommand = shareCommandWith(localSharePorts);

function shared({ url, message }: Shared, { copy }: CommandContext): CommandOutcome {
	if (url) copy(url);
	return notice(message ?? (url ? `Shared: ${url}` : "Shared."));
}

function runScript(script: string, { session: { conversation, host } }: CommandContext): Promise<Shared> {
	return runShareScript(script, {
		tempRoot: host.env.TMPDIR || "/tmp",
		writePage: (folder) => exportConversation(conversation, { cwd: folder, output: "session.html" }),
	});
}

async function hasConsent({ session, ask }: CommandContext): Promise<boolean> {
	const server = session.settings.get(shareSettings.serverUrl);
	const consent = new ShareConsent(session.agentDir);
	// Without a server nothing is uploaded, so there is nothing to agree to.
	if (server === "" || (await consent.isGiven(server))) return true;
	const question = `The session is encrypted here and uploaded to ${server}. Whoever has the link can read it.`;
	if (!(await ask(confirmDialog({ title: "Share session", question, yes: "Upload it" })))) return false;
	await consent.give(server);
	return true;
}

/** The session as a file instead, to be passed on in another way. */
async function offerPage(error: ShareError, { session, ask, openBrowser }: CommandContext): Promise<CommandOutcome> {
	const { conversation, folder } = session;
	if (conversation.log.file === undefined) return notice(error.message, "error");
	const question = `${error.message} The session can be written as an HTML page instead.`;
	const isWanted = await ask(confirmDialog({ title: "Sharing did not work", question, yes: "Write the page" }));
	if (!isWanted) return notice(`Not shared: ${error.message}`, "warning");
	const written = await exportConversation(conversation, { cwd: folder.path });
	openBrowser(pathToFileURL(written).href);
	return notice(`Exported to: ${written}`);
}
