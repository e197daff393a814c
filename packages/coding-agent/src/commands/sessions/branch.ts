import { branchPoints } from "../../conversation/operations/branch-session.ts";
import { inputSettings } from "../../settings/sections/screen/input.ts";
import type { Command } from "../contract/command.ts";
import { navigate } from "./tree.ts";

export const branchCommand: Command = {
	name: "branch",
	summary: "Continue from an earlier message in a new session",
	group: "sessions",
	needsIdle: true,
	screen: {
		async run(call, ports) {
			const { session } = call;
			// The tree has a key for the same, and shows more.
			if (session.settings.get(inputSettings.doubleEscapeAction) === "tree") return navigate(call, ports);
			const points = branchPoints(session.conversation);
			if (points.length === 0) return { kind: "notice", level: "info", text: "No messages yet" };
			const { selectDialog } = await import("../../dialogs/select-dialog.ts");
			const items = points.map(({ entryId, text }) => ({ value: entryId, label: text.replace(/\s+/g, " ") }));
			const last = points.at(-1)?.entryId;
			const entryId = await ports.ask(
				selectDialog({
					title: "Branch before",
					items,
					isCurrent: (value) => value === last,
					emptyText: "No such message",
				}),
			);
			if (entryId === undefined) return { kind: "done" };
			const { branchAt } = await import("./go-to-entry.ts");
			return branchAt(entryId, session, ports);
		},
	},
};
