import { sleep as realSleep } from "@oh-my-pi/pi-utils/abort";
import { AuthError } from "../../errors/auth-error.ts";
import type { LoginPorts } from "../../model/login.ts";
import type { CallbackListener } from "./callback-listener.ts";
import { codeFromPaste, type ExpectedCode } from "./pasted-code.ts";

const limitMs = 5 * 60_000;

type WaitPorts = Pick<LoginPorts, "ask" | "signal" | "sleep">;

/** The code of a login: from the callback, or pasted by the user. */
export async function waitForCode(
	listener: CallbackListener | undefined,
	expected: ExpectedCode,
	ports: WaitPorts,
): Promise<string> {
	const finished = new AbortController();
	const signal = ports.signal ? AbortSignal.any([finished.signal, ports.signal]) : finished.signal;
	try {
		return await Promise.race([
			limit(ports, signal),
			pastedCode(expected, ports, signal),
			...(listener ? [listener.code] : []),
		]);
	} finally {
		finished.abort();
	}
}

/** Rejects on timeout or abort. */
async function limit(ports: WaitPorts, signal: AbortSignal): Promise<never> {
	await (ports.sleep ?? realSleep)(limitMs, { signal });
	throw new AuthError("expired", "The login was not completed within 5 minutes");
}

/** Asks until the input is valid. */
async function pastedCode(expected: ExpectedCode, ports: WaitPorts, signal: AbortSignal): Promise<string> {
	let question = "Or paste the address or the code here:";
	for (;;) {
		const answer = await ports.ask(question, { signal });
		// The code arrived through the callback, or the time is up; the race is already decided.
		if (signal.aborted) return new Promise(() => {});
		if (answer === undefined) throw new AuthError("cancelled", "The login was cancelled");
		try {
			return codeFromPaste(answer, expected);
		} catch (error) {
			if (!(error instanceof AuthError)) throw error;
			question = `${error.message} Paste the address or the code:`;
		}
	}
}
