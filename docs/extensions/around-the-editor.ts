import type { ExtensionAPI } from "@oh-my-pi/pi-coding-agent";

/** Rows around the editor: what the run is at above it, the last turns below it, a footer, and other words for the wait. */
export default function (pi: ExtensionAPI): void {
	const turns: string[] = [];

	pi.on("session_start", (_event, { ui }) => {
		ui.setHeader((_screen, theme) => ({ render: () => [theme.fg("muted", " No production data in here")] }));
		ui.setFooter((_screen, theme) => ({
			render: (width) => [theme.fg("dim", ` ${turns.length} turns`.padEnd(width).slice(0, width))],
		}));
	});

	pi.on("agent_start", (_event, { ui }) => ui.setWorkingMessage("Brewing…"));
	pi.on("turn_start", ({ turnIndex }, { ui }) => ui.setStatus("turn", `turn ${turnIndex + 1}`));
	pi.on("turn_end", ({ turnIndex, toolResults }, { ui }) => {
		turns.push(`turn ${turnIndex + 1}: ${toolResults.length} calls`);
		ui.setWidget("turns", turns.slice(-3), { placement: "belowEditor" });
	});
	pi.on("agent_end", (_event, { ui }) => {
		ui.setWorkingMessage();
		ui.setStatus("turn", undefined);
	});

	pi.registerShortcut("alt+x", {
		description: "Show the results of tools in full, or not",
		handler: ({ ui }) => ui.setToolsExpanded(!ui.getToolsExpanded()),
	});
}
