import type { BoxNamespace, BoxSupport } from "@oh-my-pi/pi-natives/sandbox/box-policy";
import type { BoxState } from "../../../workbench/contract/box-host.ts";
import type { SessionBox } from "./session-box.ts";

export function boxState(box: SessionBox, mode: "read" | "workspace"): BoxState {
	const { support } = box;
	if (support.mechanism === "none") return { kind: "unavailable", reason: support.reason ?? noReason };
	return { kind: "on", mode, isFull: support.namespaces || support.mechanism === "seatbelt" };
}

const noReason = "the kernel offers none";

export function unavailableText(reason: string): string {
	return `No sandbox on this machine: ${reason}. Commands run with your own permissions, and approvals ask as they do without one (auto is like write). --sandbox off leaves this out.`;
}

export function tooWideText(folder: string): string {
	return `${folder} holds your home folder, so commands in the sandbox cannot write to it, only to a temporary folder. Start omp in the folder of a project, or name folders in sandbox.writable.`;
}

/** For the status line; the usual box is not worth a word. */
export function statusWords(state: BoxState): string | undefined {
	if (state.kind === "unavailable") return "no sandbox";
	if (state.mode === "read") return "read-only sandbox";
	return state.isFull ? undefined : "partial sandbox";
}

/** What this machine holds, in a line. */
export function describeSupport(support: BoxSupport): string {
	const { mechanism, landlock, seccomp, possible, reason = noReason } = support;
	if (mechanism === "none") return `none: ${reason}`;
	if (mechanism === "seatbelt") return "sandbox-exec";
	const missing = (Object.keys(namespaceWords) as BoxNamespace[]).filter((name) => !possible.includes(name));
	const lacks = missing.map((name) => namespaceWords[name]).join(", ");
	return `Landlock ${landlock}${seccomp ? ", seccomp" : ""}, ${lacks ? `without ${lacks}` : "own files, processes and network"}`;
}

const namespaceWords: Readonly<Record<BoxNamespace, string>> = {
	mounts: "a view of files of its own",
	processes: "processes of its own",
	network: "a network of its own",
};
