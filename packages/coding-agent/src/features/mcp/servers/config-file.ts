import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Fields, isFields, parseConfig } from "@oh-my-pi/pi-utils/config/parse-config";
import { atomicWrite } from "@oh-my-pi/pi-utils/files/atomic-write";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";

export type ConfigScope = "user" | "project";

export interface ConfigPlaces {
	readonly cwd: string;
	readonly agentDir: string;
}

const schemaUrl =
	"https://raw.githubusercontent.com/can1357/oh-my-pi/main/packages/coding-agent/src/config/mcp-schema.json";

/** The files that omp writes. Those of other programs are only read. */
export function configPath(scope: ConfigScope, { cwd, agentDir }: ConfigPlaces): string {
	return scope === "user" ? join(agentDir, "mcp.json") : join(cwd, ".omp", "mcp.json");
}

export interface McpFile {
	readonly root: Fields;
	readonly servers: Fields;
}

/** Throws for a file that cannot be read, so that nothing in it is lost by writing. */
export async function readConfig(path: string): Promise<McpFile> {
	const text = readRegularFile(path);
	if (text === undefined || text.trim() === "") return { root: {}, servers: {} };
	const parsed = await parseConfig(text, path);
	if ("problem" in parsed) throw new Error(parsed.problem);
	const root = parsed.value;
	if (!isFields(root)) throw new Error(`${path}: must be an object`);
	const { mcpServers = {} } = root;
	if (!isFields(mcpServers)) throw new Error(`${path}: "mcpServers" must be an object`);
	return { root, servers: mcpServers };
}

async function writeConfig(path: string, root: Fields): Promise<void> {
	await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	const { $schema = schemaUrl, ...others } = root;
	await atomicWrite(path, `${JSON.stringify({ $schema, ...others }, undefined, 2)}\n`, { mode: 0o600 });
}

export async function addServer(path: string, name: string, definition: Fields): Promise<void> {
	const { root, servers } = await readConfig(path);
	if (Object.hasOwn(servers, name)) throw new Error(`Server "${name}" already exists in ${path}`);
	await writeConfig(path, { ...root, mcpServers: { ...servers, [name]: definition } });
}

export async function removeServer(path: string, name: string): Promise<void> {
	const { root, servers } = await readConfig(path);
	if (!Object.hasOwn(servers, name)) throw new Error(`Server "${name}" not found in ${path}`);
	const { [name]: _, ...others } = servers;
	await writeConfig(path, { ...root, mcpServers: others });
}

/** Switches a server of this file on or off; false when the file does not have it. */
export async function setEnabled(path: string, name: string, isOn: boolean): Promise<boolean> {
	const { root, servers } = await readConfig(path);
	const server = Object.hasOwn(servers, name) ? servers[name] : undefined;
	if (!isFields(server)) return false;
	const { enabled: _, ...others } = server;
	const changed = isOn ? others : { ...others, enabled: false };
	await writeConfig(path, { ...root, mcpServers: { ...servers, [name]: changed } });
	return true;
}

/** Switches a server on or off in the user's lists, wherever it is defined. */
export async function setListed(
	path: string,
	name: string,
	lists: { enabled: boolean; disabled: boolean },
): Promise<void> {
	const { root } = await readConfig(path);
	const listed = (key: string, isIn: boolean) => {
		const before: readonly unknown[] = Array.isArray(root[key]) ? root[key] : [];
		const others = before.filter((entry) => entry !== name);
		return isIn ? [...others, name] : others;
	};
	const { enabledServers: _, disabledServers: __, ...rest } = root;
	const enabled = listed("enabledServers", lists.enabled);
	const disabled = listed("disabledServers", lists.disabled);
	const changed = {
		...rest,
		...(enabled.length > 0 && { enabledServers: enabled }),
		...(disabled.length > 0 && { disabledServers: disabled }),
	};
	if (JSON.stringify(changed) !== JSON.stringify(root)) await writeConfig(path, changed);
}
