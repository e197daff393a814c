import { CliError } from "../../../process/usage-error.ts";
import { accountTarget } from "./account-target.ts";
import type { BrokerAction } from "./auth-broker.ts";
import { pick } from "./pick.ts";
import { prepareCommand } from "./prepare.ts";

/** Removes all keys and logins of a provider for all clients. */
export const brokerLogout: BrokerAction = async ({ messages: [named] }, baseHost, io) => {
	using prepared = await prepareCommand(baseHost);
	const target = await accountTarget(prepared);
	const accounts = await target.list();
	if (accounts.length === 0) throw new CliError(`Nothing is stored in ${target.place}.`);
	const groups = [...Map.groupBy(accounts, ({ provider }) => provider)];
	const label = ([provider, rows]: (typeof groups)[number]) =>
		`${provider} (${rows.map(({ name }) => name).join(", ")})`;
	const group =
		named === undefined
			? await pick("Log out of which provider?", groups, label, io)
			: groups.find(([provider]) => provider === named);
	if (!group) throw new CliError(`Nothing is stored for ${named} in ${target.place}.`);
	const [provider, rows] = group;
	for (const { id } of rows) await target.remove(id);
	await io.stdout.write(`Logged out of ${provider}: ${rows.length} removed from ${target.place}.\n`);
	return 0;
};
