import { emptyFacts, type FactsReader, folderKind, kindMask } from "@oh-my-pi/pi-natives/disk/file-facts";
import { type BytePath, pathBytes } from "../contract/node-state.ts";
import type { UndoLimits } from "../contract/undo-engine.ts";

/** Whether a folder has too many files, or bytes, to be kept; counts no further than that. */
export function exceedsLimits(path: BytePath, limits: UndoLimits, reader: FactsReader): boolean {
	const facts = emptyFacts();
	const folders = [pathBytes(path)];
	let files = 0;
	let bytes = 0;
	for (let folder = folders.pop(); folder; folder = folders.pop()) {
		const above = folder;
		reader.readFolder(above, facts, (block, start, end) => {
			files++;
			if ((facts.mode & kindMask) !== folderKind) bytes += facts.size;
			else folders.push(Buffer.concat([above, Buffer.from("/"), block.subarray(start, end)]));
		});
		if (files > limits.maxBuildFolderFiles || bytes > limits.maxBuildFolderBytes) return true;
	}
	return false;
}
