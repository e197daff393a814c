import { logIn, loginWords, openForLogin, storeLogin } from "@oh-my-pi/pi-ai/auth/log-in";
import { isAvailable } from "@oh-my-pi/pi-ai/auth/login-client";
import { AuthError } from "@oh-my-pi/pi-ai/errors/auth-error";
import type { Login, LoginPorts } from "@oh-my-pi/pi-ai/model/login";
import type { Provider } from "@oh-my-pi/pi-ai/model/provider";
import { listLogins } from "@oh-my-pi/pi-ai/model/provider";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { terminalLoginPorts } from "../../../accounts/terminal-login.ts";
import { CliError } from "../../../process/usage-error.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import { parseArgs } from "../../../startup/parse-args.ts";
import { commandRegistry, registryFlags } from "../../command/command-registry.ts";
import { providerNamed, storedAccounts } from "./accounts.ts";

export const flags = [
	...registryFlags,
	{ name: "device", kind: "boolean", help: "Log in with a device code, without a local browser" },
	{ name: "no-browser", kind: "boolean", help: "Only print the URL" },
] as const;

const usage = `USAGE
  omp login [provider] [--device] [--no-browser]

  Without a provider it lists those one can log in to. A key can also be piped in: omp login openrouter < key.txt
`;

export const login: CliCommand = async (argv, baseHost, io) => {
	const args = parseArgs(argv, flags);
	if (args.flags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	const { registry, host } = await commandRegistry(baseHost, args);
	if (args.messages.length === 0) {
		await io.stdout.write(loginList(registry));
		return 0;
	}
	const provider = registry.findProvider(providerNamed(args.messages[0], registry, "login"));
	if (!provider || listLogins(provider).length === 0)
		throw new CliError(`${args.messages[0]} has no login. ${registry.credentialHint(args.messages[0] ?? "")}`);
	const clients = { env: host.env, clients: registry.oauthClients };
	const chosen = chooseLogin(provider, args.flags.has("device"), clients);
	if (chosen?.kind === "key" && provider.logins?.some(({ kind }) => kind !== "key"))
		await io.stderr.write(`${provider.name} login isn't available in this build. Use an API key.\n`);
	const ports = terminalLoginPorts(registry, host, io, { browser: !args.flags.has("no-browser"), login: chosen });
	try {
		const store = await openForLogin(provider, registry.store);
		const result = await logIn(provider, ports, chosen);
		storeLogin(provider, result, store);
		await io.stdout.write(`${loginWords(provider, result)}\n`);
		return 0;
	} catch (error) {
		if (error instanceof AuthError) throw new CliError(error.message);
		throw error;
	}
};

function loginList(registry: ModelRegistry): string {
	const rows = registry.providerIds().flatMap((id) => {
		const provider = registry.findProvider(id);
		const logins = provider ? listLogins(provider) : [];
		if (!provider || logins.length === 0) return [];
		const kinds = logins.map((entry) => (entry.kind === "key" ? "key" : "account"));
		const stored = storedAccounts(registry, id).filter(({ disabledCause }) => disabledCause === undefined).length;
		return [`${stored > 0 ? "●" : "○"} ${id.padEnd(24)} ${provider.name} (${[...new Set(kinds)].join(", ")})`];
	});
	return `Providers with a login (● stored):\n${rows.join("\n")}\n\nomp login <provider>\n`;
}

function chooseLogin(
	provider: Provider,
	device: boolean,
	clients: Pick<LoginPorts, "env" | "clients">,
): Login | undefined {
	if (!device)
		return listLogins(provider).find((login) => isAvailable(provider, login, clients)) ?? provider.logins?.[0];
	const found = provider.logins?.find(
		(entry) => entry.kind === "device" || (entry.kind === "custom" && /device/i.test(entry.label)),
	);
	if (!found) throw new CliError(`${provider.name} has no login with a device code.`);
	return found;
}
