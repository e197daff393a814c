import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { quietEnv } from "../../bash/run/quiet-env.ts";
import { type LspCall, type LspOutput, lspOutput, SoftFailure } from "../call/lsp-call.ts";
import { findProjectCheck, projectMarkers } from "./project-check.ts";

const maxLines = 50;
const maxBytes = 4 * 1024 * 1024;
/** What cargo and go print about their progress. */
const progress =
	/^\s*(?:Checking|Compiling|Finished|Blocking|Downloading|Downloaded|Updating|Locking|Adding|Fresh)\s|^go: downloading /;

/** What the project's own checker says. */
export async function workspaceDiagnostics(call: LspCall): Promise<LspOutput> {
	const { ports } = call;
	const cwd = ports.cwd();
	const check = findProjectCheck(cwd);
	if (!check) {
		throw new SoftFailure(
			`Unknown project type: none of ${projectMarkers.join(", ")} is in ${cwd}. Pass a file or a glob instead of *.`,
		);
	}
	if (!ports.shell) throw new ToolError(`Commands are switched off here, so \`${check.line}\` cannot run.`);
	call.waiting.for = `\`${check.line}\``;
	const output = new BoundedText(maxBytes);
	const { exitCode } = await ports.shell.run(check.line, {
		cwd,
		env: quietEnv(ports.env),
		signal: call.signal,
		apart: true,
		onData: (bytes) => output.push(bytes),
	});
	call.signal.throwIfAborted();
	const lines = output
		.text()
		.split("\n")
		.filter((line) => line.trim() !== "" && !progress.test(line));
	const title = `Workspace diagnostics (${check.kind}):`;
	if (lines.length === 0 && exitCode === 0) return lspOutput(call, `${title}\nOK`);
	const more = lines.length > maxLines ? [`... ${lines.length - maxLines} more lines`] : [];
	const failure = exitCode === 0 ? [] : [`\`${check.line}\` exited with code ${exitCode ?? "none: it was killed"}`];
	return lspOutput(call, [title, ...lines.slice(0, maxLines).map(cut), ...more, ...failure].join("\n"));
}

const maxLineChars = 500;

function cut(line: string): string {
	return line.length > maxLineChars ? `${line.slice(0, maxLineChars)}…` : line;
}

class BoundedText {
	readonly #decoder = new TextDecoder();
	readonly #maxBytes: number;
	#text = "";

	constructor(maxBytes: number) {
		this.#maxBytes = maxBytes;
	}

	push(bytes: Uint8Array): void {
		if (this.#text.length < this.#maxBytes) this.#text += this.#decoder.decode(bytes, { stream: true });
	}

	text(): string {
		return this.#text;
	}
}
