import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { CallRef } from "./commit-journaled.ts";
import type { EditorFiles } from "./editor-files.ts";

/** Asks the editor about a file that it cannot write itself; throws its refusal. */
export async function askEditor(
	{ path, shownPath }: { readonly path: string; readonly shownPath: string },
	write: EditorFiles["write"],
	call: CallRef,
): Promise<void> {
	try {
		await write?.({ path }, call);
	} catch (error) {
		throw refusedByEditor(shownPath, error);
	}
}

export function refusedByEditor(shownPath: string, error: unknown): ToolError {
	return new ToolError(`${shownPath} was not written, the editor refused: ${errorMessage(error)}`);
}
