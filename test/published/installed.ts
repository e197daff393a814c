import { existsSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requiresThat } from "@oh-my-pi/pi-testkit/requires";
import type { Reply } from "@oh-my-pi/pi-testkit/servers/replies";
import { type RpcHost, rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import type { Workspace } from "@oh-my-pi/pi-testkit/workspace";

const folder = resolve(import.meta.dir, "node_modules");
/** As in `.ci/run`. Without `--legacy-peer-deps` npm would fetch peers. */
const install =
	"npm ci --prefix test/published --legacy-peer-deps --ignore-scripts --omit=optional --no-audit --no-fund (see docs/extensions/compatibility.md)";

/** Defines a test that needs the published extensions. */
export const withPublished: ReturnType<typeof requiresThat> = requiresThat(existsSync(folder), install);

/** The option that loads one of them, as a folder with a manifest. */
export function extension(name: string): readonly string[] {
	return ["-e", join(folder, name)];
}

export interface AtWork extends AsyncDisposable {
	readonly omp: OmpProject;
	readonly host: RpcHost;
	/** Sends a prompt or command and waits until the run has ended. */
	say(message: string): Promise<void>;
	/** Waits for a call of `ctx.ui` with such a text. */
	shown(method: "notify" | "setStatus" | "setWidget", text: string): Promise<void>;
	/** Texts of the last message of the nth request, counted from 0. */
	lastSent(request: number): string;
	/** What went wrong in extensions. */
	errors(): unknown[];
}

/** A published extension at work over RPC, with everything approved. */
export async function atWork(
	name: string,
	options: {
		readonly replies?: readonly Reply[];
		readonly files?: Record<string, string>;
		readonly home?: Record<string, string>;
		readonly isRepository?: boolean;
	} = {},
): Promise<AtWork> {
	const omp = await ompProject({ files: options.files, ...(options.replies && { replies: options.replies }) });
	for (const [path, text] of Object.entries(options.home ?? {})) {
		await omp.home.write(path, text);
		await chmod(omp.home.file(path), 0o755);
	}
	if (options.isRepository) await makeRepository(omp.files);
	// Programs in the `bin` of the home come first.
	const env = { PATH: `${omp.home.file("bin")}:${process.env.PATH}` };
	const host = rpcHost(omp, { args: [...extension(name), "--approval-mode", "yolo"], env });
	await host.frame({ type: "ready" });
	let said = 0;
	return {
		omp,
		host,
		async say(message) {
			const from = host.frames.length;
			said++;
			await host.ask({ id: `say-${said}`, type: "prompt", message });
			await host.frame({ type: "agent_end" }, { from });
		},
		async shown(method, text) {
			const asked = () => host.frames.filter((frame) => frame.method === method).map((frame) => JSON.stringify(frame));
			await until(() => asked().some((frame) => frame.includes(text)), { describe: () => `${text} in ${asked()}` });
		},
		lastSent: (request) => JSON.stringify(messagesOf(omp.model.requests[request]).at(-1)),
		errors: () => host.frames.filter(({ type }) => type === "extension_error"),
		async [Symbol.asyncDispose]() {
			await host[Symbol.asyncDispose]();
			await omp[Symbol.asyncDispose]();
		},
	};
}

function messagesOf(request: unknown): readonly unknown[] {
	return (request as { messages: readonly unknown[] } | undefined)?.messages ?? [];
}

/** What is in the folder becomes the first commit. */
async function makeRepository(files: Workspace): Promise<void> {
	await files.git("init", "--quiet");
	await files.git("config", "user.name", "a");
	await files.git("config", "user.email", "a@b");
	await files.git("add", ".");
	await files.git("commit", "--quiet", "--message=first");
}
