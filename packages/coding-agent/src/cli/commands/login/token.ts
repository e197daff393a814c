import { CliError } from "../../../process/usage-error.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import { parseArgs } from "../../../startup/parse-args.ts";
import { commandRegistry, registryFlags } from "../../command/command-registry.ts";
import { accountLine, accountNumbered, providerNamed, storedAccounts } from "./accounts.ts";

export const flags = [
	...registryFlags,
	{ name: "raw", kind: "boolean", help: "Only the token, without a newline" },
	{ name: "force-refresh", kind: "boolean", help: "Refresh the login's token first" },
	{ name: "account", alias: "a", kind: "string", value: "n", help: "Which of several accounts" },
	{ name: "list", alias: "l", kind: "boolean", help: "List the accounts" },
] as const;

const usage = `USAGE
  omp token <provider> [--raw] [--force-refresh] [-a <n>] [-l]

  Prints the key or access token that requests to the provider would carry.
`;

/** Prints the credential of a provider, for other programs. */
export const token: CliCommand = async (argv, baseHost, io) => {
	const args = parseArgs(argv, flags);
	if (args.flags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	const { registry, host } = await commandRegistry(baseHost, args);
	const provider = providerNamed(args.messages[0], registry, "token");
	const accounts = storedAccounts(registry, provider);
	if (args.flags.has("list")) {
		const lines = accounts.map((account, index) => `${accountLine(account, index, host.now())}\n`);
		await io.stdout.write(lines.join("") || `No stored accounts for ${provider}.\n`);
		return lines.length > 0 ? 0 : 1;
	}
	const number = args.flags.get("account");
	const only = typeof number === "string" ? accountNumbered(accounts, number).id : undefined;
	const found = await registry.findCredential(provider, only === undefined ? {} : { onlyStored: only });
	if (!found?.key) throw new CliError(registry.credentialHint(provider));
	const renewed = args.flags.has("force-refresh") ? await registry.credentials.renew(provider, found) : undefined;
	if (args.flags.has("force-refresh") && found.tokens && !renewed) {
		throw new CliError(`The token for ${provider} could not be refreshed. Log in again: omp login ${provider}`);
	}
	const credential = renewed ?? found;
	const text = credential.tokens?.access ?? credential.key;
	await io.stdout.write(args.flags.has("raw") ? text : `${text}\n`);
	return 0;
};
