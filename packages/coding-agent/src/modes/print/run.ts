import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { preconnect } from "@oh-my-pi/pi-ai/transport/connect/preconnect";
import { hasModel, lacksApprovalMode } from "../../commands/system/setup/wants-setup.ts";
import { onCrash, onFatalSignal } from "../../process/exit/signals.ts";
import type { CliIo } from "../../process/terminal/io.ts";
import { CliError } from "../../process/usage-error.ts";
import { approvalSettings } from "../../settings/sections/agent/approval.ts";
import type { LaunchOptions } from "../../startup/launch-options.ts";
import type { PromptInput } from "../../startup/prompt-input.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { leftOutLine } from "../left-out-line.ts";
import { type PrintOptions, runPrintMode } from "./print.ts";

const noModelsText =
	"No models available. Set a provider's key (for example ANTHROPIC_API_KEY), log in with omp login, or add a provider to models.yml.";

/** Nobody can be asked here, so the default holds until a mode is chosen. */
const unchosenModeText = `Approvals: ${approvalSettings.approvalMode.default}, which never asks (default). Choose with --approval-mode or: omp config set tools.approvalMode write`;

/** Print mode as a command: signals end it with the session saved, and everything is on disk before it returns. */
export async function runPrint(
	session: OpenedConversation,
	input: PromptInput,
	io: CliIo,
	options: Pick<LaunchOptions, "mode" | "printThoughts"> & { readonly deadline: PrintOptions["deadline"] },
): Promise<number> {
	const { conversation, notices } = session;
	for (const notice of notices) await io.stderr.write(`${notice}\n`);
	const leftOut = await leftOutLine(session);
	if (leftOut) await io.stderr.write(`${leftOut}\n`);
	if (!conversation.model) throw new CliError(noModelsText);
	if (lacksApprovalMode(session) && hasModel(conversation)) await io.stderr.write(`${unchosenModeText}\n`);
	if (input.prompts[0]?.startsWith("/") === false) preconnect(conversation.model, session.host.env);
	using _crash = onCrash(() => conversation.dispose("crash", "fatal"), { host: session.host, io, reportsFirst: true });
	using _signals = onFatalSignal(
		["SIGINT", "SIGTERM", "SIGHUP"],
		(signal) => conversation.dispose(signal.toLowerCase(), "signal"),
		io.exit,
	);
	// With nobody left to read the answer there is no point in going on; what was said is kept.
	void io.stdout.closed.then(() => conversation.dispose("closed_pipe")).finally(() => io.exit(0));
	try {
		const { type, version, id, timestamp, cwd } = conversation.log.header;
		const header = { type, version, id, timestamp, cwd };
		const mode = options.mode === "json" ? "json" : "text";
		const { printThoughts, deadline } = options;
		const code = await runPrintMode(session, input, io, { mode, printThoughts, header, deadline });
		if (code !== 0 || !(await isBeyondGuide(conversation.model, input.prompts))) return code;
		await io.stderr.write(`${noModelsText}\n`);
		return 1;
	} finally {
		await conversation.dispose();
	}
}

/** The guide that stands in while no model is connected does simple things only; whoever wanted more got nothing. */
async function isBeyondGuide(model: Model, prompts: readonly string[]): Promise<boolean> {
	if (model.api !== "offline") return false;
	const { understand } = await import("@oh-my-pi/pi-ai/offline/request");
	return prompts.some((prompt) => !prompt.startsWith("/") && understand(prompt).kind === "unknown");
}
