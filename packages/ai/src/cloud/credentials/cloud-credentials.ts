import type { AwsAccess } from "../aws/aws-credentials.ts";
import type { CloudWorld } from "../cloud-world.ts";
import type { GoogleAccess } from "../google/google-credentials.ts";

/** Credentials of clouds that sign requests or fetch tokens. Their code is loaded on first use. */
export interface CloudCredentials {
	aws(): Promise<AwsAccess>;
	google(): Promise<GoogleAccess>;
}

export function cloudCredentials(world: CloudWorld): CloudCredentials {
	let aws: Promise<AwsAccess> | undefined;
	let google: Promise<GoogleAccess> | undefined;
	return {
		aws: () => {
			aws ??= import("../aws/aws-credentials.ts").then(({ awsAccess }) => awsAccess(world));
			return aws;
		},
		google: () => {
			google ??= import("../google/google-credentials.ts").then(({ googleAccess }) => googleAccess(world));
			return google;
		},
	};
}
