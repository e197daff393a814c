import { ProviderError } from "../../errors/provider-error.ts";
import type { CloudWorld } from "../cloud-world.ts";
import { requestText } from "../token-request.ts";
import { type AwsKeys, type KeySource, keysIn } from "./keys.ts";
import { signedHeaders } from "./sign.ts";

const who = "AWS STS";

export interface Role {
	readonly arn: string;
	readonly sessionName: string | undefined;
	readonly region: string | undefined;
	readonly externalId?: string;
}

export const webIdentityKeys: KeySource = async (world) => {
	const { AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile, AWS_ROLE_ARN: arn, AWS_ROLE_SESSION_NAME: sessionName } = world.env;
	if (!tokenFile || !arn) return undefined;
	return assumeRoleWithToken(world, { arn, sessionName, region: undefined }, tokenFile);
};

/** The keys of a role that trusts the issuer of the token file. */
export async function assumeRoleWithToken(world: CloudWorld, role: Role, tokenFile: string): Promise<AwsKeys> {
	const token = await world.readFile(tokenFile);
	if (token === undefined) throw new ProviderError("config", `The web identity token file ${tokenFile} does not exist`);
	return ask(world, role, { Action: "AssumeRoleWithWebIdentity", WebIdentityToken: token.trim() });
}

/** The keys of a role that trusts the account of other keys. */
export function assumeRole(world: CloudWorld, role: Role, keys: AwsKeys): Promise<AwsKeys> {
	return ask(world, role, { Action: "AssumeRole", ...(role.externalId && { ExternalId: role.externalId }) }, keys);
}

async function ask(
	world: CloudWorld,
	role: Role,
	parameters: Record<string, string>,
	keys?: AwsKeys,
): Promise<AwsKeys> {
	const region = role.region ?? world.env.AWS_REGION ?? world.env.AWS_DEFAULT_REGION ?? "us-east-1";
	const body = new URLSearchParams({
		Version: "2011-06-15",
		RoleArn: role.arn,
		RoleSessionName: role.sessionName ?? `omp-${world.now()}`,
		...parameters,
	}).toString();
	const url = world.env.AWS_ENDPOINT_URL_STS ?? `https://sts.${region}.amazonaws.com/`;
	const request = { url, headers: { "content-type": "application/x-www-form-urlencoded" }, body };
	const scope = { service: "sts", region, now: world.now() };
	const headers = keys ? await signedHeaders(request, keys, scope) : request.headers;
	const answer = await requestText(world, url, { method: "POST", headers, body }, { who });
	return keysIn(parseFields(answer), `The answer of ${who}`);
}

/** The leaf elements of the XML response. */
function parseFields(xml: string): Record<string, string> {
	const fields: Record<string, string> = {};
	for (const [, name = "", value = ""] of xml.matchAll(/<(\w+)>([^<]+)<\/\1>/g)) fields[name] = value.trim();
	return fields;
}
