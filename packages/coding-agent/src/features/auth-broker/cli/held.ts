import type { WireBlock } from "@oh-my-pi/pi-ai/auth/broker/wire";
import { describeAccount } from "@oh-my-pi/pi-ai/auth/store/stored-credential";
import { serverLoginPrefix } from "../../../accounts/provider-accounts.ts";
import { configuredBroker, type PreparedCommand } from "./prepare.ts";

/** A key or login, without anything secret. All times are on this machine's clock. */
export interface HeldCredential {
	readonly provider: string;
	readonly kind: "key" | "login";
	/** Keys have none. */
	readonly account?: string | undefined;
	/** Of the access token; the broker refreshes it. */
	readonly expiresAt?: number | undefined;
	readonly blocks: readonly WireBlock[];
	readonly disabledCause?: string | undefined;
}

export interface Holdings {
	/** For messages. */
	readonly place: string;
	readonly held: readonly HeldCredential[];
}

/** An answer takes some time; clocks that differ by no more are the same. */
const onTheWayMs = 10_000;

/** What the configured broker has, else what this machine would have as a broker. */
export async function readHoldings(prepared: PreparedCommand): Promise<Holdings> {
	const broker = await configuredBroker(prepared);
	if (!broker) return { place: `${prepared.agentDir}/agent.db`, held: localCredentials(prepared) };
	const [snapshot, disabled] = await Promise.all([broker.snapshot(), broker.disabled()]);
	const difference = snapshot ? snapshot.serverNowMs - prepared.host.now() : 0;
	const ahead = Math.abs(difference) > onTheWayMs ? difference : 0;
	const inUse = (snapshot?.credentials ?? []).map(
		({ id, provider, credential, identityKey, blocks = [] }): HeldCredential => ({
			provider,
			blocks: blocks.map((block) => ({ ...block, untilMs: block.untilMs - ahead })),
			...(credential.type === "api_key"
				? { kind: "key" }
				: {
						kind: "login",
						account: credential.email ?? identityKey ?? `account ${id}`,
						expiresAt: credential.expires - ahead,
					}),
		}),
	);
	const ended = disabled.map(
		({ provider, type, cause }): HeldCredential => ({
			...{ provider, kind: type === "api_key" ? "key" : "login", blocks: [] },
			disabledCause: cause,
		}),
	);
	return { place: `the broker at ${broker.access.url}`, held: [...inUse, ...ended] };
}

function localCredentials({ local }: PreparedCommand): HeldCredential[] {
	const store = local.store.current;
	if (!store) return [];
	const blocks = store.allBlocks();
	return store
		.list(undefined, { includeDisabled: true })
		.filter(({ provider }) => !provider.startsWith(serverLoginPrefix))
		.map((row) => ({
			...{ provider: row.provider, blocks: blocks.get(row.id) ?? [], disabledCause: row.disabledCause },
			...(row.type === "api_key"
				? { kind: "key" }
				: { kind: "login", account: describeAccount(row), expiresAt: row.tokens.expires }),
		}));
}

/** What it can be used for now. */
export function describeState({ disabledCause, blocks, expiresAt }: HeldCredential, now: number): string {
	if (disabledCause !== undefined) return `disabled: ${disabledCause}`;
	const until = Math.max(0, ...blocks.map(({ untilMs }) => untilMs));
	if (until > now) return `at its limit until ${shownTime(until)}`;
	return expiresAt !== undefined && expiresAt <= now ? "expired" : "ok";
}

/** `2026-05-01 14:03 UTC` */
export function shownTime(time: number): string {
	return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
