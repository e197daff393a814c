import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Provider } from "../model/provider.ts";

/** The protocol derives the address from project and location. */
export const googleVertex: Provider = {
	id: "google-vertex",
	name: "Google Vertex AI",
	api: "google-vertex",
	baseUrl: "",
	envVars: ["GOOGLE_CLOUD_API_KEY"],
	ambient: applicationDefault,
	setup:
		"set GOOGLE_CLOUD_API_KEY, or GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION with gcloud's default credentials",
	defaultModel: "gemini-3.1-pro-preview",
	shard: () => import("../catalog/google-vertex.generated.json"),
};

const projectVars = ["GOOGLE_CLOUD_PROJECT", "GCP_PROJECT", "GCLOUD_PROJECT"];
const locationVars = ["GOOGLE_VERTEX_LOCATION", "GOOGLE_CLOUD_LOCATION", "VERTEX_LOCATION"];
const credentialVars = ["GOOGLE_CLOUD_ACCESS_TOKEN", "CLOUDSDK_AUTH_ACCESS_TOKEN", "GOOGLE_APPLICATION_CREDENTIALS"];

function applicationDefault({ env, home }: Pick<Host, "env" | "home">): string | undefined {
	const isSet = (name: string) => Boolean(env[name]);
	if (!projectVars.some(isSet) || !locationVars.some(isSet)) return undefined;
	const variable = credentialVars.find(isSet);
	if (variable) return variable;
	const file = join(home, ".config/gcloud/application_default_credentials.json");
	return existsSync(file) ? "gcloud's application default credentials" : undefined;
}
