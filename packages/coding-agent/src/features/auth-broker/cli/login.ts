import type { WireKey, WireLogin } from "@oh-my-pi/pi-ai/auth/broker/wire";
import { type LoginResult, logIn, loginWords } from "@oh-my-pi/pi-ai/auth/log-in";
import { isAvailable } from "@oh-my-pi/pi-ai/auth/login-client";
import { AuthError } from "@oh-my-pi/pi-ai/errors/auth-error";
import { listLogins } from "@oh-my-pi/pi-ai/model/provider";
import { terminalLoginPorts } from "../../../accounts/terminal-login.ts";
import { CliError } from "../../../process/usage-error.ts";
import { accountTarget } from "./account-target.ts";
import type { BrokerAction } from "./auth-broker.ts";
import { findLoginProvider, loginProviders } from "./list.ts";
import { pick } from "./pick.ts";
import { prepareCommand } from "./prepare.ts";

/** Logs in to a provider for all clients of the broker. */
export const brokerLogin: BrokerAction = async ({ flags, messages: [named] }, baseHost, io) => {
	using prepared = await prepareCommand(baseHost);
	const { local, host } = prepared;
	const via = flags.get("via");
	if (typeof via === "string") {
		const { loginThroughSsh } = await import("./login-via.ts");
		return loginThroughSsh({ provider: named, via, dryRun: flags.has("dry-run") }, prepared, io);
	}
	const id =
		named ??
		(await pick("Log in to which provider?", loginProviders(local), ({ id, name }) => `${id} (${name})`, io)).id;
	const provider = findLoginProvider(id, prepared);
	const target = await accountTarget(prepared);
	if (flags.has("dry-run")) {
		await io.stdout.write(`Would log in to ${provider.name} and store that in ${target.place}.\n`);
		return 0;
	}
	const clients = { env: host.env, clients: local.oauthClients };
	const login = listLogins(provider).find((way) => isAvailable(provider, way, clients)) ?? provider.logins?.[0];
	try {
		const result = await logIn(provider, terminalLoginPorts(local, host, io, { browser: true, login }), login);
		await target.save(provider.storeCredentialsAs ?? provider.id, wireCredential(result));
		await io.stdout.write(`${loginWords(provider, result)} Stored in ${target.place}.\n`);
		return 0;
	} catch (error) {
		if (error instanceof AuthError) throw new CliError(error.message);
		throw error;
	}
};

function wireCredential(result: LoginResult): WireKey | WireLogin {
	return result.type === "api_key"
		? { type: "api_key", key: result.key, source: "login" }
		: { type: "oauth", ...result.tokens };
}
