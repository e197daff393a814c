import { constants } from "node:os";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type OpenProcess, signalGroup } from "../processes/open-process.ts";
import type { SupervisedProcess } from "../processes/supervised-process.ts";
import type { ForeignProcess, Project } from "../processes/supervisor.ts";
import type { LaunchParams } from "./launch.ts";

const keyBytes = {
	ENTER: "\r",
	TAB: "\t",
	ESCAPE: "\x1b",
	UP: "\x1b[A",
	DOWN: "\x1b[B",
	RIGHT: "\x1b[C",
	LEFT: "\x1b[D",
};
type Key = NonNullable<LaunchParams["keys"]>[number];

/** Types text, then keys, then sends the signal. */
export async function sendInput(
	params: LaunchParams,
	found: SupervisedProcess | ForeignProcess,
	project: Project,
): Promise<void> {
	const { text, keys, signal } = params;
	if (text === undefined && !keys?.length && signal === undefined) {
		throw new ToolError("send needs text, keys or signal");
	}
	const name = signal === undefined ? undefined : signalName(signal);
	const types = text !== undefined || Boolean(keys?.length);
	if (!("child" in found)) {
		if (types) {
			throw new ToolError(
				`${found.facts.name} was started by another omp, so only signals reach it. restart makes it ours.`,
			);
		}
		if (name) project.signalForeign(found, name);
		return;
	}
	const { child, spec } = found;
	if (!child) throw new ToolError(`${spec.name} does not run.`);
	if (types && !child.takesInput) {
		throw new ToolError(`${spec.name} was started with persist, so it has no input; signals reach it.`);
	}
	const enter = spec.pty ? "\r" : "\n";
	if (text !== undefined) child.write(text + (params.enter === false ? "" : enter));
	for (const key of keys ?? []) press(key, child, enter);
	if (name) signalGroup(child.pid, name);
}

function press(key: Key, child: OpenProcess, enter: string): void {
	if (key === "CTRL_C") child.interrupt();
	else if (key === "CTRL_D") child.closeInput();
	else child.write(key === "ENTER" ? enter : keyBytes[key]);
}

function signalName(requestedName: string): NodeJS.Signals {
	const name = requestedName.toUpperCase().startsWith("SIG")
		? requestedName.toUpperCase()
		: `SIG${requestedName.toUpperCase()}`;
	if (isSignal(name)) return name;
	throw new ToolError(`Unknown signal: ${requestedName}`);
}

function isSignal(name: string): name is NodeJS.Signals {
	return name in constants.signals;
}
