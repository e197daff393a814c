import type { CloudWorld } from "../cloud-world.ts";
import type { Perishable } from "../renewed.ts";
import { optionalText, requiredText } from "../token-request.ts";

export interface AwsKeys extends Perishable {
	readonly accessKeyId: string;
	readonly secretAccessKey: string;
	readonly sessionToken?: string | undefined;
}

/** A source of keys; `undefined` if it is not configured. */
export type KeySource = (world: CloudWorld) => Promise<AwsKeys | undefined>;

/** The keys in a response of AWS credential services. */
export function keysIn(answer: Record<string, unknown>, source: string): AwsKeys {
	const sessionToken = optionalText(answer, "SessionToken") ?? optionalText(answer, "Token");
	const expiration = optionalText(answer, "Expiration");
	return {
		accessKeyId: requiredText(answer, "AccessKeyId", source),
		secretAccessKey: requiredText(answer, "SecretAccessKey", source),
		...(sessionToken && { sessionToken }),
		...(expiration && { expiresAt: Date.parse(expiration) }),
	};
}

export const environmentKeys: KeySource = async ({ env }) => {
	const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN } = env;
	if (!accessKeyId || !secretAccessKey) return undefined;
	return { accessKeyId, secretAccessKey, ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }) };
};
