import { sleep } from "@oh-my-pi/pi-utils/abort";
import { withFallback } from "@oh-my-pi/pi-utils/ignore-failure";
import { nonEmptyString } from "@oh-my-pi/pi-utils/text/non-empty-string";
import { AuthError } from "../../errors/auth-error.ts";
import { fetchLimited } from "../../http/fetch-limited.ts";
import { userAgent } from "../../identity.ts";
import type { AccountReader, RefreshPorts } from "../../model/login.ts";
import { readField } from "../oauth/token-claims.ts";

const codeAssist = "https://cloudcode-pa.googleapis.com/v1internal";

/** Google's code-assist service bills a project, and creates one for accounts without. */
export const googleAccount: AccountReader = async (tokens, _response, ports) => {
	if (tokens.projectId) return {};
	const get = caller(tokens.access, ports);
	const asked = get("https://www.googleapis.com/oauth2/v1/userinfo?alt=json");
	const user = await withFallback(asked, {}, "the account works without a name for it");
	const configuredProject = ports.env.GOOGLE_CLOUD_PROJECT || ports.env.GCP_PROJECT || ports.env.GCLOUD_PROJECT;
	return {
		email: nonEmptyString(readField(user, "email")),
		accountId: nonEmptyString(readField(user, "id")),
		projectId: await findProject(get, configuredProject),
	};
};

type Call = (url: string, body?: unknown) => Promise<unknown>;

function caller(access: string, ports: RefreshPorts): Call {
	return async (url, body) => {
		const response = await fetchLimited(ports.fetch, url, {
			method: body === undefined ? "GET" : "POST",
			headers: {
				authorization: `Bearer ${access}`,
				"content-type": "application/json",
				"user-agent": userAgent,
			},
			body: body === undefined ? null : JSON.stringify(body),
			signal: ports.signal ?? null,
		});
		if (!response.ok) throw new AuthError("server", `${new URL(url).host} answered ${response.status}`);
		return response.json();
	};
}

async function findProject(call: Call, configuredProject: string | undefined): Promise<string | undefined> {
	const metadata = {
		ideType: "IDE_UNSPECIFIED",
		pluginType: "PLUGIN_UNSPECIFIED",
		...(configuredProject && { duetProject: configuredProject }),
	};
	const loaded = await call(`${codeAssist}:loadCodeAssist`, { cloudaicompanionProject: configuredProject, metadata });
	const known = nonEmptyString(readField(loaded, "cloudaicompanionProject"));
	if (known) return known;
	const tiers = readField(loaded, "allowedTiers");
	const tier = Array.isArray(tiers) ? tiers.find((entry) => readField(entry, "isDefault") === true) : undefined;
	const order = {
		tierId: nonEmptyString(readField(tier, "id")) ?? "free-tier",
		cloudaicompanionProject: configuredProject,
		metadata,
	};
	for (let attempt = 0; attempt < 10; attempt++) {
		const operation = await call(`${codeAssist}:onboardUser`, order);
		if (readField(operation, "done") === true) {
			return nonEmptyString(readField(operation, "response", "cloudaicompanionProject", "id")) ?? configuredProject;
		}
		await sleep(2000);
	}
	return configuredProject;
}
