import { raceAbort } from "@oh-my-pi/pi-utils/abort";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { decodedBody } from "./decoded-body.ts";
import type { ReplyLimits } from "./reply-limits.ts";

/** The beginning of the body: what arrives in time, up to a limit. */
export async function readErrorBody(response: Response, limits: ReplyLimits, signal: AbortSignal): Promise<string> {
	const deadline = AbortSignal.timeout(limits.errorBodyMs);
	const either = AbortSignal.any([deadline, signal]);
	const decoder = new TextDecoder();
	let text = "";
	let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
	try {
		reader = decodedBody(response)?.getReader();
		while (reader && text.length < limits.errorBodyBytes) {
			const { done, value } = await raceAbort(reader.read(), either);
			if (done) break;
			text += decoder.decode(value, { stream: true });
		}
	} catch (error) {
		if (signal.aborted) throw signal.reason ?? error;
		// What has arrived has to do.
	}
	if (reader) void ignoreFailure(reader.cancel(), "the rest of the body is not read");
	return text.slice(0, limits.errorBodyBytes);
}
