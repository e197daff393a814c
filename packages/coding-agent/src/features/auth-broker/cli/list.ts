import { listLogins, type Provider } from "@oh-my-pi/pi-ai/model/provider";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { CliError } from "../../../process/usage-error.ts";
import type { BrokerAction } from "./auth-broker.ts";
import { describeState, type HeldCredential, readHoldings, shownTime } from "./held.ts";
import { type PreparedCommand, prepareCommand } from "./prepare.ts";

/** The keys and logins of the broker, and with `--json` also the providers it has nothing of. */
export const listHeld: BrokerAction = async ({ flags }, baseHost, io) => {
	using prepared = await prepareCommand(baseHost);
	const { local, host } = prepared;
	const { place, held } = await readHoldings(prepared);
	const now = host.now();
	if (flags.has("json")) {
		const rows = held.map((one) => heldRecord(one, local, now));
		const others = loginProviders(local).filter(({ id }) => !held.some(({ provider }) => provider === id));
		await io.stdout.write(`${JSON.stringify([...rows, ...others])}\n`);
		return 0;
	}
	const nothing = `Nothing is stored in ${place}. Log in with: omp auth-broker login\n`;
	await io.stdout.write(held.length === 0 ? nothing : table(held.map((one) => cells(one, now))));
	return 0;
};

function heldRecord(held: HeldCredential, registry: ModelRegistry, now: number): unknown {
	const { provider, kind, account, expiresAt } = held;
	return {
		...{ id: provider, name: registry.findProvider(provider)?.name ?? provider, kind },
		...(account !== undefined && { account }),
		...(expiresAt !== undefined && { expires: new Date(expiresAt).toISOString() }),
		state: describeState(held, now),
	};
}

function cells(held: HeldCredential, now: number): string[] {
	const { provider, kind, account = "-", expiresAt } = held;
	return [provider, kind, account, expiresAt === undefined ? "-" : shownTime(expiresAt), describeState(held, now)];
}

function table(rows: readonly string[][]): string {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
	return rows.map((row) => `${line(row).trimEnd()}\n`).join("");
}

export function loginProviders(registry: ModelRegistry): ReadonlyArray<{ readonly id: string; readonly name: string }> {
	return registry.providerIds().flatMap((id) => {
		const provider = registry.findProvider(id);
		return provider && listLogins(provider).length > 0 ? [{ id, name: provider.name }] : [];
	});
}

/** Throws with suggestions. */
export function findLoginProvider(id: string, { local }: Pick<PreparedCommand, "local">): Provider {
	const provider = local.findProvider(id);
	if (provider && listLogins(provider).length > 0) return provider;
	const close = loginProviders(local).filter((known) => known.id.includes(id.toLowerCase()));
	const hint =
		close.length > 0 ? `Did you mean ${close.map((known) => known.id).join(", ")}?` : "See: omp auth-broker login";
	throw new CliError(`${id} is no provider that one can log in to. ${hint}`);
}
