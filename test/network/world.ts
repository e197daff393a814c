import { afterAll } from "bun:test";
import {
	type RealAddresses,
	type RealHost,
	realAddresses,
	requiresNamespaces,
} from "@oh-my-pi/pi-testkit/network/real-addresses";
import { builtExecutable } from "@oh-my-pi/pi-testkit/product/built-executable";
import { modelsYml } from "@oh-my-pi/pi-testkit/product/omp-project";
import type { CommandResult } from "@oh-my-pi/pi-testkit/run-command";
import { type ModelServer, modelServer } from "@oh-my-pi/pi-testkit/servers/model-server";
import { type Reply, text } from "@oh-my-pi/pi-testkit/servers/replies";
import { verificationName } from "@oh-my-pi/pi-testkit/verifies";

/** A network with a model in it, for all tests of a file. */
export interface World {
	readonly net: RealAddresses;
	readonly model: ModelServer;
	/** A home folder in which `acme` is at this address. */
	home(baseUrl: string, config?: string): Promise<string>;
	/** omp in such a home, as the helpers of other suites take it. */
	project(
		home: string,
		env?: Record<string, string>,
	): Promise<{ command: string[]; env: Record<string, string>; path: string }>;
	/** `omp -p hi`, without what it says about approvals. */
	say(options: { baseUrl?: string; env?: Record<string, string>; args?: readonly string[] }): Promise<CommandResult>;
}

/** What each test needs besides an address. */
export const usualEnv = { ACME_KEY: "acme-secret-key", PI_NO_TITLE: "1", OMP_SKIP_SETUP: "1" };

/** A test in a network of its own that verifies one requirement. */
export function verifies(id: string, run: () => Promise<void>): void {
	requiresNamespaces()(verificationName(id), run);
}

/** Made with the first test that runs. */
export function world(
	hosts: (model: ModelServer) => readonly RealHost[] | Promise<readonly RealHost[]>,
	otherwise: (body: Record<string, unknown>) => Reply = () => text("It works."),
): () => Promise<World> {
	let made: Promise<World> | undefined;
	afterAll(async () => {
		const { net, model } = (await made) ?? {};
		await net?.[Symbol.asyncDispose]();
		await model?.[Symbol.asyncDispose]();
	});
	return () => {
		made ??= make(hosts, otherwise);
		return made;
	};
}

async function make(...[hosts, otherwise]: Parameters<typeof world>): Promise<World> {
	const model = await modelServer({ otherwise });
	const net = await realAddresses(await hosts(model));
	const executable = await builtExecutable();
	let homes = 0;
	const home: World["home"] = async (baseUrl, config = "") => {
		const folder = `homes/${++homes}`;
		await net.files.write(`${folder}/.omp/agent/models.yml`, modelsYml(baseUrl));
		await net.files.write(`${folder}/.omp/agent/config.yml`, `retry: { enabled: false }\n${config}`);
		return net.files.file(folder);
	};
	return {
		net,
		model,
		home,
		project: async (folder, env = {}) => ({
			command: net.inside([executable], { home: folder, env: { ...usualEnv, ...env } }),
			env: {},
			path: net.files.file("work"),
		}),
		async say({ baseUrl = "http://model.example", env = {}, args = ["-p", "hi"] }) {
			const result = await net.omp(args, { home: await home(baseUrl), env: { ...usualEnv, ...env } });
			return { ...result, stderr: result.stderr.replace(/^Approvals: .*\n/, "") };
		},
	};
}
