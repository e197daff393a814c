import type { BrokerClient } from "@oh-my-pi/pi-ai/auth/broker/broker-client";
import type { WireEntry, WireKey, WireLogin } from "@oh-my-pi/pi-ai/auth/broker/wire";
import { describeAccount, type StoredLogin } from "@oh-my-pi/pi-ai/auth/store/stored-credential";
import { serverLoginPrefix } from "../../../accounts/provider-accounts.ts";
import { CliError, CommandUsageError } from "../../../process/usage-error.ts";
import type { BrokerAction } from "./auth-broker.ts";
import { brokerHelp } from "./flags.data.ts";
import { configuredBroker, type PreparedCommand, prepareCommand } from "./prepare.ts";

interface Move {
	readonly provider: string;
	readonly account: string;
	readonly credential: WireKey | WireLogin;
	/** The login here, which ends when the broker has it. */
	readonly login?: StoredLogin | undefined;
	/** The broker has it already. */
	readonly isThere: boolean;
}

/** Uploads what is stored on this machine to its broker. A second run uploads nothing. */
export const migrateAccounts: BrokerAction = async ({ flags }, baseHost, io) => {
	if (!flags.has("from-local")) {
		throw new CommandUsageError("auth-broker", "Say what to migrate: --from-local", brokerHelp);
	}
	using prepared = await prepareCommand(baseHost);
	const broker = await configuredBroker(prepared);
	if (!broker) throw new CliError("No broker is configured: set auth.broker.url or OMP_AUTH_BROKER_URL.");
	const known = (await broker.snapshot())?.credentials ?? [];
	const moves = [
		...storedMoves(prepared, known, { oauth: flags.has("include-oauth") }),
		...(flags.has("include-env") ? environmentMoves(prepared, known) : []),
	];
	const isDry = flags.has("dry-run");
	if (!isDry) for (const move of moves) await upload(move, broker, prepared);
	const uploaded = moves.filter(({ isThere }) => !isThere).map(({ provider, account }) => ({ provider, account }));
	const present = moves.filter(({ isThere }) => isThere).map(({ provider, account }) => ({ provider, account }));
	const text = [
		...uploaded.map(({ provider, account }) => `${isDry ? "would upload" : "uploaded"} ${provider} ${account}\n`),
		...present.map(({ provider, account }) => `already there: ${provider} ${account}\n`),
		`${uploaded.length} ${isDry ? "to upload" : "uploaded"} to ${broker.access.url}, ${present.length} already there.\n`,
	].join("");
	await io.stdout.write(flags.has("json") ? `${JSON.stringify({ uploaded, present })}\n` : text);
	return 0;
};

function storedMoves({ local }: PreparedCommand, known: readonly WireEntry[], { oauth }: { oauth: boolean }): Move[] {
	const rows = (local.store.current?.list() ?? []).filter(({ provider }) => !provider.startsWith(serverLoginPrefix));
	return rows.flatMap((row): Move[] => {
		const { provider } = row;
		const account = describeAccount(row);
		if (row.type === "api_key") return [keyMove(provider, account, row.key, known)];
		if (!oauth || !row.tokens.refresh) return [];
		const isThere = known.some(
			(entry) => entry.provider === provider && entry.credential.type === "oauth" && isSameAccount(entry, row),
		);
		return [{ provider, account, credential: { type: "oauth", ...row.tokens }, login: row, isThere }];
	});
}

function isSameAccount({ identityKey, credential }: WireEntry, row: StoredLogin): boolean {
	if (row.identityKey !== undefined || identityKey !== null) return identityKey === (row.identityKey ?? null);
	return credential.type === "oauth" && credential.access === row.tokens.access;
}

function environmentMoves({ local, host }: PreparedCommand, known: readonly WireEntry[]): Move[] {
	return local.providerIds().flatMap((id) => {
		const variables = local.findProvider(id)?.envVars ?? [];
		const name = variables.find((variable) => host.env[variable]);
		const key = name === undefined ? undefined : host.env[name];
		return name === undefined || !key ? [] : [keyMove(id, name, key, known)];
	});
}

function keyMove(provider: string, account: string, key: string, known: readonly WireEntry[]): Move {
	const isThere = known.some(
		({ provider: owner, credential }) => owner === provider && credential.type === "api_key" && credential.key === key,
	);
	return { provider, account, credential: { type: "api_key", key }, isThere };
}

/** A login has one owner: two machines that refresh it would end it for both. */
async function upload(move: Move, broker: BrokerClient, { local, host }: PreparedCommand): Promise<void> {
	const { login, isThere, provider } = move;
	if (!login) {
		if (!isThere) await broker.upload(provider, move.credential);
		return;
	}
	const store = await local.store.open();
	const owner = host.newId();
	if (!store.acquireRefreshLease(login.id, owner, 60_000)) {
		throw new CliError(`${provider} ${move.account} is being refreshed right now; run this again.`);
	}
	try {
		const latest = store.find(login.id);
		if (latest?.type !== "oauth") return;
		if (!isThere) await broker.upload(provider, { type: "oauth", ...latest.tokens });
		store.disable(login.id, `moved to the broker at ${broker.access.url}`);
	} finally {
		store.releaseRefreshLease(login.id, owner);
	}
}
