import { ProviderError } from "../../errors/provider-error.ts";
import type { CloudWorld } from "../cloud-world.ts";
import { requestJson } from "../token-request.ts";
import { type KeySource, keysIn } from "./keys.ts";

const who = "The container's credential service";

/** The keys of the task's role in a container (ECS, EKS). */
export const containerKeys: KeySource = async (world) => {
	const url = serviceUrl(world);
	if (!url) return undefined;
	const token = await authorization(world);
	const init = { headers: { accept: "application/json", ...(token && { authorization: token }) } };
	return keysIn(await requestJson(world, url, init, { who }), `The answer of ${who}`);
};

/** Link-local addresses of container credential services. */
const containerHosts = new Set(["169.254.170.2", "169.254.170.23", "[fd00:ec2::23]"]);

function serviceUrl({ env }: CloudWorld): string | undefined {
	if (env.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI) {
		return `http://169.254.170.2${env.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI}`;
	}
	const full = env.AWS_CONTAINER_CREDENTIALS_FULL_URI;
	if (!full) return undefined;
	const url = URL.parse(full);
	const trusted =
		url?.protocol === "https:" ||
		(url?.protocol === "http:" && (containerHosts.has(url.hostname) || isLoopback(url.hostname)));
	if (trusted) return full;
	throw new ProviderError(
		"config",
		"AWS_CONTAINER_CREDENTIALS_FULL_URI must be https, or an address of this machine or its container service",
	);
}

function isLoopback(hostname: string): boolean {
	return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}

async function authorization(world: CloudWorld): Promise<string | undefined> {
	const { AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file, AWS_CONTAINER_AUTHORIZATION_TOKEN: token } = world.env;
	return file ? (await world.readFile(file))?.trim() : token;
}
