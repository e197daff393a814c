import { executablePath } from "@oh-my-pi/pi-natives/executable-path";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { RefreshLogin, RefreshOutcome } from "./refresher.ts";

/** Longer than a refresh can take. */
const limitMs = 40_000;

/**
 * Refreshes in a process of its own, which asks the provider and stores the answer even if the broker is killed meanwhile:
 * the provider has replaced the refresh token by then, and nobody else would have the new one.
 */
export function refreshInProcess(host: Pick<Host, "env" | "cwd">, script: string | undefined): RefreshLogin {
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
		const timer = setTimeout(() => child.kill(), limitMs);
		try {
			const output = await new Response(child.stdout).text();
			await child.exited;
			return parseOutcome(output);
		} finally {
			clearTimeout(timer);
		}
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
