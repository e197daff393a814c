import { type FileFacts, fileKind, folderKind, kindMask, linkKind } from "@oh-my-pi/pi-natives/disk/file-facts";
import { absent, type BytePath, type NodeState } from "../contract/node-state.ts";
import { flag, type KnownFiles, nothing } from "../known/known-files.ts";
import type { Twins } from "./twins.ts";

/** Times of some file systems count in steps of two seconds. */
const freshMs = 2100;

/** Changed so shortly ago that another change need not show in its times. Also if the clock went back. */
export function isFresh(facts: FileFacts, nowMs: number): boolean {
	return nowMs - facts.changedSeconds * 1000 < freshMs;
}

/** What was at the path of an entry, as far as it is known. */
export function readState(known: KnownFiles, entry: number, twins: Twins): NodeState {
	if (entry === nothing) return absent;
	const mode = known.columns.mode[entry] ?? 0;
	switch (mode & kindMask) {
		case folderKind:
			return known.hasFlag(entry, flag.excluded) ? { kind: "other" } : { kind: "folder", mode: mode & 0o7777 };
		case linkKind:
			return { kind: "link", target: known.targets.get(entry) ?? ("" as BytePath) };
		case fileKind: {
			const content = known.content(entry);
			const other = known.hasFlag(entry, flag.linked) ? twins.of(entry)[0] : undefined;
			return {
				kind: "file",
				mode: mode & 0o7777,
				size: known.columns.size[entry] ?? 0,
				...(content !== undefined && { content }),
				...(other !== undefined && { twin: known.path(other) }),
			};
		}
		default:
			return { kind: "other" };
	}
}
