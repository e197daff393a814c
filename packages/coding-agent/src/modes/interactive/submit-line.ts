import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import type { Mode } from "./mode.ts";
import { prefixedLine } from "./prefixes/prefixes.ts";
import type { ScreenEvent } from "./transcript/reduce.ts";
import { parseUserRun } from "./user-run/parse-user-run.ts";

export interface Submission {
	/** When the model hears it while it works. */
	readonly as?: "steer" | "follow_up";
	readonly images?: readonly ImageContent[];
}

interface LinePorts {
	readonly show: (event: ScreenEvent) => void;
	readonly newId: () => string;
}

/** Takes the lines that are sent: commands, something for the shell, or words for the model. */
export class Lines {
	readonly #ports: LinePorts;
	/** Called no command; sent once more it is text. */
	#refused: string | undefined;
	/** Commands that wait until the context has been condensed. */
	#held: Promise<void> = Promise.resolve();

	constructor(ports: LinePorts) {
		this.#ports = ports;
	}

	async submit(text: string, mode: Mode, submission: Submission = {}): Promise<void> {
		if (text.trim() === "" && !submission.images?.length) return;
		if (text.startsWith("/")) return this.#command(text, mode, submission);
		this.#refused = undefined;
		const run = parseUserRun(text);
		if (run) {
			const { runUserLine } = await import("./user-run/run-user-line.ts");
			return runUserLine({ ...run, id: this.#ports.newId() }, mode, this.#ports.show);
		}
		return prefixedLine(text, mode, submission) ?? say(text, mode, submission);
	}

	async #command(line: string, mode: Mode, submission: Submission): Promise<void> {
		// There are many commands, and most sessions begin without one.
		const { isCommandLine, runCommandLine } = await import("./commands/run-command-line.ts");
		if (mode.session.conversation.context.isCompacting && (await isCommandLine(line, mode))) {
			return this.#hold(line, mode, submission);
		}
		const wasRefused = this.#refused === line;
		this.#refused = undefined;
		if (wasRefused) return say(line, mode, submission);
		const outcome = await runCommandLine(line, mode);
		if (outcome.kind === "prompt") return say(outcome.text, mode, submission);
		if (outcome.kind === "handled") return;
		this.#refused = line;
		if (mode.draft.isEmpty) mode.draft.setText(line);
		const { name, meant } = outcome;
		mode.notify("warning", `Unknown command /${name}. Did you mean /${meant}? Press Enter again to send it as text.`);
	}

	/** In the order in which they came, when the condensing is over. */
	#hold(line: string, mode: Mode, submission: Submission): Promise<void> {
		mode.notify("info", `${line} waits until the context has been condensed`);
		this.#held = this.#held
			.then(() => condensed(mode))
			.then(() => mode.attempt(() => this.#command(line, mode, submission)));
		return this.#held;
	}
}

/** A message sent while the model works steers it; the conversation starts a run when it rests. */
function say(text: string, { session, loop }: Mode, { as = "steer", images }: Submission): Promise<void> {
	loop.heard(text);
	return session.conversation.submit({ type: as, text, ...(images && { images }) });
}

async function condensed({ session: { conversation } }: Mode): Promise<void> {
	if (!conversation.context.isCompacting) return;
	const { promise, resolve } = Promise.withResolvers<void>();
	const unsubscribe = conversation.subscribe((event) => {
		if (event.type === "auto_compaction_end") resolve();
	});
	await Promise.race([promise, conversation.idle()]);
	unsubscribe();
}
