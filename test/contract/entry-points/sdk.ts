import type { OmpProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { until } from "@oh-my-pi/pi-testkit/until";
import type { EntryPoint, OpenEntry, OpenOptions } from "../entry-point.ts";
import { imageData } from "../image-data.ts";
import { installedProgram } from "./installed-program.ts";
import type { SdkAnswer, SdkRequest } from "./sdk-messages.ts";

/** `createAgentSession` of the packed npm package, in a program of its own. */
export const sdkEntry: EntryPoint = {
	name: "sdk",
	async open(omp, options) {
		const program = await sdkProgram(omp, options.env);
		const session = await program.open(options);
		return {
			...session,
			another: () => program.open(options),
			async close() {
				await session.close();
				await program.end();
			},
			[Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
		};
	},
};

/** A program that can hold several sessions. */
export async function sdkProgram(omp: OmpProject, env: OpenOptions["env"] = {}) {
	// Bun itself would load the `.env` of the folder it is started in.
	const { folder, path } = await installedProgram();
	const child = Bun.spawn([process.execPath, path], {
		cwd: folder,
		env: { ...omp.env, ...env },
		stdin: "pipe",
		stdout: "pipe",
		stderr: "inherit",
	});
	const answers: SdkAnswer[] = [];
	const read = (async () => {
		let rest = "";
		for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
			const lines = (rest + chunk).split("\n");
			rest = lines.pop() ?? "";
			for (const line of lines) answers.push(JSON.parse(line));
		}
	})();
	let count = 0;
	const send = async (request: Unnumbered<SdkRequest>) => {
		const id = ++count;
		child.stdin.write(`${JSON.stringify({ ...request, id })}\n`);
		await child.stdin.flush();
		const answer = () => answers.find((one) => one.type === "done" && one.id === id);
		await until(() => answer() ?? child.exitCode !== null);
		return answer() ?? { type: "done" as const, id, error: `The program ended with ${child.exitCode}` };
	};
	const told: string[] = [];
	return {
		async open({ resumes = false, approval }: Omit<OpenOptions, "tools">): Promise<OpenEntry> {
			const session = `session-${count}`;
			const opened = await send({ type: "open", session, cwd: omp.path, resumes, ...(approval && { approval }) });
			if (opened.type === "done" && opened.error) throw new Error(opened.error);
			const close = async () => void (await send({ type: "close", session }));
			return {
				async prompt(text, { images = [] } = {}) {
					const answer = await send({ type: "prompt", session, text, images: await imageData(omp, images) });
					if (answer.type === "done" && answer.error) told.push(answer.error);
				},
				told: () => [...answers.map((answer) => ("text" in answer ? answer.text : "")), ...told].join("\n"),
				close,
				[Symbol.asyncDispose]: close,
			};
		},
		async end() {
			await child.stdin.end();
			await Promise.all([child.exited, read]);
		},
		async [Symbol.asyncDispose]() {
			child.kill("SIGKILL");
			await child.exited;
		},
	};
}

type Unnumbered<Request> = Request extends unknown ? Omit<Request, "id"> : never;
