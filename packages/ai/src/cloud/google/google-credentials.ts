import { join } from "node:path";
import { ProviderError } from "../../errors/provider-error.ts";
import type { CloudWorld } from "../cloud-world.ts";
import { Renewed } from "../renewed.ts";
import { optionalText, parseObject } from "../token-request.ts";
import { tokenFromFile } from "./credential-file.ts";
import { metadataProject, metadataToken } from "./metadata-server.ts";
import type { CredentialFile, GoogleToken } from "./token.ts";

/** Google's application default credentials (ADC). */
export interface GoogleAccess {
	token(options?: { signal?: AbortSignal | undefined }): Promise<string>;
	/** The project that is billed. */
	project(): Promise<string | undefined>;
	location(): string | undefined;
	/** Drops a refused token. */
	invalidate(): void;
}

export function googleAccess(world: CloudWorld): GoogleAccess {
	const held = new Renewed(() => findToken(world), world.now);
	return {
		token: async (options) => (await held.get(options)).token,
		project: () => findProject(world),
		location: () => firstSet(world, "GOOGLE_VERTEX_LOCATION", "GOOGLE_CLOUD_LOCATION", "VERTEX_LOCATION"),
		invalidate: () => held.invalidate(),
	};
}

async function findToken(world: CloudWorld): Promise<GoogleToken> {
	const accessToken = firstSet(world, "GOOGLE_CLOUD_ACCESS_TOKEN", "CLOUDSDK_AUTH_ACCESS_TOKEN");
	if (accessToken) return { token: accessToken };
	const found = await findCredentialFile(world);
	if (found) return tokenFromFile(found.file, world, found.path);
	const token = await metadataToken(world);
	if (token) return token;
	throw new ProviderError(
		"missing-key",
		"No Google Cloud credentials: run `gcloud auth application-default login`, or set " +
			"GOOGLE_APPLICATION_CREDENTIALS, GOOGLE_CLOUD_ACCESS_TOKEN or GOOGLE_CLOUD_API_KEY",
	);
}

async function findProject(world: CloudWorld): Promise<string | undefined> {
	const named = firstSet(world, "GOOGLE_CLOUD_PROJECT", "GCP_PROJECT", "GCLOUD_PROJECT");
	if (named) return named;
	const file = (await findCredentialFile(world))?.file;
	if (file) return optionalText(file, "project_id") ?? optionalText(file, "quota_project_id");
	return metadataProject(world);
}

async function findCredentialFile(world: CloudWorld): Promise<{ file: CredentialFile; path: string } | undefined> {
	const named = world.env.GOOGLE_APPLICATION_CREDENTIALS;
	const path = named || join(gcloudFolder(world), "application_default_credentials.json");
	const text = await world.readFile(path);
	if (text !== undefined) return { file: parseObject(text, path), path };
	if (named) throw new ProviderError("config", `GOOGLE_APPLICATION_CREDENTIALS names ${path}, which does not exist`);
	return undefined;
}

function gcloudFolder({ env, home }: CloudWorld): string {
	if (env.CLOUDSDK_CONFIG) return env.CLOUDSDK_CONFIG;
	return env.APPDATA ? join(env.APPDATA, "gcloud") : join(home, ".config", "gcloud");
}

function firstSet({ env }: CloudWorld, ...names: readonly string[]): string | undefined {
	for (const name of names) if (env[name]) return env[name];
	return undefined;
}
