import type { ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { LanguageServers } from "@oh-my-pi/pi-lsp/contract/language-servers";
import type { Shell } from "@oh-my-pi/pi-natives/shell/shell";
import type { MutationPorts } from "../../files/mutate/ports.ts";
import type { FileFinder } from "../../files/open/file-finder.ts";
import type { LanguageService } from "../../services/language-service.ts";
import type { LspAction, LspParams } from "./parameters.ts";

/** What the tool is made with. */
export interface LspPorts extends MutationPorts {
	readonly languages: LanguageService;
	readonly finder: FileFinder;
	/** Runs the project's own checker; absent where no commands may run. */
	readonly shell?: Shell | undefined;
	/** What that checker inherits. */
	readonly env: Readonly<Record<string, string | undefined>>;
	/** The user's cap on all tools; 0 is none. */
	readonly maxTimeoutSeconds?: number;
	/** The code actions that the model saw last, for when it picks one by its number. */
	readonly listings: ActionListings;
}

/** Where code actions were listed, and what the model was shown. */
export interface ActionListing {
	readonly place: string;
	readonly only: string | undefined;
	readonly titles: readonly string[];
}

export interface ActionListings {
	last?: ActionListing;
}

/** One call, while it runs. */
export interface LspCall {
	readonly id: string;
	readonly params: LspParams;
	readonly ports: LspPorts;
	readonly servers: LanguageServers;
	/** Fires when the call is aborted or its time is up. */
	readonly signal: AbortSignal;
	readonly isTimeUp: () => boolean;
	readonly timeoutSeconds: number;
	/** Who is being waited for, for the words of a timeout. */
	readonly waiting: { for: string | undefined };
}

export interface LspDetails {
	readonly action: LspAction;
	readonly success: boolean;
	readonly serverName?: string;
	/** Of `request`. */
	readonly request?: { readonly method: string; readonly params: unknown };
	/** What an edit changed, by file. */
	readonly diffs?: readonly FileDiff[];
}

export interface FileDiff {
	readonly path: string;
	readonly diff: string;
}

export type LspOutput = ToolOutput<LspDetails>;

export interface OutputFacts {
	readonly success?: boolean;
	readonly serverName?: string | undefined;
	readonly request?: LspDetails["request"];
	readonly diffs?: readonly FileDiff[];
}

/** A result of an action. */
export function lspOutput(
	{ params: { action } }: Pick<LspCall, "params">,
	text: string,
	facts: OutputFacts = {},
): LspOutput {
	const { success = true, serverName, request, diffs = [] } = facts;
	const details = {
		action,
		success,
		...(serverName !== undefined && { serverName }),
		...(request && { request }),
		...(diffs.length > 0 && { diffs }),
	};
	return { content: text, details };
}

/** A lookup that found nothing. */
export function emptyOutput(call: Pick<LspCall, "params">, text: string, serverName?: string): LspOutput {
	return { ...lspOutput(call, text, { serverName }), useless: true };
}

/** Why an action has no result, in words that the model can act on. It becomes a normal result without success. */
export class SoftFailure extends Error {
	override readonly name = "SoftFailure";
	readonly serverName: string | undefined;

	constructor(message: string, options: { readonly serverName?: string; readonly cause?: unknown } = {}) {
		super(message, { cause: options.cause });
		this.serverName = options.serverName;
	}
}
