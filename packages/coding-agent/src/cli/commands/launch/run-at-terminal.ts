import { existsSync } from "node:fs";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { startupPhase } from "@oh-my-pi/pi-utils/startup-phase";
import type { PreparedSession } from "../../../assembly/open-session.ts";
import type { Deadline } from "../../../process/exit/deadline.ts";
import type { CliIo } from "../../../process/terminal/io.ts";
import { nameByFirstMessage } from "../../../session-actions/automatic-titles.ts";
import { sessionSettings } from "../../../settings/sections/agent/session.ts";
import type { LaunchOptions } from "../../../startup/launch-options.ts";
import { type Prepared, prepareStart } from "../../../startup/prepare-start.ts";
import type { PromptInput } from "../../../startup/prompt-input.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";

export interface TimedOptions extends LaunchOptions {
	/** The deadline of `--max-time`. */
	readonly deadline: Pick<Deadline, "passed" | "hasPassed">;
}

/** Starts an interactive session; returns the exit code. */
export async function runAtTerminal(
	prepared: PreparedSession,
	options: TimedOptions,
	input: PromptInput,
	io: CliIo,
): Promise<number> {
	if (options.resume === true) return resumePicked(prepared, options, input, io);
	const settled = await settle(prepared, options, io);
	const run = options.plain || (await prefersLines(settled.prepared)) ? runLineByLine : runOnTerminal;
	return run(settled.prepared, settled.options, input, io);
}

/** Decides which session to open, asking about one of another project. */
async function settle(prepared: PreparedSession, options: TimedOptions, io: CliIo) {
	const { resume, fork, noSession } = options;
	if (noSession || fork !== undefined || options.continue) return { prepared, options };
	if (typeof resume === "string") {
		const { settleResume } = await import("../../../startup/settle-resume.ts");
		return settleResume(prepared, { ...options, resume }, io);
	}
	const goesOn = prepared.settings.get(sessionSettings.autoResume);
	return { prepared, options: goesOn ? { ...options, continue: true } : options };
}

/** A session of another folder is resumed there, with that folder's settings. */
async function resumePicked(
	prepared: PreparedSession,
	options: TimedOptions,
	input: PromptInput,
	io: CliIo,
): Promise<number> {
	const { pickSession } = await import("../../../modes/interactive/resume/pick-session.ts");
	const picked = await pickSession(prepared, options, io);
	if (typeof picked === "string") {
		await io.stdout.write(`${picked}\n`);
		return 0;
	}
	const isElsewhere = picked.cwd !== prepared.host.cwd && existsSync(picked.cwd);
	const there = isElsewhere
		? await prepareStart({ ...prepared.host, cwd: picked.cwd }, { ...options, allowHome: true })
		: prepared;
	return runAtTerminal(there, { ...options, resume: picked.path }, input, io);
}

async function prefersLines({ settings, host }: Prepared): Promise<boolean> {
	// Such a terminal cannot move its cursor.
	if (host.env.TERM === "dumb") return true;
	const { displaySettings } = await import("../../../settings/sections/screen/display.ts");
	return settings.get(displaySettings.plain);
}

/** Plain mode, for screen readers: line by line, no redraws. */
async function runLineByLine(
	prepared: PreparedSession,
	options: TimedOptions,
	input: PromptInput,
	io: CliIo,
): Promise<number> {
	const [{ openSession }, { runPlain }] = await Promise.all([
		import("../../../assembly/open-session.ts"),
		import("../../../modes/interactive/plain/run.ts"),
	]);
	const session = await openSession(prepared, options, confirmation(io));
	nameByFirstMessage(session, options);
	rememberTerminal(session);
	lookForPlugins(session);
	return runPlain(session, input, io, { timeUp: options.deadline.passed });
}

/** Deferred until after the first paint. */
function rememberTerminal({ conversation }: OpenedConversation): void {
	setTimeout(async () => {
		const { recordTerminalSession } = await import("../../../session-actions/record-terminal-session.ts");
		recordTerminalSession(conversation);
	}, 50);
}

/** Best effort, and never before the first paint. */
function lookForPlugins(session: OpenedConversation): void {
	setTimeout(async () => {
		const { updatePlugins } = await import("../../../features/plugins/install/plugin-context.ts");
		await ignoreFailure(updatePlugins(session), "plugins stay as they are");
	}, 100);
}

function confirmation({ ask }: CliIo): ((question: string) => Promise<boolean>) | undefined {
	if (!ask) return undefined;
	return async (question) => {
		const answer = (await ask(question)).trim();
		return answer === "" ? question.includes("[Y/n]") : /^y/i.test(answer);
	};
}

/** Paints first, then loads the session. */
async function runOnTerminal(
	prepared: PreparedSession,
	options: TimedOptions,
	input: PromptInput,
	io: CliIo,
): Promise<number> {
	// Questions about which session to open are asked before the first paint.
	const mayAsk = options.continue || options.resume !== undefined || options.fork !== undefined;
	const { openScreen } = await import("../../../modes/interactive/screen/open-screen.ts");
	const { trace } = prepared.host;
	const parts = await startupPhase(prepared.host, "screen", () => openScreen(prepared, { start: !mayAsk }));
	try {
		const [{ openSession }, { runInteractive }] = await Promise.all([
			import("../../../assembly/open-session.ts"),
			import("../../../modes/interactive/run.ts"),
		]);
		const session = await openSession(prepared, options, confirmation(io));
		nameByFirstMessage(session, options);
		rememberTerminal(session);
		lookForPlugins(session);
		if (trace?.ready()) return 0;
		return await runInteractive(parts, session, input, { io, timeUp: options.deadline.passed });
	} finally {
		await parts.screen.stop();
		await trace?.report();
	}
}
