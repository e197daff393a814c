import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";

/** Lets the user change a text in their own editor; `undefined` when that failed. The terminal has to be free. */
export async function editElsewhere(text: string, { env }: Pick<Host, "env">): Promise<string | undefined> {
	const command = env.VISUAL || env.EDITOR || (process.platform === "win32" ? "notepad" : "vi");
	const folder = await mkdtemp(join(tmpdir(), "omp-edit-"));
	const file = join(folder, "omp.md");
	try {
		await writeFile(file, text, { mode: 0o600 });
		// The variable may hold arguments too, as in `code --wait`.
		const child = Bun.spawn(["sh", "-c", `${command} "$1"`, "sh", file], { stdio: ["inherit", "inherit", "inherit"] });
		if ((await child.exited) !== 0) return undefined;
		return await readFile(file, "utf8");
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
