import { join } from "node:path";
import type { Mode } from "../mode.ts";
import { always } from "./action.ts";

/** Finds an earlier prompt and puts it into the editor. */
export const searchHistory = always((mode) => void mode.attempt(() => insertFound(mode)));

async function insertFound({ session, ask, draft }: Mode): Promise<void> {
	const { host, agentDir } = session;
	const [{ historyDialog }, { PromptHistory }] = await Promise.all([
		import("../../../dialogs/history/history-dialog.ts"),
		import("@oh-my-pi/pi-session/history-db"),
	]);
	await using history = new PromptHistory(join(agentDir, "history.db"), host);
	const limit = 500;
	const found = await ask(
		historyDialog({
			recent: await history.getRecent(limit),
			search: (query) => history.search(query, limit),
			now: host.now,
		}),
	);
	if (found !== undefined) draft.setText(draft.text + found);
}
