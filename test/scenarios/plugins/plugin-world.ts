import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type CommandResult, runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { type NpmRegistry, npmRegistry } from "@oh-my-pi/pi-testkit/servers/npm-registry";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";

/** An extension that leaves its name where a test can see it: on stderr. */
export const says = (name: string) => `export default () => { console.error(${JSON.stringify(`loaded ${name}`)}); };\n`;

export const loadedIn = (stderr: string) => [...stderr.matchAll(/^loaded (.+)$/gm)].map(([, name]) => name);

export type Files = Readonly<Record<string, string>>;

/** omp with a registry on this machine. */
export interface PluginWorld extends AsyncDisposable {
	readonly omp: OmpProject;
	readonly registry: NpmRegistry;
	plugin(...args: readonly string[]): Promise<CommandResult>;
	/** The extensions that a session loads. */
	loaded(...args: readonly string[]): Promise<readonly (string | undefined)[]>;
	/** Makes a tarball of a package; gives its path. */
	pack(name: string, files: Files): Promise<string>;
	publish(name: string, files: Files): Promise<void>;
	json(path: string): Promise<Record<string, unknown>>;
	exists(path: string): Promise<boolean>;
}

export async function pluginWorld(files: Files = {}): Promise<PluginWorld> {
	const omp = await ompProject({ replies: Array.from({ length: 8 }, () => text("Hi.")), files: { ...files } });
	const registry = npmRegistry();
	const env = { BUN_CONFIG_REGISTRY: registry.url, NPM_CONFIG_REGISTRY: registry.url };
	const pack = async (name: string, content: Files) => {
		for (const [path, text] of Object.entries(content))
			await omp.home.write(join("packed", name, "package", path), text);
		const archive = omp.home.file(join("tarballs", `${name}.tgz`));
		await mkdir(dirname(archive), { recursive: true });
		await runCommand(["tar", "-czf", archive, "package"], { cwd: omp.home.file(join("packed", name)) });
		return archive;
	};
	return {
		omp,
		registry,
		plugin: (...args) => omp.run(["plugin", ...args], { env }),
		loaded: async (...args) => loadedIn((await omp.run([...args, "-p", "hi"])).stderr),
		pack,
		publish: async (name, content) => registry.publish(await pack(name, content)),
		json: async (path) => JSON.parse(await omp.home.read(path)),
		exists: (path) => Bun.file(omp.home.file(path)).exists(),
		async [Symbol.asyncDispose]() {
			await Promise.all([omp, registry].map((part) => part[Symbol.asyncDispose]()));
		},
	};
}

/** The `package.json` of a plugin. */
export function manifest(name: string, version: string, omp: object | undefined, more: object = {}): string {
	return JSON.stringify({ name, version, ...(omp && { omp }), ...more });
}
