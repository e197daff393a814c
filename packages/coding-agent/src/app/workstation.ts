import { arch, release, type } from "node:os";
import type { Host } from "@oh-my-pi/pi-utils/host";

/** The machine as the model is told of it. Nothing here changes while a session runs. */
export function workstationFacts(host: Pick<Host, "env">, shell: string): string[] {
	const terminal = host.env.TERM_PROGRAM || host.env.TERM;
	return [`OS: ${type()} ${release()} (${arch()})`, `Shell: ${shell}`, ...(terminal ? [`Terminal: ${terminal}`] : [])];
}
