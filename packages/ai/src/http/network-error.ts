import { certificateMessage, certificateProblem } from "@oh-my-pi/pi-utils/net/certificate-problem";
import { connectionFailure, isUnreachable } from "@oh-my-pi/pi-utils/net/connection-failure";
import { ProviderError } from "../errors/provider-error.ts";
import { hostOf } from "./send.ts";

/** A request that got no answer. A certificate that does not count is no failure of the network: another try would end alike. */
export function networkError(url: string, error: unknown, proxy: string | false = false): ProviderError {
	if (error instanceof ProviderError) return error;
	const untrusted = certificateProblem(error);
	if (untrusted) return new ProviderError("config", certificateMessage(hostOf(url), untrusted), { cause: error });
	return new ProviderError("network", unreachableMessage(url, proxy, connectionFailure(error), error), {
		cause: error,
	});
}

/** A proxy that is not there is named, as the host itself may well be. */
function unreachableMessage(url: string, proxy: string | false, reason: string, error: unknown): string {
	if (proxy === false) return `Could not reach ${hostOf(url)}: ${reason}`;
	const target = isUnreachable(error) ? "" : `${hostOf(url)} through `;
	return `Could not reach ${target}the proxy ${hostOf(proxy)}: ${reason}`;
}
