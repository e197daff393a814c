import type { CloudWorld } from "../cloud-world.ts";
import { parseObject, requestText } from "../token-request.ts";
import { type KeySource, keysIn } from "./keys.ts";

const who = "The instance's metadata service";
const timeoutMs = 1000;

/** The keys of the instance's role on EC2 (IMDSv2); `undefined` anywhere else. */
export const instanceKeys: KeySource = async (world) => {
	if (world.env.AWS_EC2_METADATA_DISABLED?.toLowerCase() === "true") return undefined;
	const base = (world.env.AWS_EC2_METADATA_SERVICE_ENDPOINT || "http://169.254.169.254").replace(/\/+$/, "");
	const found = await askService(world, base);
	return found === undefined ? undefined : keysIn(parseObject(found, who), `The answer of ${who}`);
};

async function askService(world: CloudWorld, base: string): Promise<string | undefined> {
	try {
		const token = await requestText(
			world,
			`${base}/latest/api/token`,
			{ method: "PUT", headers: { "x-aws-ec2-metadata-token-ttl-seconds": "21600" } },
			{ who, timeoutMs },
		);
		const folder = `${base}/latest/meta-data/iam/security-credentials/`;
		const init = { headers: { "x-aws-ec2-metadata-token": token.trim() } };
		const role = (await requestText(world, folder, init, { who, timeoutMs })).split("\n")[0]?.trim();
		return await requestText(world, `${folder}${role}`, init, { who, timeoutMs });
	} catch {
		// Not on EC2, or without a role.
		return undefined;
	}
}
