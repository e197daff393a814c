import { joinText } from "@oh-my-pi/pi-ai/message";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { allCommands } from "../../assembly/commands.ts";
import type { Commands } from "../../commands/commands.ts";
import type { InputContent } from "../../conversation/contract/op.ts";
import type { ConversationEvent } from "../../conversation/event/event.ts";
import { lastReply } from "../../conversation/history/last-reply.ts";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import { isBudgetStop } from "../../conversation/recovery/failure-kind.ts";
import { failureLine } from "../../conversation/recovery/failure-line.ts";
import type { CliIo, CliOutput } from "../../process/terminal/io.ts";
import { foreignText } from "../../process/terminal/terminal-text.ts";
import { CliError } from "../../process/usage-error.ts";
import type { PromptInput } from "../../startup/prompt-input.ts";
import type { ExtensionFailure } from "../../workbench/contract/extension-host.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { startExtensions } from "../start-extensions.ts";

export interface PrintOptions {
	readonly mode: "text" | "json";
	readonly printThoughts: boolean;
	/** The first line of the JSON stream. */
	readonly header: unknown;
	/** The slash commands that prompts can call. */
	readonly commands?: Commands | undefined;
	/** After this nothing more is asked. */
	readonly deadline?: { readonly passed: Promise<void>; readonly hasPassed: boolean } | undefined;
}

/** Sends the prompts one after the other and prints the answer; gives the exit code. */
export async function runPrintMode(
	session: OpenedConversation,
	input: PromptInput,
	io: Pick<CliIo, "stdout" | "stderr">,
	options: PrintOptions,
): Promise<number> {
	const { conversation } = session;
	const { commands = allCommands() } = options;
	const unsubscribe =
		options.mode === "json"
			? await jsonEvents(conversation, io.stdout, options.header)
			: conversation.subscribe((event) => {
					const line = lineFor(event);
					return line === undefined ? undefined : io.stderr.write(`${foreignText(io.stderr, line)}\n`);
				});
	await startExtensions(session, commands, {
		mode: options.mode === "json" ? "json" : "print",
		...(options.mode === "json" && { onError: (failure) => void io.stdout.write(errorLine(failure)) }),
	});
	const showWorking = options.mode === "text" && io.stderr.isTTY;
	if (showWorking) await io.stderr.write("Working...\n");
	void options.deadline?.passed.then(() => conversation.dispose("deadline"));
	let wasAsked = false;
	let isSent = false;
	let runs = 0;
	const uncount = conversation.subscribe(({ type }) => {
		if (type === "agent_start") runs++;
	});
	for (const [index, line] of input.prompts.entries()) {
		const images = index === 0 ? input.images : [];
		isSent = false;
		const runsBefore = runs;
		await conversation.submit({
			...{ type: "input", text: line, images, source: "interactive" },
			typed: index === 0 ? input.typed : undefined,
			async runCommand(received) {
				const rest = received.text.startsWith("/")
					? await runCommand(received, session, io, { ...options, commands })
					: received;
				wasAsked = rest !== undefined;
				return rest;
			},
			async deliver(received) {
				if (options.deadline?.hasPassed) return undefined;
				isSent = true;
				return { type: "prompt", text: received.text, images: received.images };
			},
		});
		if (options.deadline?.hasPassed && !isSent) break;
		// A command of an extension may have sent a message by itself.
		await session.workbench.features.extensionHost?.settled();
		if (!isSent && runs === runsBefore) continue;
		wasAsked = true;
		await session.workbench.features.settled(session);
		await waitForSubagents(session);
	}
	await reportKilledJobs(session, io);
	unsubscribe();
	uncount();
	if (!wasAsked) return 0;
	return options.mode === "json" ? exitCode(conversation) : printReply(session, io, options);
}

/** Waits for sub-agents in the background; the model goes on with what they hand in. */
async function waitForSubagents({ conversation, workbench: { jobs } }: OpenedConversation): Promise<void> {
	const isRunning = () =>
		jobs.list(conversation.id).some(({ type, status }) => type === "task" && status === "running");
	while (isRunning()) {
		const { promise, resolve } = Promise.withResolvers<void>();
		using _change = jobs.onChange(resolve);
		await promise;
		// A result that has just arrived starts a run.
		await new Promise((next) => setImmediate(next));
		await conversation.idle();
	}
	await conversation.idle();
}

