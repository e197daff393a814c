import { isIP } from "node:net";
import { matchesWildcard } from "@oh-my-pi/pi-policy/rules/wildcard";
import { RefusedAddress, type WebAccess } from "@oh-my-pi/pi-tools/services/web-access";
import { judgeHost, type Lookup, type Reach, reachOfAddress } from "@oh-my-pi/pi-utils/net/inside-address";
import type { AskedHost } from "../../../conversation/approval/approval-question.ts";
import type { AdmitHost } from "./box-proxy.ts";
import { registryHosts } from "./registries.data.ts";

export interface HostGateOptions {
	readonly network: () => "off" | "hosts";
	/** Patterns of hosts that the user allows here. */
	readonly allowed: () => readonly string[];
	/** `undefined` when nobody can be asked. */
	readonly ask: (host: AskedHost) => Promise<boolean | undefined>;
	/** The rules about addresses inside the user's network. */
	readonly web: () => Pick<WebAccess, "admit"> | undefined;
	readonly lookup?: Lookup;
}

/**
 * Decides which hosts programs in the box reach: those on a list, and those that the user agrees to, asked once each. Who has named a
 * host has not said that it may be an address of their own network: such an address is asked about by itself.
 */
export function hostGate(options: HostGateOptions): AdmitHost {
	const answers = new Map<string, Promise<boolean | undefined>>();
	const ask = async (host: AskedHost, where: string, entry: string) => {
		const key = JSON.stringify(host);
		const answer = answers.get(key) ?? options.ask(host);
		answers.set(key, answer);
		const isAllowed = await answer;
		if (isAllowed === undefined)
			throw new Error(`${where}, and nobody can be asked here (the user's setting for it: sandbox.hosts: [${entry}])`);
		if (!isAllowed) throw new Error("the user does not allow it");
	};
	return async (name, port, scheme) => {
		const host = name.replace(/^\[|\]$/g, "");
		const isListed = (what: string) => options.allowed().some((pattern) => fits(pattern, what, port));
		const isRegistry = options.network() === "hosts" && registryHosts.includes(host);
		// A name is only looked up once it may be reached, since looking it up already tells somebody.
		if (!isIP(host) && !isListed(host) && !isRegistry) await ask({ host }, "it is not on the list of hosts", host);
		const web = options.web();
		if (!web) throw new Error("the rules for inside addresses are not loaded");
		const judged = await judgeHost(host, options.lookup);
		if (judged.reach === "public") {
			if (isIP(host) && !isListed(host)) await ask({ host }, "it is not on the list of hosts", host);
			return judged.addresses;
		}
		const url = new URL(`${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}/`);
		try {
			return (await web.admit(url, { toolName: "bash", signal: AbortSignal.timeout(resolveMs), mayAsk: false }))
				.addresses;
		} catch (error) {
			if (!(error instanceof RefusedAddress) || judged.reach === "metadata") throw error;
		}
		const where = places[judged.reach];
		for (const address of judged.addresses) {
			if (isListed(address) || reachOfAddress(address) === "public") continue;
			await ask({ host, inside: { address, port, where } }, `${address}:${port} is ${where}`, address);
		}
		return judged.addresses;
	};
}

const resolveMs = 30_000;

const places: Readonly<Record<Reach, string>> = {
	public: "on the internet",
	private: "inside your network",
	loopback: "on this machine",
	"link-local": "on your local link",
	metadata: "where a cloud keeps its keys",
};

function fits(pattern: string, host: string, port: number): boolean {
	const bracketed = host.includes(":") ? `[${host}]` : host;
	return [host, bracketed, `${bracketed}:${port}`].some((what) => matchesWildcard(pattern, what));
}
