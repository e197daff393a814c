import { localRipgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import { runToolWith } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { SnapshotStore } from "../../files/snapshots/snapshot-store.ts";
import { finishTool } from "../../output/finish-tool.ts";
import { type SearchDeps, searchTool } from "../search.ts";

export const ripgrep = localRipgrep({});
export const anchored = { hashlineEdits: true, hashLines: true, lineNumbers: false };
export const plain = { ...anchored, hashlineEdits: false };

export function searchIn(cwd: string, overrides: Partial<SearchDeps> = {}) {
	const deps = {
		home: "/home/nobody",
		ripgrep,
		snapshots: new SnapshotStore(),
		display: plain,
		contextBefore: 1,
		contextAfter: 3,
	};
	return finishTool(searchTool({ cwd: () => cwd, ...deps, ...overrides }));
}

export async function textOf(cwd: string, params: object, overrides: Partial<SearchDeps> = {}) {
	return (await runToolWith(searchIn(cwd, overrides), params)).content;
}

export async function filesOf(cwd: string, params: object, overrides: Partial<SearchDeps> = {}) {
	return (await runToolWith(searchIn(cwd, overrides), params)).details?.files;
}