/** Background commands are killed when omp exits. */
async function reportKilledJobs(session: OpenedConversation, io: Pick<CliIo, "stderr">): Promise<void> {
	for (const { id, label, status, outlives } of session.jobs()) {
		if (status !== "running" || outlives) continue;
		await io.stderr.write(`${foreignText(io.stderr, `Stopped background job ${id} (${label}) because omp exited`)}\n`);
	}
}

function errorLine(failure: ExtensionFailure): string {
	return `${JSON.stringify({ type: "extension_error", ...failure })}\n`;
}

/** What is said at once, while the answer is awaited. */
function lineFor(event: ConversationEvent): string | undefined {
	if (event.type === "notice") return event.message;
	if (event.type === "provider_silent") {
		return event.isReachable ? undefined : `No connection to ${event.host} yet. Check the network and proxy.`;
	}
	if (event.type !== "auto_retry_start") return undefined;
	const { attempt, maxAttempts, delayMs, errorMessage } = event;
	const [reason = ""] = errorMessage.replace(/ retry-after-ms=\d+/, "").split("\n");
	return `Retrying (${attempt}/${maxAttempts}) in ${Math.ceil(delayMs / 1000)} s: ${reason}`;
}

/** Does what a command says here; what is left for the model is returned. */
async function runCommand(
	input: InputContent,
	session: OpenedConversation,
	io: Pick<CliIo, "stdout" | "stderr">,
	{ mode, commands }: Pick<PrintOptions, "mode"> & { readonly commands: Commands },
): Promise<InputContent | undefined> {
	const { lineCommands } = await import("../../commands/run-line.ts");
	const run = lineCommands(session, commands, async ({ output: text }) => {
		if (text === undefined) return;
		const shown = mode === "json" ? JSON.stringify({ type: "command_output", text }) : foreignText(io.stdout, text);
		await io.stdout.write(`${shown}\n`);
	});
	return run(input).catch((error: unknown) => {
		throw new CliError(errorMessage(error));
	});
}

async function printReply(
	{ conversation, registry }: OpenedConversation,
	io: Pick<CliIo, "stdout" | "stderr">,
	options: PrintOptions,
): Promise<number> {
	const reply = lastReply(conversation.messages);
	if (!reply) return 1;
	const thoughts = options.printThoughts
		? reply.content.flatMap((block) => (block.type === "thinking" ? [block.thinking] : []))
		: [];
	const text = [...thoughts, joinText(reply.content)].filter((part) => part !== "").join("\n\n");
	if (text) await io.stdout.write(`${foreignText(io.stdout, text)}\n`);
	// Past the deadline, the caller says why it ended.
	if (exitCode(conversation) !== 0 && !options.deadline?.hasPassed)
		await io.stderr.write(`${foreignText(io.stderr, failureLine(reply, { place: "shell", registry }))}\n`);
	return exitCode(conversation);
}

/** 3 when a spending cap was reached. */
function exitCode(conversation: Conversation): number {
	const reply = lastReply(conversation.messages);
	const stopReason = reply?.stopReason;
	if (reply && isBudgetStop(reply)) return 3;
	return stopReason === undefined || stopReason === "error" || stopReason === "aborted" ? 1 : 0;
}

/** Writes the session header and then every event, one JSON object a line; a slow reader slows the conversation. */
async function jsonEvents(conversation: Conversation, output: CliOutput, header: unknown): Promise<() => void> {
	const writeLine = (value: unknown) => output.write(`${JSON.stringify(value)}\n`);
	await writeLine(header);
	return conversation.subscribe((event) => writeLine(withoutGrowth(event)));
}

/** The message as it grows would be written again with every word; its end has all of it. */
function withoutGrowth(event: ConversationEvent): unknown {
	if (event.type !== "message_update") return event;
	const { message: _, assistantMessageEvent, ...rest } = event;
	const { partial: __, ...update } = assistantMessageEvent as { partial?: unknown };
	return { ...rest, assistantMessageEvent: update };
}
