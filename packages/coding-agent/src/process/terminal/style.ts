import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CliOutput } from "./io.ts";

/** Text styles on a terminal; plain text elsewhere. */
export interface CliStyle {
	heading(text: string): string;
	quiet(text: string): string;
}

export function cliStyle(output: Pick<CliOutput, "isTTY">, env: Host["env"]): CliStyle {
	const isColorful = output.isTTY && !env.NO_COLOR && env.TERM !== "dumb";
	const wrapped = (code: number, text: string) => (isColorful ? `\x1b[${code}m${text}\x1b[0m` : text);
	return { heading: (text) => wrapped(1, text), quiet: (text) => wrapped(2, text) };
}
