import type { Host } from "@oh-my-pi/pi-utils/host";
import { resolveDirectories } from "../../../process/directories.ts";

/** What makes no sense in the files with the user's keys. */
export async function keybindingProblems({
	host,
	agentDir,
}: {
	readonly host: Host;
	readonly agentDir: string;
}): Promise<readonly string[]> {
	// The actions are those of the interactive mode; nothing of it is started.
	const { loadInteractiveKeymap } = await import("../../../modes/interactive/keys/keymap.ts");
	const { agent: defaultAgentDir } = resolveDirectories(host, "");
	return (await loadInteractiveKeymap({ agentDir, defaultAgentDir })).problems;
}
