import { existsSync } from "node:fs";
import { SessionListing } from "@oh-my-pi/pi-session/listing/session-listing";
import { switchSession } from "../../conversation/operations/switch-session.ts";
import type { Ask } from "../../dialogs/contract/dialog.ts";
import { reloadProject } from "../../settings/load/load-settings.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Command } from "../contract/command.ts";
import type { CommandOutcome } from "../contract/outcome.ts";

export const resumeCommand: Command = {
	name: "resume",
	summary: "Continue another session",
	group: "sessions",
	hint: "[id]",
	needsIdle: true,
	screen: {
		async run({ session, args }, { ask }) {
			const { findRescued } = await import("../../conversation/session/rescued-sessions.ts");
			const { takenBack, stranded, fileOf } = findRescued(session.log.environment);
			for (const text of [...takenBack, ...stranded]) session.conversation.notify("info", text, "sessions");
			if (args === "") return pick(session, ask, fileOf);
			if (args.startsWith("@")) {
				const text = `Sessions of other agents (${args}) cannot be imported yet. /resume lists those of omp.`;
				return { kind: "notice", level: "warning", text };
			}
			const path = findByPrefix(session, args);
			if (path === undefined) return { kind: "notice", level: "warning", text: `Session "${args}" not found` };
			return enterSession(fileOf(path), session);
		},
	},
};

async function pick(session: OpenedConversation, ask: Ask, fileOf: (path: string) => string): Promise<CommandOutcome> {
	const { environment, file } = session.log;
	const [{ sessionPickerDialog }, { sessionPicking }] = await Promise.all([
		import("../../dialogs/sessions/session-picker-dialog.ts"),
		import("../../dialogs/sessions/session-picking.ts"),
	]);
	const { path: cwd } = session.folder;
	await using picking = sessionPicking(environment, { cwd, ...(file !== undefined && { except: file }) });
	const { options } = picking;
	const scope = options.list("folder").length > 0 ? "folder" : "everywhere";
	if (options.list(scope).length === 0) return { kind: "notice", level: "info", text: "No other sessions" };
	const chosen = await ask(sessionPickerDialog({ ...options, scope }));
	return chosen ? enterSession(fileOf(chosen.path), session) : { kind: "done" };
}

function findByPrefix({ log, folder }: OpenedConversation, typed: string): string | undefined {
	const listing = new SessionListing(log.environment);
	const wanted = typed.toLowerCase();
	const isMeant = ({ id, path }: { id: string; path: string }) =>
		id.toLowerCase().startsWith(wanted) || path.toLowerCase().includes(`_${wanted}`);
	return (listing.list(folder.path).find(isMeant) ?? listing.listAll().find(isMeant))?.path;
}

/** Goes on in the session of a file; one of another folder takes tools, settings and commands there. */
async function enterSession(file: string, session: OpenedConversation): Promise<CommandOutcome> {
	const { conversation, folder, settings, host, agentDir, fileCommands } = session;
	if (!(await switchSession(conversation, file))) return { kind: "done" };
	const { cwd } = conversation.log;
	if (cwd === folder.path || !existsSync(cwd)) return { kind: "session-changed", text: "Resumed session" };
	folder.path = cwd;
	await reloadProject(settings, { host, agentDir, cwd, gate: session.trust });
	fileCommands.forget();
	await conversation.refresh();
	return { kind: "session-changed", text: `Resumed session in ${cwd}` };
}
