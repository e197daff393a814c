import { SessionListing } from "@oh-my-pi/pi-session/session-listing";
import type { Session } from "../../../workbench/session.ts";
import { enterSession } from "../enter-session.ts";
import type { Command, CommandContext, CommandOutcome } from "./command.ts";

export const resumeCommand: Command = {
	name: "resume",
	summary: "Go on with another session",
	group: "sessions",
	hint: "[id]",
	needsRest: true,
	async run(context) {
		const { session, args } = context;
		if (args === "") return pick(context);
		const path = findByPrefix(session, args);
		if (path === undefined) return { kind: "notice", level: "warning", text: `Session "${args}" not found` };
		return enterSession(path, session);
	},
};

async function pick({ session, ask }: CommandContext): Promise<CommandOutcome> {
	const { environment, file } = session.log;
	const [{ sessionPickerDialog }, { sessionPicking }] = await Promise.all([
		import("../../../dialogs/sessions/session-picker-dialog.ts"),
		import("../../../dialogs/sessions/session-picking.ts"),
	]);
	const { path: cwd } = session.folder;
	await using picking = sessionPicking(environment, { cwd, ...(file !== undefined && { except: file }) });
	const { options } = picking;
	const scope = options.list("folder").length > 0 ? "folder" : "everywhere";
	if (options.list(scope).length === 0) return { kind: "notice", level: "info", text: "No other sessions" };
	const chosen = await ask(sessionPickerDialog({ ...options, scope }));
	return chosen ? enterSession(chosen.path, session) : { kind: "done" };
}

function findByPrefix({ log, folder }: Session, typed: string): string | undefined {
	const listing = new SessionListing(log.environment);
	const wanted = typed.toLowerCase();
	const isMeant = ({ id, path }: { id: string; path: string }) =>
		id.toLowerCase().startsWith(wanted) || path.toLowerCase().includes(`_${wanted}`);
	return (listing.list(folder.path).find(isMeant) ?? listing.listAll().find(isMeant))?.path;
}
