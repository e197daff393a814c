import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseYaml } from "@oh-my-pi/pi-utils/config/parse-yaml";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { OAuthClient } from "../model/login.ts";

export interface LoadedOAuthClients {
	readonly clients: Readonly<Record<string, OAuthClient>>;
	readonly problems: readonly string[];
}

/** The user's OAuth clients: `oauth-clients.yml`, from provider to `clientId` and optional `clientSecret`. */
export async function loadOAuthClients(agentDir: string): Promise<LoadedOAuthClients> {
	const path = join(agentDir, "oauth-clients.yml");
	let text: string;
	try {
		text = await readFile(path, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return { clients: {}, problems: [] };
		return { clients: {}, problems: [`${path}: ${errorMessage(error)}`] };
	}
	const parsed = await parseYaml(text, path);
	if ("problem" in parsed) return { clients: {}, problems: [parsed.problem] };
	const clients: Record<string, OAuthClient> = {};
	const problems: string[] = [];
	for (const [provider, value] of Object.entries((parsed.value ?? {}) as Record<string, unknown>)) {
		const client = typeof value === "string" ? { clientId: value } : (value as Record<string, unknown> | null);
		const { clientId, clientSecret } = client ?? {};
		if (typeof clientId !== "string" || clientId === "") problems.push(`${path}: ${provider}.clientId: must be a text`);
		else clients[provider] = { id: clientId, ...(typeof clientSecret === "string" && { secret: clientSecret }) };
	}
	return { clients, problems };
}
