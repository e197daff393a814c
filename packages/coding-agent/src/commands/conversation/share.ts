import { pathToFileURL } from "node:url";
import { shareSettings } from "../../settings/sections/services/collab.ts";
import { ShareConsent } from "../../share/share-consent.ts";
import { ShareError } from "../../share/share-error.ts";
import type { Shared } from "../../share/share-script.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Command, CommandCall } from "../contract/command.ts";
import { type CommandOutcome, notice } from "../contract/outcome.ts";
import type { BrowserPort, ClipboardPort, DialogPort, WorkPort } from "../contract/screen-ports.ts";

export const shareCommand: Command = {
	name: "share",
	summary: "Upload the session, encrypted, and get a link",
	group: "conversation",
	hint: "[confirm]",
	run: shareAsText,
	screen: { hint: "", run: shareOnScreen },
};

async function shareAsText({ args, session }: CommandCall): Promise<CommandOutcome> {
	const { settings, agentDir, conversation } = session;
	if (args !== "" && args !== "confirm") throw new Error("Usage: /share");
	if (conversation.messages.length === 0) return notice("Nothing to share yet.");
	const server = settings.get(shareSettings.serverUrl);
	const consent = new ShareConsent(agentDir);
	if (args === "confirm") await consent.give(server);
	if (server !== "" && !(await consent.isGranted(server))) {
		return notice(`This uploads the session, encrypted, to ${server}. To go ahead: /share confirm`);
	}
	try {
		return notice(`Shared: ${await upload(session)}`);
	} catch (error) {
		if (!(error instanceof ShareError)) throw error;
		throw new Error(`${error.message} Use /export for a page of your own.`, { cause: error });
	}
}

type SharingScreen = DialogPort & WorkPort & ClipboardPort & BrowserPort;

async function shareOnScreen(call: CommandCall, screen: SharingScreen): Promise<CommandOutcome> {
	const { session } = call;
	const { during, copy } = screen;
	if (session.conversation.messages.length === 0) return notice("Nothing to share yet.");
	const { findShareScript, runShareScript } = await import("../../share/share-script.ts");
	const script = await findShareScript(session.agentDir);
	// When somebody has a way of their own, its failure does not fall back to uploading elsewhere.
	if (script !== undefined) {
		const options = {
			tempRoot: session.host.env.TMPDIR || "/tmp",
			writePage: (folder: string) => writePage(session, { cwd: folder, output: "session.html" }),
		};
		return shared(await during("Sharing…", () => runShareScript(script, options)), copy);
	}
	if (!(await hasConsent(call, screen))) return { kind: "done" };
	try {
		return shared({ url: await during("Sharing…", () => upload(session)) }, copy);
	} catch (error) {
		if (!(error instanceof ShareError)) throw error;
		return offerPage(error, call, screen);
	}
}

function shared({ url, message }: Shared, copy: (text: string) => void): CommandOutcome {
	if (url) copy(url);
	return notice(message ?? (url ? `Shared: ${url}` : "Shared."));
}

async function hasConsent({ session }: CommandCall, { ask }: DialogPort): Promise<boolean> {
	const server = session.settings.get(shareSettings.serverUrl);
	const consent = new ShareConsent(session.agentDir);
	// Without a server nothing is uploaded, so there is nothing to agree to.
	if (server === "" || (await consent.isGranted(server))) return true;
	const { confirmDialog } = await import("../../dialogs/confirm-dialog.ts");
	const question = `The session is encrypted here and uploaded to ${server}. Whoever has the link can read it.`;
	if (!(await ask(confirmDialog({ title: "Share session", question, yes: "Upload it" })))) return false;
	await consent.give(server);
	return true;
}

/** The session as a file instead, to be passed on in another way. */
async function offerPage(
	error: ShareError,
	{ session }: CommandCall,
	{ ask, openBrowser }: DialogPort & BrowserPort,
): Promise<CommandOutcome> {
	if (session.log.file === undefined) return notice(error.message, "error");
	const { confirmDialog } = await import("../../dialogs/confirm-dialog.ts");
	const question = `${error.message} The session can be written as an HTML page instead.`;
	const dialog = confirmDialog({ title: "Sharing failed", question, yes: "Write the page" });
	const isWanted = await ask({ ...dialog, opensUnasked: "late-confirm" });
	if (!isWanted) return notice(`Not shared: ${error.message}`, "warning");
	const written = await writePage(session, { cwd: session.folder.path });
	openBrowser(pathToFileURL(written).href);
	return notice(`Exported to: ${written}`);
}

/** Loaded when needed, as few sessions are shared. */
async function upload(session: OpenedConversation): Promise<string> {
	const [{ shareSession }, { localSharePorts }] = await Promise.all([
		import("../../share/share-session.ts"),
		import("../../share/local-share-ports.ts"),
	]);
	return shareSession(session, localSharePorts);
}

async function writePage(
	{ conversation }: OpenedConversation,
	options: { readonly cwd: string; readonly output?: string },
): Promise<string> {
	const { exportConversation } = await import("../../export/export-conversation.ts");
	return exportConversation(conversation, options);
}
