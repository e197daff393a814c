import type { BoxPolicy, BoxSupport } from "@oh-my-pi/pi-natives/sandbox/box-policy";
import { boxedCommand, writePolicy } from "@oh-my-pi/pi-natives/sandbox/boxed-command";
import { detectBox } from "@oh-my-pi/pi-natives/sandbox/entrance/detect-box";
import { receiveListeners } from "@oh-my-pi/pi-natives/sandbox/entrance/receive-listener";
import type { ForeignNetwork, InternetFamily } from "@oh-my-pi/pi-natives/sandbox/linux/network/foreign-network";
import { endSharedBox } from "@oh-my-pi/pi-natives/sandbox/linux/session/holder";
import {
	activityInside,
	hasProgramsInside,
	serversInside,
	socketsInside,
} from "@oh-my-pi/pi-natives/sandbox/linux/session/servers-inside";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { boxEntrance } from "../../../process/box-entrance.ts";
import { rememberSupport } from "./remember-support.ts";

/** Makes connections to servers in a box. */
export type WayInside = Pick<ForeignNetwork, "connect"> & Disposable;

/** What holds programs; tests pass another. */
export interface Mechanism {
	detect(): BoxSupport;
	/** The file that the entrance reads. */
	write(folder: string, policy: BoxPolicy): string;
	command(policyFile: string, command: readonly string[]): readonly string[];
	/** Calls back with each listening socket that was opened inside, and the way to servers there; ends with the session. */
	receive(socket: string, onListener: (fd: number, network: WayInside) => void): Disposable;
	/** TCP ports that programs of a session listen on. */
	servers(sharedFolder: string): ReadonlyMap<number, InternetFamily>;
	/** How many TCP sockets they use: cheap to ask. */
	sockets(sharedFolder: string): string;
	/** Whether programs of a session run, other than idle shells. */
	hasPrograms(sharedFolder: string): boolean;
	/** Differs whenever a program of a session has run since. */
	activity(sharedFolder: string): string;
	/** Ends everything that shares the box of a session. */
	end(sharedFolder: string): void;
}

const noEntrance: BoxSupport = {
	landlock: 0,
	seccomp: false,
	namespaces: false,
	possible: [],
	mechanism: "none",
	reason: "the SDK has no program that could set it up",
};

/** That of this machine. What it can hold is tried once, and again when the system has changed. */
export function nativeMechanism(cacheFolder: string): Mechanism {
	const entrance = boxEntrance();
	return {
		detect: () => (entrance ? rememberSupport(cacheFolder, () => detectBox(entrance)) : noEntrance),
		write: writePolicy,
		command: (policyFile, command) => boxedCommand(policyFile, command, entrance ?? []),
		receive: receiveListeners,
		servers: serversInside,
		sockets: socketsInside,
		hasPrograms: hasProgramsInside,
		activity: activityInside,
		end: (folder) => void ignoreFailure(() => endSharedBox(folder), "what runs in it ends with omp"),
	};
}
