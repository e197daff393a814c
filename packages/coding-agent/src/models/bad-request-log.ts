import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { KeepBadRequest } from "@oh-my-pi/pi-ai/transport/receive";
import { atomicWrite } from "@oh-my-pi/pi-utils/files/atomic-write";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { resolveDirectories } from "../process/directories.ts";

const secretHeader = /authorization|key|token|secret|cookie|signature/i;

/** Saves requests that a provider rejected as malformed, without secrets, for debugging. */
export function badRequestLog(logs: string, host: Host): KeepBadRequest {
	return async ({ url, headers }, body) => {
		const folder = join(logs, "http-400-requests");
		const shown = Object.fromEntries(
			Object.entries(headers).map(([name, value]) => [name, secretHeader.test(name) ? "[redacted]" : value]),
		);
		const time = new Date(host.now()).toISOString().replace(/[:.]/g, "-");
		const path = join(folder, `${time}-${host.newId().slice(-8)}.json`);
		try {
			await mkdir(folder, { recursive: true, mode: 0o700 });
			// Loaded here, as it is rarely needed.
			const { redacted } = await import("../process/log/log-file.ts");
			const { loadRedactor } = await import("../process/secrets/load-secrets.ts");
			const redact = await loadRedactor({ host, agentDir: resolveDirectories(host).agent });
			// People paste keys into prompts.
			const clean = (_: string, value: unknown) =>
				typeof value === "string" ? redact(redacted(value, host.env)) : value;
			const request = { url: withoutQuery(url), headers: shown, body: JSON.parse(body, clean) };
			await atomicWrite(path, JSON.stringify(request, null, 2));
			return path;
		} catch {
			// The error itself is still shown.
			return undefined;
		}
	};
}

/** Some hosts take keys in the query string. */
function withoutQuery(url: string): string {
	const parsed = URL.parse(url);
	return parsed ? `${parsed.origin}${parsed.pathname}` : url;
}
