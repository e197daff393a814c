import type { TaskCheck } from "@oh-my-pi/pi-fleet/contract/task";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import checkFailed from "../prompts/check-failed.md" with { type: "text" };
import { type CheckWish, runCheck } from "./run-check.ts";

/** What the model reads of the output. */
const shownChars = 16_000;

export interface CheckedTask {
	readonly exitCode: number | null;
	readonly output: Uint8Array;
	/** `exit code 1` */
	readonly how: string;
	/** What the model is told; `undefined` when it passed. */
	readonly prompt: string | undefined;
}

export async function checkTask(
	wish: Omit<CheckWish, "command" | "timeoutSeconds"> & { readonly check: TaskCheck },
): Promise<CheckedTask> {
	const { check, ...place } = wish;
	const { exitCode, output, why } = await runCheck({
		...place,
		command: check.command,
		timeoutSeconds: check.timeoutSeconds,
	});
	const how = why ?? `exit code ${exitCode}`;
	if (exitCode === 0) return { exitCode, output, how, prompt: undefined };
	const text = new TextDecoder().decode(output).trim();
	const shown = text.length > shownChars ? `…\n${text.slice(-shownChars)}` : text || "(no output)";
	return { exitCode, output, how, prompt: renderPrompt(checkFailed, { how, output: shown }) };
}
