import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Fields, isFields, parseConfig } from "@oh-my-pi/pi-utils/config/parse-config";
import { atomicWrite } from "@oh-my-pi/pi-utils/files/atomic-write";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";

export type HostScope = "project" | "user";

export interface HostPlaces {
	readonly cwd: string;
	readonly agentDir: string;
}

/** The files that omp writes. */
export function hostFile(scope: HostScope, { cwd, agentDir }: HostPlaces): string {
	return scope === "user" ? join(agentDir, "ssh.json") : join(cwd, ".omp", "ssh.json");
}

/** Throws for a file that cannot be read, so that nothing in it is lost by writing. */
export async function readHosts(path: string): Promise<{ readonly root: Fields; readonly hosts: Fields }> {
	const text = readRegularFile(path);
	if (text === undefined || text.trim() === "") return { root: {}, hosts: {} };
	const parsed = await parseConfig(text, path);
	if ("problem" in parsed) throw new Error(parsed.problem);
	const { value: root } = parsed;
	if (!isFields(root)) throw new Error(`${path}: must be an object`);
	const { hosts = {} } = root;
	if (!isFields(hosts)) throw new Error(`${path}: "hosts" must be an object`);
	return { root, hosts };
}

export async function addHost(path: string, name: string, definition: Fields): Promise<void> {
	const { root, hosts } = await readHosts(path);
	if (Object.hasOwn(hosts, name)) throw new Error(`Host "${name}" already exists in ${path}`);
	await write(path, { ...root, hosts: { ...hosts, [name]: definition } });
}

export async function removeHost(path: string, name: string): Promise<void> {
	const { root, hosts } = await readHosts(path);
	if (!Object.hasOwn(hosts, name)) throw new Error(`Host "${name}" not found in ${path}`);
	const { [name]: _, ...others } = hosts;
	await write(path, { ...root, hosts: others });
}

async function write(path: string, root: Fields): Promise<void> {
	await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	await atomicWrite(path, `${JSON.stringify(root, undefined, 2)}\n`, { mode: 0o600 });
}
