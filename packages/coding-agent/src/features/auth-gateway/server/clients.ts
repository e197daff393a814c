import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { atomicWrite } from "@oh-my-pi/pi-utils/files/atomic-write";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { newToken } from "../../../accounts/service-token.ts";
import { resolveDirectories } from "../../../process/directories.ts";
import { CliError } from "../../../process/usage-error.ts";

/** Who may ask the gateway, and for how much a day. */
export interface GatewayClient {
	readonly name: string;
	readonly usdPerDay?: number | undefined;
	readonly tokensPerDay?: number | undefined;
}

export interface ClientKey extends GatewayClient {
	readonly token: string;
	readonly createdAt: string;
}

/** Of requests with the gateway's own token, or without one. */
export const ownerClient: GatewayClient = { name: "owner" };

export function gatewayTokenPath(host: Host): string {
	return join(resolveDirectories(host).config, "auth-gateway.token");
}

/** The keys of clients, in a file that only the user can read. Read again when it has changed. */
export class ClientKeys {
	readonly path: string;
	#known: { readonly mark: string; readonly keys: readonly ClientKey[] } | undefined;

	constructor(host: Host) {
		this.path = join(resolveDirectories(host).config, "auth-gateway-keys.json");
	}

	list(): readonly ClientKey[] {
		try {
			const { mtimeMs, ino, size } = statSync(this.path);
			const mark = `${ino} ${mtimeMs} ${size}`;
			if (this.#known?.mark !== mark) this.#known = { mark, keys: parseKeys(readFileSync(this.path, "utf8")) };
			return this.#known.keys;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
			throw new CliError(`${this.path} cannot be read: ${errorMessage(error)}`);
		}
	}

	async add(client: GatewayClient, now: number): Promise<ClientKey> {
		if (!/^[a-z0-9][a-z0-9._-]{0,62}$/.test(client.name) || client.name === ownerClient.name) {
			throw new CliError(`"${client.name}" cannot name a key: use lower-case letters, digits, ".", "_" and "-"`);
		}
		const keys = this.list();
		if (keys.some(({ name }) => name === client.name))
			throw new CliError(`There is a key named ${client.name} already.`);
		const key = { ...client, token: newToken(), createdAt: new Date(now).toISOString() };
		await this.#save([...keys, key]);
		return key;
	}

	async remove(name: string): Promise<void> {
		const keys = this.list();
		if (!keys.some((key) => key.name === name)) throw new CliError(`There is no key named ${name}.`);
		await this.#save(keys.filter((key) => key.name !== name));
	}

	async #save(keys: readonly ClientKey[]): Promise<void> {
		await atomicWrite(this.path, `${JSON.stringify({ keys }, undefined, 2)}\n`);
	}
}

function parseKeys(text: string): ClientKey[] {
	const value: unknown = JSON.parse(text);
	if (!isRecord(value) || !Array.isArray(value.keys)) throw new Error('expected {"keys": […]}');
	return value.keys.map((key, index) => {
		if (!isRecord(key) || typeof key.name !== "string" || typeof key.token !== "string" || key.token.length < 20) {
			throw new Error(`keys[${index}]: expected a name and a token`);
		}
		return key as unknown as ClientKey;
	});
}
