import type { ExtensionAPI } from "@oh-my-pi/pi-coding-agent";

/** `/remember <text>`: notes that every summary of the conversation keeps. */
export default function (pi: ExtensionAPI): void {
	const notes: string[] = [];

	pi.registerCommand("remember", {
		description: "Keep a note through every compaction",
		async handler(args, { ui }) {
			notes.push(args);
			ui.notify(notes.length === 1 ? "1 note" : `${notes.length} notes`);
		},
	});

	pi.on("session_before_compact", ({ customInstructions }) =>
		customInstructions === "never" ? { cancel: true } : undefined,
	);
	pi.on("session.compacting", () => ({ context: notes.map((note) => `Keep this: ${note}`), preserveData: { notes } }));
	pi.on("session_compact", ({ compactionEntry }, { ui }) => {
		ui.notify(`Compacted ${compactionEntry.tokensBefore} tokens; ${notes.length} notes are kept`);
	});
	pi.on("auto_compaction_start", ({ reason }, { ui }) => ui.setStatus("compaction", `compacting (${reason})`));
	pi.on("auto_compaction_end", (_event, { ui }) => ui.setStatus("compaction", undefined));
}
