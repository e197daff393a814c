import { builtInProtocols } from "@oh-my-pi/pi-ai/protocols/protocols";
import { loadToolViews } from "@oh-my-pi/pi-tools/views";
import { reportedDefects } from "@oh-my-pi/pi-utils/defect";
import { allCommands } from "../../../assembly/commands.ts";

/** What this build of omp lacks: built-in lists are loaded, and their undefined members reported. */
export async function buildProblems(): Promise<string[]> {
	const loads = [loadToolViews(), allCommands().list(), ...[...builtInProtocols.values()].map((load) => load())];
	const loaded = await Promise.allSettled(loads);
	const failures = loaded.flatMap((result) => (result.status === "rejected" ? [String(result.reason)] : []));
	return [...reportedDefects(), ...failures].map((problem) => `This build of omp is damaged: ${problem}`);
}
