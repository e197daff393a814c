import {
	detectCapabilities,
	syncOutputIsForced,
	type TerminalCapabilities,
} from "@oh-my-pi/pi-tui/terminal/capabilities";
import { processStreams } from "@oh-my-pi/pi-tui/terminal/process-streams";
import { ProcessTerminal } from "@oh-my-pi/pi-tui/terminal/process-terminal";
import type { Terminal } from "@oh-my-pi/pi-tui/terminal/terminal";
import type { Host } from "@oh-my-pi/pi-utils/host";

/** The terminal omp was started on, not yet switched over. */
export function openTerminal(env: Host["env"]): { terminal: Terminal; capabilities: TerminalCapabilities } {
	const capabilities = detectCapabilities(env);
	const terminal = new ProcessTerminal({
		streams: processStreams(),
		capabilities,
		syncOutputIsForced: syncOutputIsForced(env),
	});
	return { terminal, capabilities };
}
