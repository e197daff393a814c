import { loadToolViews } from "@oh-my-pi/pi-tools/views";
import { themeRegistry } from "@oh-my-pi/pi-tui/theme/load/builtin-themes";
import { plainTheme } from "@oh-my-pi/pi-tui/theme/plain-theme";
import { Registry } from "@oh-my-pi/pi-utils/registry";
import { allCommands } from "../../../assembly/commands.ts";
import type { ExitKind } from "../../../conversation/kernel/recorder.ts";
import { onFatalSignal } from "../../../process/exit/signals.ts";
import type { CliIo } from "../../../process/terminal/io.ts";
import { version } from "../../../process/version.ts";
import { tellHowToResume } from "../../../session-actions/resume-hint.ts";
import type { PromptInput } from "../../../startup/prompt-input.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { PlainMode, type PlainModeOptions } from "./plain-mode.ts";

type PlainRegistries = Pick<PlainModeOptions, "commands" | "toolViews" | "themes">;

/** Runs omp as a stream of lines, for screen readers and terminals that can do nothing else, until the user leaves. */
export async function runPlain(
	session: OpenedConversation,
	input: PromptInput,
	io: CliIo,
	{ timeUp, registries = {} }: { readonly timeUp: Promise<void>; readonly registries?: Partial<PlainRegistries> },
): Promise<number> {
	const { conversation, settings } = session;
	const write = (text: string) => void io.stdout.write(text);
	const plain = new PlainMode({
		session,
		theme: plainTheme("ascii"),
		write,
		hideTyping,
		commands: allCommands(),
		toolViews: new Registry(await loadToolViews()),
		themes: themeRegistry(),
		...registries,
	});
	const leave = async (reason: string, kind: ExitKind) => {
		await Promise.all([conversation.dispose(reason, kind), settings.flush()]);
	};
	using _signals = onFatalSignal(["SIGTERM", "SIGHUP"], (signal) => leave(signal.toLowerCase(), "signal"), io.exit);
	const onInterrupt = () => plain.interrupt();
	process.on("SIGINT", onInterrupt);
	try {
		const modelName = input.joins ? "" : ` ${conversation.model?.name ?? "No model"}.`;
		write(`omp ${version}, plain mode.${modelName} /help lists commands.\n`);
		void plain.begin(input);
		void receiveAll(io, plain);
		await Promise.race([plain.ended, timeUp]);
	} finally {
		process.off("SIGINT", onInterrupt);
	}
	await leave("quit", "normal");
	if (plain.hasFailed) return 1;
	await tellHowToResume(session, io, { isPlain: true });
	return 0;
}

async function receiveAll(io: CliIo, plain: PlainMode): Promise<void> {
	const decoder = new TextDecoder();
	for await (const chunk of io.stdin.chunks()) plain.receive(decoder.decode(chunk, { stream: true }));
	plain.quit();
}

/** Keeps the terminal from echoing what is typed, until the returned function is called. */
async function hideTyping(): Promise<() => void> {
	const isHidden = await stty("-echo");
	return () => void (isHidden && stty("echo"));
}

async function stty(mode: string): Promise<boolean> {
	try {
		return (await Bun.spawn(["stty", mode], { stdio: ["inherit", "ignore", "ignore"] }).exited) === 0;
	} catch {
		// Without stty the secret is seen while it is typed, as in any program of that machine.
		return false;
	}
}
