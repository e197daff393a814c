import { CliError } from "../../../process/usage-error.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import { parseArgs } from "../../../startup/parse-args.ts";
import { commandRegistry, registryFlags } from "../../command/command-registry.ts";
import { accountLine, accountNumbered, providerNamed, storedAccounts } from "./accounts.ts";

export const flags = [
	...registryFlags,
	{ name: "account", alias: "a", kind: "string", value: "n", help: "Which of several accounts" },
	{ name: "all", kind: "boolean", help: "All accounts of the provider" },
] as const;

const usage = `USAGE
  omp logout <provider> [-a <n> | --all]

  Removes stored keys and logins. Variables and models.yml are left alone.
`;

/** Removes a provider's stored credential. */
export const logout: CliCommand = async (argv, baseHost, io) => {
	const args = parseArgs(argv, flags);
	if (args.flags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	const { registry, host } = await commandRegistry(baseHost, args);
	const provider = providerNamed(args.messages[0], registry, "logout");
	const accounts = storedAccounts(registry, provider);
	const number = args.flags.get("account");
	const chosen = typeof number === "string" ? [accountNumbered(accounts, number)] : accounts;
	if (chosen.length === 0) throw new CliError(`Nothing is stored for ${provider}.`);
	if (chosen.length > 1 && !args.flags.has("all")) {
		const lines = accounts.map((account, index) => accountLine(account, index, host.now())).join("\n");
		throw new CliError(`${provider} has several accounts; choose one with -a or all with --all:\n${lines}`);
	}
	const store = await registry.store.openAccounts();
	for (const { id } of chosen) store.remove(id);
	const left = registry.credentials.describeSource(provider);
	await io.stdout.write(`Logged out of ${provider}.${left ? ` Still usable through ${left}.` : ""}\n`);
	return 0;
};
