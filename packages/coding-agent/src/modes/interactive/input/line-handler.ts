import type { ScreenPorts, Submission } from "../../../commands/contract/screen-ports.ts";
import type { UnknownCall } from "../../../commands/resolve-call.ts";
import type { InputContent, PromptOp } from "../../../conversation/contract/op.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { UserRunEvent } from "../transcript/reduce/reduce.ts";
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
	/** Commands that wait until a compaction has ended. */
	#held: Promise<void> = Promise.resolve();

	constructor(options: LineHandlerOptions) {
		this.#options = options;
		const { attempt } = options.ports;
		this.ports = { ...options.ports, submit: (line, submission) => attempt(() => this.handle(line, submission)) };
	}

	/** Rejects when the line fails; `ports.submit` shows the error instead. */
	async handle(line: string, submission: Submission = {}): Promise<void> {
		if (line.trim() === "" && !submission.images?.length) return;
		await this.#options.session.conversation.submit({
			...{ type: "input", text: line, images: submission.images, source: "interactive" },
			runCommand: (input) => this.#run(input, submission),
			deliver: async (input) => this.#prompt(input, submission),
		});
	}

	/** Carries out a command or something to run in the shell; gives what is left for the model. */
	async #run(input: InputContent, submission: Submission): Promise<InputContent | undefined> {
		const { text } = input;
		if (text.startsWith("/")) return this.#command(input, submission);
		const { session, show, newId } = this.#options;
		const run = parseUserRun(text);
		if (run) {
			const { runUserLine } = await import("./user-run/run-user-line.ts");
			await runUserLine({ ...run, id: newId() }, session, this.ports, show);
			return undefined;
		}
		const images = input.images && { images: input.images };
		const prefixed = prefixedLine(text, session, this.ports, { ...submission, ...images });
		await prefixed;
		return prefixed ? undefined : input;
	}

	async #command(input: InputContent, submission: Submission): Promise<InputContent | undefined> {
		const line = input.text;
		// There are many commands, and most sessions begin without one.
		const { isCommandLine, runCommandLine } = await import("./run-command-line.ts");
		const { session } = this.#options;
		if (session.conversation.context.isCompacting && (await isCommandLine(line, this.#options))) {
			return this.#hold(input, submission);
		}
		const outcome = await runCommandLine(line, this.#options, this.ports);
		if (outcome.kind === "prompt") return { ...input, text: outcome.text };
		if (outcome.kind === "unknown") this.ports.notify("warning", unknownText(outcome.call));
		return undefined;
	}

	/** Commands run in the order in which they came, once the compaction has ended. */
	async #hold(input: InputContent, submission: Submission): Promise<undefined> {
		const { notify, attempt } = this.ports;
		const { session } = this.#options;
		notify("info", `${input.text} waits until the context is compacted`);
		const run = async () => {
			const rest = await this.#command(input, submission);
			if (rest) await session.conversation.submit(this.#prompt(rest, submission));
		};
		this.#held = this.#held.then(() => compacted(session)).then(() => attempt(run));
		await this.#held;
	}

	/** A message sent while the model works steers it; otherwise it starts a run. */
	#prompt({ text, images }: InputContent, { as = "steer" }: Submission): PromptOp {
		this.ports.loop.heard(text);
		return { type: as, text, ...(images && { images }) };
	}
}

const maxNames = 5;

/** The line itself is found with the up key. */
function unknownText({ name, meant, isPrefix }: UnknownCall): string {
	const remedy = "Nothing was sent: ↑ brings it back, a space before it sends it as text.";
	if (!isPrefix)
		return `Unknown command /${name}.${meant[0] === undefined ? "" : ` Did you mean /${meant[0]}?`} ${remedy}`;
	const names = meant.slice(0, maxNames).map((one) => `/${one}`);
	return `Unknown command /${name}. It could be ${names.join(", ")}${meant.length > maxNames ? ", …" : "."} ${remedy}`;
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
