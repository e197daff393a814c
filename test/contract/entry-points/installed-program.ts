import { copyFile, mkdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { hostRelease } from "../../e2e/host-release.ts";

let installed: ReturnType<typeof install> | undefined;

/** The program beside the npm packages that it imports, as npm would have put them there. */
export function installedProgram(): ReturnType<typeof install> {
	installed ??= install();
	return installed;
}

async function install() {
	const { packages, siblings } = await hostRelease();
	const folder = (await workspace({ "package.json": '{ "type": "module" }\n' })).path;
	await Promise.all([...packages, ...siblings].map((tarball) => unpack(tarball, folder)));
	for (const name of ["sdk-program.ts", "sdk-messages.ts"])
		await copyFile(join(import.meta.dir, name), join(folder, name));
	return { folder, path: join(folder, "sdk-program.ts") };
}

async function unpack(tarball: string, folder: string): Promise<void> {
	const scratch = (await workspace()).path;
	const { exitCode, stderr } = await runCommand(["tar", "-xzf", tarball, "-C", scratch]);
	if (exitCode !== 0) throw new Error(`${tarball} could not be unpacked: ${stderr}`);
	const { name } = await Bun.file(join(scratch, "package/package.json")).json();
	const target = join(folder, "node_modules", name);
	await mkdir(dirname(target), { recursive: true });
	await rename(join(scratch, "package"), target);
}
