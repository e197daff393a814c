import { checkCredentials } from "../server/check-credentials.ts";
import type { GatewayAction } from "./auth-gateway.ts";
import { openGatewayRegistry } from "./open-registry.ts";

/** Whether each credential of the broker works. */
export const checkGateway: GatewayAction = async ({ flags }, baseHost, io) => {
	const { host, registry } = await openGatewayRegistry(baseHost);
	using _registry = registry;
	const credentials = await checkCredentials(registry, host, { strict: flags.has("strict") });
	const word = (ok: boolean | null) => (ok === null ? "unknown" : ok ? "ok" : "failed");
	const text = credentials
		.map(({ id, provider, type, ok, email, reason }) =>
			[`${id}`.padStart(4), provider.padEnd(20), type.padEnd(8), word(ok).padEnd(8), email ?? reason ?? ""].join(" "),
		)
		.map((line) => `${line.trimEnd()}\n`)
		.join("");
	const json = `${JSON.stringify({ generatedAt: host.now(), credentials })}\n`;
	await io.stdout.write(flags.has("json") ? json : text || "The broker has no credentials.\n");
	return credentials.some(({ ok }) => ok === false) ? 1 : 0;
};
