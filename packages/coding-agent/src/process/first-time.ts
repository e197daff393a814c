import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";

/** Whether something is said for the first time in an agent folder; where that cannot be kept, it is said again. */
export async function isFirstTime(what: string, agentDir: string): Promise<boolean> {
	const folder = join(agentDir, "told");
	try {
		await mkdir(folder, { recursive: true, mode: 0o700 });
		await writeFile(join(folder, what), "", { flag: "wx", mode: 0o600 });
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
		logIgnored("a line that is said once is said again", error);
		return true;
	}
}
