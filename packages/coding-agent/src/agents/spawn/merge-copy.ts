import { join } from "node:path";
import type { SingleResult } from "@oh-my-pi/pi-tools/services/agent-service";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { isolationSettings } from "../../settings/sections/agent/task.ts";
import type { Settings } from "../../settings/settings.ts";
import type { IsolatedCopy } from "../isolation/isolated-copy.ts";

/** What changed in the copy, merged where that is wanted; the copy is gone afterwards. */
export async function mergeCopy(
	copy: IsolatedCopy,
	{ id, outputPath }: { readonly id: string; readonly outputPath: string | undefined },
	result: SingleResult,
	settings: Pick<Settings, "get">,
): Promise<Partial<SingleResult>> {
	try {
		const patchPath = outputPath === undefined ? undefined : join(outputPath, "..", `${id}.patch`);
		const changes = await copy.result({ id, ...(patchPath !== undefined && { patchPath }) });
		const note = copy.note === undefined ? {} : { mergeNote: copy.note };
		if (!changes.hasChanges) return note;
		const made = { ...note, ...(changes.patchPath !== undefined && { patchPath: changes.patchPath }) };
		const isWanted = settings.get(isolationSettings.apply) && !result.aborted && result.exitCode === 0;
		if (!isWanted) return { ...made, mergeState: "kept" };
		const { isMerged, problem, files, branchName = changes.branchName } = await copy.merge();
		const branch = branchName === undefined ? {} : { branchName };
		if (isMerged) return { ...made, ...branch, mergeState: "merged", ...(files && { mergedFiles: files }) };
		return { ...made, ...branch, mergeState: "failed", ...(problem !== undefined && { mergeNote: problem }) };
	} catch (error) {
		return { mergeState: "failed", mergeNote: errorMessage(error) };
	} finally {
		await copy.discard();
	}
}
