import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Servers that the user has agreed to upload to. */
export class ShareConsent {
	readonly #file: string;

	constructor(agentDir: string) {
		this.#file = join(agentDir, "share-consent.json");
	}

	async isGranted(server: string): Promise<boolean> {
		return (await this.#servers()).includes(server);
	}

	async give(server: string): Promise<void> {
		const servers = [...new Set([...(await this.#servers()), server])];
		await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
		await writeFile(this.#file, `${JSON.stringify({ servers }, undefined, 2)}\n`, { mode: 0o600 });
	}

	async #servers(): Promise<string[]> {
		try {
			const { servers } = JSON.parse(await readFile(this.#file, "utf8")) as { servers?: unknown };
			return Array.isArray(servers) ? servers.filter((server) => typeof server === "string") : [];
		} catch {
			// A missing or invalid file means no consent.
			return [];
		}
	}
}
