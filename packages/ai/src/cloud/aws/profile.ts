import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ProviderError } from "../../errors/provider-error.ts";
import type { CloudWorld } from "../cloud-world.ts";
import { parseObject } from "../token-request.ts";
import { containerKeys } from "./container.ts";
import { instanceKeys } from "./instance.ts";
import { type AwsKeys, environmentKeys, type KeySource, keysIn } from "./keys.ts";
import { loadProfileFiles, type Profile, type ProfileFiles } from "./profile-files.ts";
import { ssoKeys } from "./sso.ts";
import { assumeRole, assumeRoleWithToken } from "./sts.ts";

/** The keys of the active profile: static, from SSO, from a program, or of a role. */
export const profileKeys: KeySource = async (world) => {
	const files = await loadProfileFiles(world);
	const name = profileName(world);
	if (!files.profiles.has(name)) {
		if (world.env.AWS_PROFILE) throw new ProviderError("config", `AWS_PROFILE names "${name}", which does not exist`);
		return undefined;
	}
	return resolveKeys(name, files, world, []);
};

export async function profileRegion(world: CloudWorld): Promise<string | undefined> {
	return (await loadProfileFiles(world)).profiles.get(profileName(world))?.region;
}

function profileName({ env }: CloudWorld): string {
	return env.AWS_PROFILE || env.AWS_DEFAULT_PROFILE || "default";
}

async function resolveKeys(
	name: string,
	files: ProfileFiles,
	world: CloudWorld,
	path: readonly string[],
): Promise<AwsKeys | undefined> {
	const profile = files.profiles.get(name);
	if (!profile) throw new ProviderError("config", `The AWS profile "${name}" does not exist`);
	// A role's profile may name itself as source, meaning its own keys.
	if (profile.role_arn && path.at(-1) !== name) return roleKeys(name, profile, files, world, path);
	const { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey, aws_session_token } = profile;
	if (accessKeyId && secretAccessKey) {
		return { accessKeyId, secretAccessKey, ...(aws_session_token && { sessionToken: aws_session_token }) };
	}
	if (profile.sso_account_id && profile.sso_role_name) return ssoKeys(name, profile, files.ssoSessions, world);
	if (profile.credential_process) return processKeys(name, profile.credential_process, world);
	return undefined;
}

async function roleKeys(
	name: string,
	profile: Profile,
	files: ProfileFiles,
	world: CloudWorld,
	path: readonly string[],
): Promise<AwsKeys> {
	if (path.includes(name)) throw new ProviderError("config", `AWS profiles name each other: ${path.join(" → ")}`);
	const { role_arn: arn = "", role_session_name: sessionName, region, external_id: externalId } = profile;
	const role = { arn, sessionName, region, ...(externalId && { externalId }) };
	if (profile.web_identity_token_file) return assumeRoleWithToken(world, role, profile.web_identity_token_file);
	const source = profile.source_profile
		? await resolveKeys(profile.source_profile, files, world, [...path, name])
		: await namedSources[profile.credential_source ?? ""]?.(world);
	if (!source) throw new ProviderError("config", `The AWS profile "${name}" finds no keys to assume its role with`);
	return assumeRole(world, role, source);
}

const namedSources: Readonly<Record<string, KeySource | undefined>> = {
	Environment: environmentKeys,
	EcsContainer: containerKeys,
	Ec2InstanceMetadata: instanceKeys,
};

async function processKeys(name: string, command: string, world: CloudWorld): Promise<AwsKeys> {
	const source = `The credential_process of AWS profile "${name}"`;
	let output: string;
	try {
		output = await world.run(command);
	} catch (error) {
		const reason = errorMessage(error);
		throw new ProviderError("auth", `${source} failed: ${reason}`, { cause: error });
	}
	return keysIn(parseObject(output, source), source);
}
