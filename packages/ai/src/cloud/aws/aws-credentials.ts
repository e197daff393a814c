import { ProviderError } from "../../errors/provider-error.ts";
import type { CloudWorld } from "../cloud-world.ts";
import { Renewed } from "../renewed.ts";
import { containerKeys } from "./container.ts";
import { instanceKeys } from "./instance.ts";
import { type AwsKeys, environmentKeys, type KeySource } from "./keys.ts";
import { profileKeys, profileRegion } from "./profile.ts";
import { webIdentityKeys } from "./sts.ts";

/** The AWS credential chain. */
export interface AwsAccess {
	keys(options?: { signal?: AbortSignal | undefined }): Promise<AwsKeys>;
	profileRegion(): Promise<string | undefined>;
	/** Drops refused keys. */
	invalidate(): void;
}

export function awsAccess(world: CloudWorld): AwsAccess {
	const held = new Renewed(() => findKeys(world), world.now);
	return {
		keys: (options) => held.get(options),
		profileRegion: () => profileRegion(world),
		invalidate: () => held.invalidate(),
	};
}

/** In order of precedence. */
const sources: readonly KeySource[] = [environmentKeys, webIdentityKeys, profileKeys, containerKeys, instanceKeys];

async function findKeys(world: CloudWorld): Promise<AwsKeys> {
	for (const source of sources) {
		const keys = await source(world);
		if (keys) return keys;
	}
	throw new ProviderError(
		"missing-key",
		"No AWS credentials: set AWS_BEARER_TOKEN_BEDROCK, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, " +
			"or name a profile of ~/.aws in AWS_PROFILE",
	);
}
