import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { AskOptions, CliIo } from "../../process/terminal/io.ts";
import type { CliCommand } from "../../startup/command-entry.ts";

/** The environment of a command. */
export interface CommandWorld {
	readonly env?: Readonly<Record<string, string>>;
	readonly files?: Readonly<Record<string, string>>;
	readonly stdin?: string;
	readonly answers?: ReadonlyArray<string | ((written: string) => Promise<string>)>;
	/** Setup in the same folder before the command. */
	readonly before?: (agentDir: string) => Promise<void>;
}

/** Unreachable addresses for local engines. */
const nobody = {
	OLLAMA_BASE_URL: "http://127.0.0.1:9",
	LM_STUDIO_BASE_URL: "http://127.0.0.1:9",
	LLAMA_CPP_BASE_URL: "http://127.0.0.1:9",
};

export async function runCommandIn(command: CliCommand, argv: readonly string[], world: CommandWorld = {}) {
	await using dir = await workspace(world.files);
	const agentDir = dir.file("agent");
	await world.before?.(agentDir);
	const env = { PI_CODING_AGENT_DIR: agentDir, ...nobody, ...world.env };
	const host = { cwd: dir.path, home: dir.path, env, now: () => 1_750_000_000_000, newId: () => "id" };
	const written = { stdout: "", stderr: "" };
	const asked: Array<{ question: string; secret: boolean }> = [];
	const answers = [...(world.answers ?? [])];
	const output = (name: keyof typeof written) => ({
		isTTY: false,
		closed: new Promise<void>(() => {}),
		write: async (text: string) => {
			written[name] += text;
		},
	});
	const io: CliIo = {
		stdin: {
			isTTY: false,
			text: async () => world.stdin ?? "",
			chunks: async function* () {
				yield new TextEncoder().encode(world.stdin ?? "");
			},
		},
		stdout: output("stdout"),
		stderr: output("stderr"),
		...(world.answers && {
			ask: async (question: string, options?: AskOptions) => {
				asked.push({ question, secret: options?.secret ?? false });
				const answer = answers.shift();
				if (answer === undefined) return new Promise<string>(() => {});
				return typeof answer === "string" ? answer : answer(written.stderr);
			},
		}),
		exit: (code) => {
			throw new Error(`exit ${code}`);
		},
	};
	const code = await command(argv, host, io);
	return { ...written, code, asked, dir: dir.path };
}
