import type { Host } from "@oh-my-pi/pi-utils/host";
import { folderTools } from "../../command/folder-tools.ts";

/** The tools of a session here. */
export async function completeTools(host: Host): Promise<readonly string[]> {
	await using here = await folderTools(host);
	return here.tools.map(({ name, label }) => `${name}\t${label}`);
}
