import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { CliOutput } from "./io.ts";

/** Text of a model, a file or a session for an output: a terminal gets no sequence of it, not even colors; others get it as it is. */
export function foreignText(output: Pick<CliOutput, "isTTY">, text: string): string {
	return output.isTTY ? visibleText(text) : text;
}
