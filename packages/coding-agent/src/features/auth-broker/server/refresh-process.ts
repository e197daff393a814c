import { longestRefreshMs } from "@oh-my-pi/pi-ai/auth/fresh-tokens";
import { executablePath } from "@oh-my-pi/pi-natives/executable-path";
import { raceAbort } from "@oh-my-pi/pi-utils/abort";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { RefreshLogin, RefreshOutcome } from "./refresher.ts";

/** For the start of a process on a busy machine, beside the refresh itself. */
const startMs = 30_000;

/**
 * Refreshes in a process of its own, which asks the provider and stores the answer even if the broker is killed meanwhile:
 * the provider has replaced the refresh token by then, and nobody else would have the new one. For the same reason it is never
 * killed: it has limits of its own, and one that hangs all the same is left behind.
 */
export function refreshInProcess(
	host: Pick<Host, "env" | "cwd">,
	script: string | undefined,
	limitMs = longestRefreshMs + startMs,
): RefreshLogin {
	const program = script === undefined ? [executablePath()] : [executablePath(), script];
	return async (id, access) => {
		const child = Bun.spawn([...program, "auth-broker", "refresh", String(id)], {
			cwd: host.cwd,
			env: { ...host.env, PI_NO_PTY: "1" },
			stdin: new Blob([access]),
			stdout: "pipe",
			stderr: "ignore",
			// Not in the process group of the broker, which a terminal ends as a whole.
			detached: true,
		});
		const output = new Response(child.stdout).text();
		return raceAbort(output, AbortSignal.timeout(limitMs)).then(parseOutcome, (): RefreshOutcome => {
			child.unref();
			return { kind: "failed", reason: `the refreshing process took longer than ${Math.round(limitMs / 1000)} s` };
		});
	};
}

function parseOutcome(text: string): RefreshOutcome {
	try {
		const value = JSON.parse(text) as Partial<RefreshOutcome> & { reason?: string };
		if (value.kind === "refreshed") return { kind: "refreshed" };
		if (value.kind === "ended" || value.kind === "failed") return { kind: value.kind, reason: value.reason ?? "" };
	} catch {
		// Said below.
	}
	return { kind: "failed", reason: "the refreshing process ended without a result" };
}
