import type { Host } from "@oh-my-pi/pi-utils/host";
import { startupPhase } from "@oh-my-pi/pi-utils/startup-phase";
import type { PreparedSession } from "../../../assembly/open-session.ts";
import { resolveDirectories } from "../../../process/directories.ts";
import { Deadline } from "../../../process/exit/deadline.ts";
import { rebuildWhenOutdated } from "../../../process/rebuild-when-outdated.ts";
import type { CliIo } from "../../../process/terminal/io.ts";
import { CliError, UsageError } from "../../../process/usage-error.ts";
import { type LaunchOptions, parseLaunchOptions } from "../../../startup/launch-options.ts";
import { prepareStart } from "../../../startup/prepare-start.ts";
import { limitedText, readPromptInput } from "../../../startup/prompt-input.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { TimedOptions } from "./run-at-terminal.ts";

/** Starts a session in the mode that the command line implies; returns the exit code. */
export async function launch(
	argv: readonly string[],
	host: Host,
	io: CliIo,
	more: Pick<LaunchOptions, "joins"> = {},
): Promise<number> {
	let unknown: UsageError | undefined;
	const options = parseLaunchOptions(argv, {
		onUnknown(error) {
			unknown ??= error;
		},
	});
	await startupPhase(host, "code", () => loadMode(options, io));
	rebuildWhenOutdated();
	using deadline = new Deadline(options.maxTimeMs);
	const claimed = unknown && (await claim(argv, host, options, unknown));
	const code = await start(host, { ...(claimed?.options ?? options), ...more, deadline }, io, claimed?.prepared);
	return deadline.exitCode(code, io);
}

/** Loads the code of the mode while the launcher checks whether the sources have changed. */
async function loadMode(options: LaunchOptions, io: CliIo): Promise<void> {
	if (options.export !== undefined) return;
	if (isInteractive(options, io)) await import("./run-at-terminal.ts");
	else {
		const runMode = isRpc(options) ? import("../../../modes/rpc/run.ts") : import("../../../modes/print/run.ts");
		await Promise.all([import("../../../assembly/open-session.ts"), runMode]);
	}
}

/** Options that omp does not have may be flags of extensions. */
async function claim(argv: readonly string[], host: Host, options: LaunchOptions, unknown: UsageError) {
	if (options.export !== undefined) throw unknown;
	const { claimFlags } = await import("../../../assembly/claim-flags.ts");
	return claimFlags(argv, host, options);
}

async function start(host: Host, options: TimedOptions, io: CliIo, early?: PreparedSession): Promise<number> {
	if (options.export !== undefined) return exportSession(host, options, io);
	if (isRpc(options)) return serveRpc(host, options, io, early);
	const interactive = isInteractive(options, io);
	const piped = io.stdin.isTTY
		? ""
		: await startupPhase(host, "stdin", () => limitedText(io.stdin.chunks(), "Standard input"));
	const resizesImages = () => wantsFittingImages(host, options);
	const { files, messages } = options;
	const input = await startupPhase(host, "input", () =>
		readPromptInput({ host, files, messages, piped, resizesImages }),
	);
	if (!interactive && input.prompts.length === 0) {
		// A flag that would have brought something to work with.
		if (options.notices.length > 0) throw new UsageError(options.notices.join(" "));
		throw new UsageError('no prompt given. Say what to do: omp -p "your request", or pipe it in.');
	}
	const prepared = early ?? (await prepareStart(host, options));
	if (options.trustRequired) await (await import("../../../assembly/required-trust.ts")).requireTrust(prepared);
	if (interactive) {
		const { runAtTerminal } = await import("./run-at-terminal.ts");
		return runAtTerminal(prepared, options, { ...input, ...(options.joins && { joins: true }) }, io);
	}
	const { openSession } = await import("../../../assembly/open-session.ts");
	const { runPrint } = await import("../../../modes/print/run.ts");
	const session = await openSession(prepared, options);
	if (await isJustTimed(session)) return 0;
	return runPrint(session, input, io, options);
}

/** `PI_TIMING=x`: exit after startup. */
async function isJustTimed({ host: { trace }, conversation }: OpenedConversation): Promise<boolean> {
	if (!trace) return false;
	const isEnough = trace.ready();
	await trace.report();
	if (isEnough) await conversation.dispose();
	return isEnough;
}

async function wantsFittingImages(host: Host, { configFiles }: LaunchOptions): Promise<boolean> {
	const [{ loadSettings }, { imageSettings }] = await Promise.all([
		import("../../../settings/load/load-settings.ts"),
		import("../../../settings/sections/screen/images.ts"),
	]);
	const { agent: agentDir } = resolveDirectories(host);
	const settings = await loadSettings({ host, agentDir, cwd: host.cwd, overlays: configFiles });
	return settings.get(imageSettings.autoResize);
}

/** RPC takes prompts as commands only, so messages and files are rejected. */
async function serveRpc(host: Host, options: TimedOptions, io: CliIo, early?: PreparedSession): Promise<number> {
	if (options.files.length > 0) throw new UsageError("@file arguments are not supported in RPC mode");
	if (options.messages.length > 0) throw new UsageError("messages are sent as prompt commands in RPC mode");
	const { runRpc } = await import("../../../modes/rpc/run.ts");
	const { openSession } = await import("../../../assembly/open-session.ts");
	const prepared = early ?? (await prepareStart(host, options));
	if (options.trustRequired) await (await import("../../../assembly/required-trust.ts")).requireTrust(prepared);
	const session = await openSession(prepared, options);
	if (await isJustTimed(session)) return 0;
	if (session.host.env.PI_RPC_EMIT_TITLE === "1") {
		const { nameByFirstMessage } = await import("../../../session-actions/automatic-titles.ts");
		nameByFirstMessage(session, options);
	}
	return runRpc(session, io, { isInteractive: options.mode === "rpc-ui", timeUp: options.deadline.passed });
}

async function exportSession(host: Host, options: LaunchOptions, io: CliIo): Promise<number> {
	const [{ exportSessionFile }, { fileEnvironment }] = await Promise.all([
		import("../../../export/export-session-file.ts"),
		import("@oh-my-pi/pi-session/log/session-environment"),
	]);
	const environment = fileEnvironment(host, resolveDirectories(host).agent);
	const request = { file: options.export ?? "", output: options.messages[0] };
	const outcome = await exportSessionFile(environment, request);
	if ("missing" in outcome) throw new CliError(`File not found: ${outcome.missing}`);
	await io.stdout.write(`Exported to: ${outcome.exportedTo}\n`);
	return 0;
}

const isRpc = ({ mode }: LaunchOptions): boolean => mode === "rpc" || mode === "rpc-ui";

/** Interactive mode needs a terminal on stdin and stdout. */
function isInteractive(options: LaunchOptions, io: CliIo): boolean {
	return !options.print && options.mode === "text" && io.stdin.isTTY && io.stdout.isTTY;
}
