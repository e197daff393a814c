import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrokerAccess } from "@oh-my-pi/pi-ai/auth/broker/broker-client";
import { ConfigValues } from "@oh-my-pi/pi-ai/auth/config-value";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import { resolveDirectories } from "../process/directories.ts";
import { CliError } from "../process/usage-error.ts";
import { authBrokerSettings } from "../settings/sections/model/accounts.ts";

/** Where the broker keeps the token that clients need. */
export function brokerTokenPath(host: Host): string {
	return join(resolveDirectories(host).config, "auth-broker.token");
}

/** The address of the broker in use; `undefined` without one. */
export async function brokerUrl(
	host: Pick<Host, "env" | "cwd">,
	settings: SettingsReader,
): Promise<string | undefined> {
	const configured = settings.get(authBrokerSettings.url);
	if (!configured) return undefined;
	const text = await new ConfigValues(host).resolve(configured);
	const url = text === undefined ? undefined : URL.parse(text);
	if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
		throw new CliError("auth.broker.url (OMP_AUTH_BROKER_URL) is not an address such as http://127.0.0.1:8765");
	}
	return url.href.replace(/\/+$/, "");
}

/** The broker in use and its token; `undefined` without one. A broker without a token is an error. */
export async function resolveBrokerAccess(host: Host, settings: SettingsReader): Promise<BrokerAccess | undefined> {
	const url = await brokerUrl(host, settings);
	if (url === undefined) return undefined;
	const configured = settings.get(authBrokerSettings.token);
	if (configured) {
		const tokenSource = "auth.broker.token (OMP_AUTH_BROKER_TOKEN)";
		const token = await new ConfigValues(host).resolve(configured);
		if (!token) throw new CliError(`The command in ${tokenSource} printed no token for the broker at ${url}.`);
		return { url, token: checked(token, tokenSource), tokenSource };
	}
	const path = brokerTokenPath(host);
	const token = (await readFile(path, "utf8").catch(() => "")).trim();
	if (token) return { url, token: checked(token, path), tokenSource: path };
	throw new CliError(
		`There is no token for the broker at ${url}. Copy it from the broker (omp auth-broker token) into ${path}, or set OMP_AUTH_BROKER_TOKEN.`,
	);
}

/** A header cannot carry anything else. */
function checked(token: string, source: string): string {
	if (/^[\x21-\x7e]+$/.test(token)) return token;
	throw new CliError(`The broker token from ${source} has characters that no token has.`);
}
