import { isIP } from "node:net";
import { plainHost, reachOfAddress } from "@oh-my-pi/pi-utils/net/inside-address";
import type { Approval } from "../approval.ts";

/**
 * What it takes to leave this machine for these hosts. Hosts that the user typed need no question; addresses inside the user's
 * network have one of their own.
 */
export async function networkApproval(
	addresses: readonly string[],
	{ isNamed }: { readonly isNamed?: ((url: URL) => boolean | Promise<boolean>) | undefined } = {},
): Promise<Approval> {
	const urls = addresses.flatMap((address) => URL.parse(address) ?? []);
	const asked: string[] = [];
	for (const url of urls) {
		if (isInside(plainHost(url.hostname)) || (await isNamed?.(url))) continue;
		asked.push(url.host);
	}
	const hosts = [...new Set(asked)];
	return hosts.length === 0 ? "read" : { tier: "network", hosts, reason: `Leaves this machine: ${hosts.join(", ")}` };
}

function isInside(host: string): boolean {
	if (host === "localhost" || host.endsWith(".localhost")) return true;
	return isIP(host) !== 0 && reachOfAddress(host) !== "public";
}
