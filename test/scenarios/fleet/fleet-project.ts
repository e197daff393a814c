import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";

export type Body = Record<string, unknown>;

/** The built omp with a scripted model, folders for task files, and repositories that end with it. */
export interface FleetProject extends AsyncDisposable {
	readonly omp: OmpProject;
	/** Runs `omp fleet …` in the project's folder. */
	fleet(...args: string[]): ReturnType<OmpProject["run"]>;
	json(...args: string[]): ReturnType<Response["json"]>;
	/** The same as a process of its own. */
	start(...args: string[]): StartedFleet;
	/** Writes `batch.yml`: defaults of all tests, and what is given. */
	batch(content: Readonly<Record<string, unknown>>): Promise<void>;
	repository(files?: Readonly<Record<string, string>>): Promise<Workspace>;
	/** `~/.omp/fleet` */
	readonly fleetDir: string;
}

export interface StartedFleet extends AsyncDisposable {
	readonly pid: number;
	output(): string;
	kill(signal: NodeJS.Signals): void;
	readonly exited: Promise<number>;
}

export const usualDefaults = { model: "acme/a-1", limits: { usd: 5 } };

export async function fleetProject(
	options: { replies?: readonly Reply[]; otherwise?: (body: Body) => Reply; files?: Record<string, string> } = {},
): Promise<FleetProject> {
	const omp = await ompProject(options);
	const opened: AsyncDisposable[] = [];
	const run = (...args: string[]) => omp.run(["fleet", ...args]);
	return {
		omp,
		fleetDir: join(omp.home.path, ".omp/fleet"),
		fleet: run,
		async json(...args) {
			const { stdout, stderr } = await run(...args, "--json");
			try {
				return JSON.parse(stdout);
			} catch {
				throw new Error(`omp fleet ${args.join(" ")}: ${stdout}${stderr}`);
			}
		},
		start(...args) {
			const child = Bun.spawn([...omp.command, "fleet", ...args], {
				cwd: omp.path,
				env: omp.env,
				stdin: "ignore",
				stdout: "pipe",
				stderr: "pipe",
			});
			let output = "";
			const collect = async (stream: ReadableStream<Uint8Array>) => {
				for await (const chunk of stream) output += Buffer.from(chunk).toString("utf8");
			};
			const collected = Promise.all([collect(child.stdout), collect(child.stderr)]);
			const exited = child.exited.then(async (code) => {
				await Promise.race([collected, Bun.sleep(1000)]);
				return code;
			});
			const started: StartedFleet = {
				pid: child.pid,
				output: () => output,
				kill: (signal) => child.kill(signal),
				exited,
				async [Symbol.asyncDispose]() {
					child.kill("SIGKILL");
					await child.exited;
				},
			};
			opened.push(started);
			return started;
		},
		batch: (content) =>
			omp.files.write("batch.yml", Bun.YAML.stringify({ defaults: usualDefaults, ...content }, null, 2)),
		async repository(files = { "a.txt": "one\n" }) {
			const repository = await workspace(files, { git: true });
			opened.push(repository);
			return repository;
		},
		async [Symbol.asyncDispose]() {
			for (const part of opened.reverse()) await part[Symbol.asyncDispose]();
			await omp[Symbol.asyncDispose]();
		},
	};
}

/** Everything that was said in a request, as text. */
export function conversationText({ messages }: Body): string {
	return JSON.stringify(messages);
}

/** Whether the model has had a result of a tool already. */
export function hasResult(body: Body): boolean {
	return conversationText(body).includes('"tool_result"');
}

/** A model that writes one file and is done. */
export const writesFile =
	(path: string, content: string) =>
	(body: Body): Reply =>
		hasResult(body) ? text("Done.") : toolCall("write", { i: "Writing", path, content });
