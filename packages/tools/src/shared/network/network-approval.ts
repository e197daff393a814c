import { isIP } from "node:net";
import type { ToolApproval } from "@oh-my-pi/pi-agent-core/tools/tool";
import { plainHost, reachOfAddress } from "@oh-my-pi/pi-utils/net/inside-address";
import { schemeOf } from "../paths/uri.ts";

/**
 * What it takes to leave this machine for these hosts. Hosts that the user typed need no question; addresses inside the user's
 * network have one of their own.
 */
export async function networkApproval(
	addresses: readonly string[],
	web: { isNamed?(url: URL): boolean | Promise<boolean> } | undefined,
): Promise<ToolApproval> {
	const urls = addresses.flatMap((address) => URL.parse(address) ?? []);
	const asked: string[] = [];
	for (const url of urls) {
		if (isInside(plainHost(url.hostname)) || (await web?.isNamed?.(url))) continue;
		asked.push(url.host);
	}
	const hosts = [...new Set(asked)];
	return hosts.length === 0 ? "read" : { tier: "network", hosts, reason: `Leaves this machine: ${hosts.join(", ")}` };
}

/** The addresses that reading this goes to, of one or of several; none for what is on this machine. */
export function addressesIn(given: string): string[] {
	const parts = new Set([given.trim(), ...given.trim().split(/[;,\s]+/)]);
	return [...parts].flatMap((part) => addressOf(part) ?? []);
}

function addressOf(text: string): string | undefined {
	if (/^www\./i.test(text)) return `https://${text}`;
	const scheme = schemeOf(text);
	if (scheme === "issue" || scheme === "pr") return "https://github.com/";
	return scheme === "http" || scheme === "https" || scheme === "ssh" ? text : undefined;
}

function isInside(host: string): boolean {
	if (host === "localhost" || host.endsWith(".localhost")) return true;
	return isIP(host) !== 0 && reachOfAddress(host) !== "public";
}
