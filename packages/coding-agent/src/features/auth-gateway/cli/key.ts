import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { CliError } from "../../../process/usage-error.ts";
import { ClientKeys } from "../server/clients.ts";
import type { GatewayAction } from "./auth-gateway.ts";

/** Keys of single clients, each with caps of its own. */
export const gatewayKey: GatewayAction = async ({ flags, messages: [action = "list", name] }, host, io) => {
	const keys = new ClientKeys(host);
	const json = flags.has("json");
	if (action === "list") {
		const shown = keys.list().map(({ token: _, ...key }) => key);
		const text = shown
			.map(({ name, ...key }) => `${name.padEnd(24)} ${capsText(key)}  since ${key.createdAt}\n`)
			.join("");
		await io.stdout.write(json ? `${JSON.stringify(shown)}\n` : text || "There are no keys.\n");
		return 0;
	}
	if (name === undefined) throw new CliError(`Which key? omp auth-gateway key ${action} <name>`);
	if (action === "remove") {
		await keys.remove(name);
		await io.stdout.write(
			json ? `${JSON.stringify({ removed: name })}\n` : `Removed ${name}; it is refused from now on.\n`,
		);
		return 0;
	}
	if (action !== "add") throw new CliError(`Unknown action "${action}" of key. Known: add, list, remove`);
	mkdirSync(dirname(keys.path), { recursive: true, mode: 0o700 });
	const client = {
		name,
		...amount("usdPerDay", flags.get("usd-per-day"), "--usd-per-day"),
		...amount("tokensPerDay", flags.get("tokens-per-day"), "--tokens-per-day"),
	};
	const key = await keys.add(client, host.now());
	await io.stdout.write(json ? `${JSON.stringify(key)}\n` : `${key.token}\n`);
	return 0;
};

function amount(field: string, value: string | true | undefined, flag: string): Record<string, number> {
	if (value === undefined) return {};
	const number = Number(value);
	if (!(number > 0)) throw new CliError(`${flag} needs a number above 0`);
	return { [field]: number };
}

function capsText({ usdPerDay, tokensPerDay }: { usdPerDay?: number | undefined; tokensPerDay?: number | undefined }) {
	const caps = [
		...(usdPerDay ? [`$${usdPerDay} a day`] : []),
		...(tokensPerDay ? [`${tokensPerDay} tokens a day`] : []),
	];
	return caps.join(", ") || "no caps of its own";
}
