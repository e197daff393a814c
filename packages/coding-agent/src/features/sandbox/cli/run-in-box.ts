import { killOnExit } from "@oh-my-pi/pi-natives/process/guardian";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { withOnlyVariables } from "../../../workbench/tools/child-env.ts";
import type { OpenBox } from "../box/open-box.ts";
import { describeRefusal } from "../guard/refusals.ts";

/** Runs a command with this terminal, in the box. */
export async function runInBox(
	{ box, refusedHosts }: OpenBox,
	command: readonly string[],
	host: Host,
): Promise<{ readonly exitCode: number; readonly notes: readonly string[] }> {
	const inBox = box.enter(host.cwd);
	if (!inBox) throw new Error("There is no sandbox on this machine");
	box.guard.begin(box.guardedIn(host.cwd));
	const child = Bun.spawn([...inBox(command)], {
		cwd: host.cwd,
		env: { ...withOnlyVariables(host.env) },
		stdio: ["inherit", "inherit", "inherit"],
	});
	const forget = killOnExit(child.pid);
	const exitCode = await child.exited;
	forget();
	return { exitCode, notes: [...box.takeNotes(), ...box.guard.end(), ...refusedHosts.take().map(describeRefusal)] };
}
