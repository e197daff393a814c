import { usesFoundry } from "../../model/foundry.ts";
import type { Model } from "../../model/model.ts";
import { proxyFor } from "./proxy.ts";

/** Protocols whose requests go to the model's `baseUrl`; others compute their host. */
const direct: ReadonlySet<string> = new Set(["anthropic-messages", "openai-completions", "openai-responses"]);

/**
 * Opens a connection that the first request then uses, while there is other work to do. Nothing is sent. Skipped where the request
 * would use another connection: through a proxy, or with its own certificates. Best effort: never throws.
 */
export function preconnect(
	{ api, baseUrl, provider }: Pick<Model, "api" | "baseUrl" | "provider">,
	env: Readonly<Record<string, string | undefined>>,
): void {
	const origin = URL.parse(baseUrl)?.origin;
	if (origin === undefined || !direct.has(api) || proxyFor(provider, baseUrl, env) !== false) return;
	const hasOwnCertificates = origin.startsWith("https:") && (env.NODE_EXTRA_CA_CERTS ?? "").includes("-----BEGIN");
	if (hasOwnCertificates || usesFoundry(env)) return;
	preconnectTo(origin);
}

/**
 * Bun throws "Invalid port" for an address on the default port of its scheme, and an extension may have replaced `fetch` by a
 * function without `preconnect`.
 */
export function preconnectTo(url: string): void {
	if (URL.parse(url)?.port === "") return;
	try {
		fetch.preconnect?.(url);
	} catch {
		// The request itself reports what is wrong with the address.
	}
}
