import { stat } from "node:fs/promises";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { CallRef } from "../files/mutate/commit-journaled.ts";
import { type LoadedFile, loadBytes, mustBeWritable } from "../files/mutate/load-file.ts";
import { type MadeChange, makeChanges } from "../files/mutate/make-changes.ts";
import type { MutationPorts } from "../files/mutate/ports.ts";
import { isExecutable } from "../files/mutate/prepare-write.ts";
import type { Target } from "../files/mutate/target.ts";
import { refuseGenerated } from "../files/mutate/text/generated-file.ts";
import { decodeText, encodeText, markedText } from "../files/mutate/text/text-file.ts";
import type { Diagnostics } from "../files/mutate/write-through.ts";

export interface WrittenFile {
	readonly made: MadeChange;
	readonly madeExecutable: boolean;
	readonly diagnostics?: Diagnostics;
}

/** Makes or replaces a file. One that was there keeps its mode, its line ends and its byte order mark. */
export async function writePlainFile(
	target: Target,
	content: string,
	ports: MutationPorts,
	call: CallRef,
): Promise<WrittenFile> {
	const before = await openToReplace(target, ports);
	// A script nobody may run is half written.
	const isScript = content.startsWith("#!");
	const { files, diagnostics } = await makeChanges(
		[{ target, ...(before && { before }), after: content, isAllKnown: true, executable: isScript }],
		ports,
		{ call, tool: "write" },
	);
	const [made] = files;
	if (!made) throw new ToolError(`Nothing was written to ${target.shownPath}.`);
	const wasExecutable = before !== undefined && isExecutable(Number(before.version.mode));
	const madeExecutable = isScript && !wasExecutable && isExecutable((await stat(target.path)).mode);
	return { made, madeExecutable, ...(diagnostics && { diagnostics }) };
}

async function openToReplace(target: Target, ports: MutationPorts): Promise<LoadedFile | undefined> {
	const { path, shownPath } = target;
	const loaded = await loadBytes(path, shownPath);
	if (!loaded) return undefined;
	if (ports.blockGenerated?.() ?? true) await refuseGenerated(path, shownPath);
	await mustBeWritable(path, shownPath);
	const text = loaded.bytes && decodeText(loaded.bytes);
	const { version, isLink } = loaded;
	// No text is equal to this one, so that whatever is asked for is written.
	if (!text) return { path, isLink, version, text: "\0", tagged: (changed) => changed, encode: (changed) => changed };
	return {
		path,
		isLink,
		version,
		text: text.text,
		tagged: (changed) => markedText(text, withoutMark(changed)),
		// Content that brings carriage returns of its own has the line ends it is meant to have.
		encode: (changed) =>
			changed.includes("\r") ? markedText(text, withoutMark(changed)) : encodeText(withoutMark(changed), text),
	};
}

function withoutMark(text: string): string {
	return text.startsWith("\ufeff") ? text.slice(1) : text;
}
