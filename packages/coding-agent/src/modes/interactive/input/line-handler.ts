import type { ScreenPorts, Submission } from "../../../commands/screen-ports.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { UserRunEvent } from "../transcript/reduce.ts";
import { prefixedLine } from "./prefixes/prefixes.ts";
import type { CommandSources } from "./run-command-line.ts";
import { parseUserRun } from "./user-run/parse-user-run.ts";

export interface LineHandlerOptions extends CommandSources {
	/** What commands may use; `submit` is added here. */
	readonly ports: Omit<ScreenPorts, "submit">;
	readonly show: (event: UserRunEvent) => void;
	readonly newId: () => string;
}

/** Handles the lines that are sent: commands, something to run in the shell, or a prompt. */
export class LineHandler {
	/** Everything commands may use. */
	readonly ports: ScreenPorts;
	readonly #options: LineHandlerOptions;
	/** Called no command; sent once more it is text. */
	#refused: string | undefined;
	/** Commands that wait until a compaction has ended. */
	#held: Promise<void> = Promise.resolve();

	constructor(options: LineHandlerOptions) {
		this.#options = options;
		const { attempt } = options.ports;
		this.ports = { ...options.ports, submit: (line, submission) => attempt(() => this.handle(line, submission)) };
	}

	/** Rejects when the line fails; `ports.submit` shows the error instead. */
	async handle(line: string, given: Submission = {}): Promise<void> {
		if (line.trim() === "" && !given.images?.length) return;
		const input = { text: line, images: given.images, source: "interactive" } as const;
		const taken = await this.#options.session.conversation.takeInput(input);
		if (!taken) return;
		const { text } = taken;
		const submission = { ...given, ...(taken.images && { images: taken.images }) };
		if (text.startsWith("/")) return this.#command(text, submission);
		this.#refused = undefined;
		const { session, show, newId } = this.#options;
		const run = parseUserRun(text);
		if (run) {
			const { runUserLine } = await import("./user-run/run-user-line.ts");
			return runUserLine({ ...run, id: newId() }, session, this.ports, show);
		}
		return prefixedLine(text, session, this.ports, submission) ?? this.#prompt(text, submission);
	}

	async #command(line: string, submission: Submission): Promise<void> {
		// There are many commands, and most sessions begin without one.
		const { isCommandLine, runCommandLine } = await import("./run-command-line.ts");
		const { session } = this.#options;
		const { draft, notify } = this.ports;
		if (session.conversation.context.isCompacting && (await isCommandLine(line, this.#options))) {
			return this.#hold(line, submission);
		}
		const wasRefused = this.#refused === line;
		this.#refused = undefined;
		if (wasRefused) return this.#prompt(line, submission);
		const outcome = await runCommandLine(line, this.#options, this.ports);
		if (outcome.kind === "prompt") return this.#prompt(outcome.text, submission);
		if (outcome.kind === "handled") return;
		this.#refused = line;
		if (draft.isEmpty) draft.setText(line);
		const { name, meant } = outcome;
		notify("warning", `Unknown command /${name}. Did you mean /${meant}? Press Enter again to send it as text.`);
	}

	/** Commands run in the order in which they came, once the compaction has ended. */
	#hold(line: string, submission: Submission): Promise<void> {
		const { notify, attempt } = this.ports;
		notify("info", `${line} waits until the context has been condensed`);
		this.#held = this.#held
			.then(() => compacted(this.#options.session))
			.then(() => attempt(() => this.#command(line, submission)));
		return this.#held;
	}

	/** A message sent while the model works steers it; otherwise it starts a run. */
	#prompt(text: string, { as = "steer", images }: Submission): Promise<void> {
		this.ports.loop.heard(text);
		return this.#options.session.conversation.submit({ type: as, text, ...(images && { images }) });
	}
}

async function compacted({ conversation }: OpenedConversation): Promise<void> {
	if (!conversation.context.isCompacting) return;
	const { promise, resolve } = Promise.withResolvers<void>();
	const unsubscribe = conversation.subscribe((event) => {
		if (event.type === "auto_compaction_end") resolve();
	});
	await Promise.race([promise, conversation.idle()]);
	unsubscribe();
}
