import { resolve } from "node:path";
import { fileEnvironment } from "@oh-my-pi/pi-session/session-environment";
import type { SessionInfo } from "@oh-my-pi/pi-session/session-listing";
import type { Prepared } from "../../app/prepare-start.ts";
import type { CliIo } from "../../cli/io.ts";
import { sessionPickerDialog } from "../../dialogs/sessions/session-picker-dialog.ts";
import { sessionPicking } from "../../dialogs/sessions/session-picking.ts";
import { displaySettings } from "../../settings/sections/display.ts";
import type { Prepared } from "../../startup/prepare-start.ts";
import { askAtStart } from "./ask-at-start.ts";
import { openSurface } from "./open-surface.ts";
import { askedLines } from "./plain/asked-lines.ts";

/** `--resume` without a value: which session to go on with, or why there is none. */
export async function pickSession(
	prepared: Prepared,
	options: { readonly plain: boolean; readonly sessionDir?: string },
	io: CliIo,
): Promise<SessionInfo | string> {
	const { host, agentDir, settings } = prepared;
	const sessionDir = options.sessionDir ?? host.env.PI_CODING_AGENT_SESSION_DIR;
	const environment = fileEnvironment(host, agentDir, {
		...(sessionDir && { sessionDir: resolve(host.cwd, sessionDir) }),
	});
	await using picking = sessionPicking(environment, { cwd: host.cwd });
	const { list } = picking.options;
	const scope = list("folder").length > 0 ? "folder" : "everywhere";
	if (list(scope).length === 0) return "No sessions found";
	const dialog = sessionPickerDialog({ ...picking.options, scope, fillsScreen: true });
	const isPlain = options.plain || settings.get(displaySettings.plain);
	const chosen = isPlain ? await dialog.plain(askedLines(io)) : await askAtStart(await openSurface(prepared), dialog);
	return chosen ?? "No session selected";
}
