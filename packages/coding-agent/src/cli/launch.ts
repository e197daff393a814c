import { existsSync } from "node:fs";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { Deadline } from "../app/deadline.ts";
import { resolveDirectories } from "../app/directories.ts";
import { type Prepared, prepareStart } from "../app/prepare-start.ts";
import { type PromptInput, readPromptInput } from "../app/prompt-input.ts";
import type { CliIo } from "./io.ts";
import { type LaunchOptions, parseLaunchOptions } from "./launch-options.ts";
import { CliError, UsageError } from "./usage-error.ts";

/** Starts a session from the command line and runs it in the mode that fits; gives the exit code. */
export async function launch(argv: readonly string[], host: Host, io: CliIo): Promise<number> {
	const options = parseLaunchOptions(argv);
	using deadline = new Deadline(options.maxTimeMs);
	const code = await begin(host, { ...options, timeUp: deadline.passed }, io);
	return deadline.exitCode(code, io);
}

interface TimedOptions extends LaunchOptions {
	readonly timeUp: Promise<void>;
}

async function begin(host: Host, options: TimedOptions, io: CliIo): Promise<number> {
	if (options.export !== undefined) return exportSession(host, options, io);
	if (options.mode === "rpc" || options.mode === "rpc-ui") return serveRpc(host, options, io);
	const interactive = isInteractive(options, io);
	const piped = io.stdin.isTTY ? "" : await io.stdin.text();
	const resizesImages = () => wantsFittingImages(host, options);
	const { files, messages } = options;
	const input = await readPromptInput({ host, files, messages, piped, resizesImages });
	if (!interactive && input.prompts.length === 0) {
		throw new UsageError('no prompt given. Say what to do: omp -p "your request", or pipe it in.');
	}
	const prepared = await prepareStart(host, options);
	if (interactive && options.resume === true) return resumePicked(prepared, options, input, io);
	return start(prepared, options, input, io);
}

/** A session of another folder is gone on with there, under that folder's settings. */
async function resumePicked(prepared: Prepared, options: TimedOptions, input: PromptInput, io: CliIo): Promise<number> {
	const { pickSession } = await import("../modes/interactive/pick-session.ts");
	const picked = await pickSession(prepared, options, io);
	if (typeof picked === "string") {
		await io.stdout.write(`${picked}\n`);
		return 0;
	}
	const isElsewhere = picked.cwd !== prepared.host.cwd && existsSync(picked.cwd);
	const there = isElsewhere
		? await prepareStart({ ...prepared.host, cwd: picked.cwd }, { ...options, allowHome: true })
		: prepared;
	return start(there, { ...options, resume: picked.path }, input, io);
}

async function start(prepared: Prepared, options: TimedOptions, input: PromptInput, io: CliIo): Promise<number> {
	const interactive = isInteractive(options, io);
	if (interactive && (options.plain || (await prefersLines(prepared))))
		return runLineByLine(prepared, options, input, io);
	if (interactive) return runOnTerminal(prepared, options, input, io);
	const { startSession } = await import("../app/start-session.ts");
	const { runPrint } = await import("../modes/print/run.ts");
	return runPrint(await startSession(prepared, options), input, io, options);
}

async function prefersLines({ settings }: Prepared): Promise<boolean> {
	const { displaySettings } = await import("../settings/sections/display.ts");
	return settings.get(displaySettings.plain);
}

/** For screen readers: nothing is drawn, everything is told. */
async function runLineByLine(
	prepared: Prepared,
	options: TimedOptions,
	input: PromptInput,
	io: CliIo,
): Promise<number> {
	const [{ startSession }, { runPlain }] = await Promise.all([
		import("../app/start-session.ts"),
		import("../modes/interactive/plain/run.ts"),
	]);
	return runPlain(await startSession(prepared, options, confirmation(io)), input, io, options.timeUp);
}

function confirmation({ ask }: CliIo): ((question: string) => Promise<boolean>) | undefined {
	return ask && (async (question: string) => /^y/i.test(await ask(question)));
}

/** The screen comes first; what a session is made of is loaded while it is already there. */
async function runOnTerminal(
	prepared: Prepared,
	options: TimedOptions,
	input: PromptInput,
	io: CliIo,
): Promise<number> {
	// A question about which session to open is asked on the plain terminal.
	const mayAsk = options.continue || options.resume !== undefined || options.fork !== undefined;
	const { openStage } = await import("../modes/interactive/stage.ts");
	const stage = await openStage(prepared, { start: !mayAsk });
	try {
		const [{ startSession }, { runInteractive }] = await Promise.all([
			import("../app/start-session.ts"),
			import("../modes/interactive/run.ts"),
		]);
		const session = await startSession(prepared, options, confirmation(io));
		return await runInteractive(stage, session, input, { io, timeUp: options.timeUp });
	} finally {
		await stage.screen.stop();
	}
}

async function wantsFittingImages(host: Host, { configFiles }: LaunchOptions): Promise<boolean> {
	const [{ loadSettings }, { imageSettings }] = await Promise.all([
		import("../settings/load-settings.ts"),
		import("../settings/sections/images.ts"),
	]);
	const { agent: agentDir } = resolveDirectories(host);
	const settings = await loadSettings({ host, agentDir, cwd: host.cwd, overlays: configFiles });
	return settings.get(imageSettings.autoResize);
}

/** Prompts come as commands, so nothing else is taken as one. */
async function serveRpc(host: Host, options: TimedOptions, io: CliIo): Promise<number> {
	if (options.files.length > 0) throw new UsageError("@file arguments are not supported in RPC mode");
	if (options.messages.length > 0) throw new UsageError("messages are sent as prompt commands in RPC mode");
	const { runRpc } = await import("../modes/rpc/run.ts");
	const { startSession } = await import("../app/start-session.ts");
	return runRpc(await startSession(await prepareStart(host, options), options), io, {
		isInteractive: options.mode === "rpc-ui",
		timeUp: options.timeUp,
	});
}

async function exportSession(host: Host, options: LaunchOptions, io: CliIo): Promise<number> {
	const [{ exportSessionFile }, { fileEnvironment }] = await Promise.all([
		import("../export/export-session-file.ts"),
		import("@oh-my-pi/pi-session/session-environment"),
	]);
	const environment = fileEnvironment(host, resolveDirectories(host).agent);
	const given = { file: options.export ?? "", output: options.messages[0] };
	const outcome = await exportSessionFile(environment, given);
	if ("missing" in outcome) throw new CliError(`File not found: ${outcome.missing}`);
	await io.stdout.write(`Exported to: ${outcome.exportedTo}\n`);
	return 0;
}

/** Interactive needs a person at both ends. */
function isInteractive(options: LaunchOptions, io: CliIo): boolean {
	return !options.print && options.mode === "text" && io.stdin.isTTY && io.stdout.isTTY;
}
