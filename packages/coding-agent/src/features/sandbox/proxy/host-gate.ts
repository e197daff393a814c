import { matchesWildcard } from "@oh-my-pi/pi-policy/rules/wildcard";
import type { WebAccess } from "@oh-my-pi/pi-tools/services/web-access";
import type { AdmitHost } from "./box-proxy.ts";
import { registryHosts } from "./registries.data.ts";

export interface HostGateOptions {
	readonly network: () => "off" | "hosts";
	/** Patterns of hosts that the user allows here. */
	readonly allowed: () => readonly string[];
	/** `undefined` when nobody can be asked. */
	readonly ask: (host: string) => Promise<boolean | undefined>;
	/** The rules about addresses inside the user's network. */
	readonly web: () => Pick<WebAccess, "admit"> | undefined;
}

const howToAllow = "add it to sandbox.hosts, or run omp at a terminal";

/** Decides which hosts programs in the box reach: those on a list, and those that the user agrees to, asked once each. */
export function hostGate(options: HostGateOptions): AdmitHost {
	const answers = new Map<string, Promise<boolean | undefined>>();
	const ask = (host: string) => {
		const known = answers.get(host) ?? options.ask(host);
		answers.set(host, known);
		return known;
	};
	return async (host, port, scheme) => {
		const isListed = options.allowed().some((pattern) => fits(pattern, host, port));
		const isRegistry = options.network() === "hosts" && registryHosts.includes(host);
		if (!isListed && !isRegistry) {
			const isAllowed = await ask(host);
			if (isAllowed === undefined)
				throw new Error(`it is not on the list of hosts, and nobody can be asked here (${howToAllow})`);
			if (!isAllowed) throw new Error("the user does not allow it");
		}
		const web = options.web();
		if (!web) throw new Error("the rules for inside addresses are not loaded");
		const name = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
		const url = new URL(`${scheme}://${name}:${port}/`);
		const signal = AbortSignal.timeout(resolveMs);
		// Who has named the host or was asked about it has said so of an inside address, too.
		return (await web.admit(url, { toolName: "bash", signal, namedByUser: !isRegistry, mayAsk: false })).addresses;
	};
}

const resolveMs = 30_000;

function fits(pattern: string, host: string, port: number): boolean {
	return matchesWildcard(pattern, host) || matchesWildcard(pattern, `${host}:${port}`);
}
