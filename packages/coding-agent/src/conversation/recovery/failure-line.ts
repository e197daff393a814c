import { errorBits } from "@oh-my-pi/pi-ai/errors/provider-error";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { Provider } from "@oh-my-pi/pi-ai/model/provider";
import { askedWaitMs, type FailureKind, failureKind } from "./failure-kind.ts";

/** Where the line is shown: in omp, where slash commands work, or on a command line. */
export type FailurePlace = "prompt" | "shell";

interface Facts {
	readonly reply: AssistantMessage;
	/** Absent if there is no registry to ask. */
	readonly provider?: Pick<Provider, "envVars" | "logins">;
	readonly place: FailurePlace;
}

export interface FailureSources {
	readonly registry?: { findProvider(id: string): Provider | undefined };
}

interface StepOptions extends FailureSources {
	readonly place: FailurePlace;
}

/** A failed reply in one line: what happened, and the command that helps. */
export function failureLine(
	reply: AssistantMessage,
	options: StepOptions & {
		/** Shortens what the provider said. */
		readonly summarize?: (text: string) => string;
	},
): string {
	const step = nextStepAfter(reply, options);
	const message = formatMessage(reply);
	// The saved request is for failures that nothing else explains.
	const happened = inOneLine(step === undefined ? message : message.replace(/\nraw-http-request=\S+/, ""));
	const short = options.summarize?.(happened) ?? happened;
	if (step === undefined) return short;
	return withNextStep(short, step);
}

/** The command that helps after a failed reply, as a sentence; undefined where only the message explains it. */
export function nextStepAfter(reply: AssistantMessage, { place, registry }: StepOptions): string | undefined {
	const provider = registry && (registry.findProvider(reply.provider) ?? { envVars: [] });
	return nextSteps[classifyReply(reply)]?.({ reply, place, ...(provider && { provider }) });
}

export function withNextStep(happened: string, step: string): string {
	return `${/[.!?]$/.test(happened) ? happened : `${happened}.`} ${step}`;
}

/** Without the server's wait, which the next step tells in words. */
function formatMessage({ errorMessage, stopReason }: AssistantMessage): string {
	const text = errorMessage ?? (stopReason === "error" ? "The model failed" : `Stopped: ${stopReason}`);
	return text.replace(/ retry-after-ms=\d+/, "").trim();
}

function inOneLine(text: string): string {
	return text.replace(/([.!?:;,]?)\s*\n\s*/g, (_, mark: string) => `${mark || "."} `);
}

type Failure = FailureKind | "budget" | "auth" | "network" | "unknown-model" | "aborted";

function classifyReply(reply: AssistantMessage): Failure {
	const has = (bit: number) => ((reply.errorId ?? 0) & (errorBits.marker | bit)) === (errorBits.marker | bit);
	if (has(errorBits.budget)) return "budget";
	if (has(errorBits.auth)) return "auth";
	if (has(errorBits.network)) return "network";
	if (has(errorBits.unknownModel)) return "unknown-model";
	return failureKind(reply) ?? "aborted";
}

const commands = {
	model: {
		prompt: "choose another model with /model",
		shell: "choose another one with --model (omp models lists them)",
	},
	compact: { prompt: "Shorten the conversation with /compact", shell: "Shorten it with omp -c -p /compact" },
	fresh: { prompt: "start over with /new", shell: "start a new session" },
} as const;

/** What helps with each kind of failure, beside another try; nothing for those only the message explains. */
const nextSteps: Partial<Record<Failure, (facts: Facts) => string | undefined>> = {
	auth: logInStep,
	"usage-limit": ({ place }) => `Check the plan and billing at the provider, or ${commands.model[place]}.`,
	"unknown-model": ({ place }) => `${capitalized(commands.model[place])}.`,
	overflow: ({ place }) => `${commands.compact[place]}, or ${commands.fresh[place]}.`,
	network: ({ place }) => `Check the network and proxy${place === "shell" ? ", then try again" : ""}.`,
	"rate-limit": waitStep,
	capacity: waitStep,
	transient: waitStep,
	budget: raiseStep,
	refusal: ({ place }) => `Rephrase the request, or ${commands.model[place]}.`,
};

function logInStep({ reply, provider, place }: Facts): string {
	const login = place === "prompt" ? `/login ${reply.provider}` : `omp login ${reply.provider}`;
	const variable = provider?.envVars.at(-1);
	const ways = [
		...(!provider || provider.logins?.length ? [`run ${login}`] : []),
		...(variable === undefined ? [] : [`set ${variable}`]),
	];
	return ways.length === 0 ? "Check the provider's apiKey in models.yml." : `${capitalized(ways.join(" or "))}.`;
}

/** What was done stays in the session; with a higher cap it goes on. */
function raiseStep({ reply, place }: Facts): string | undefined {
	const [, scope = "", unit = "", cap = ""] = /^(\w+)\.(\w+) ([\d.]+)$/.exec(reply.stopDetails?.message ?? "") ?? [];
	if (scope === "") return undefined;
	const more = String(Number((Number(cap) * 2).toFixed(6)));
	const words = unit === "usd" ? `$${more}` : `${more} ${unit}`;
	const saved = "What was done is saved.";
	if (place === "prompt") return `${saved} To continue: /budget ${scope} ${words}, then send "continue".`;
	const flag = unit === "usd" ? `--max-cost ${more}` : `--token-budget ${more}`;
	if (scope === "run") return `${saved} To continue: omp -c ${flag} -p "continue"`;
	return `${saved} To continue: omp config set budget.${scope}.${unit} ${more}, then omp -c -p "continue"`;
}

function waitStep({ reply, place }: Facts): string {
	const waitMs = askedWaitMs(reply);
	if (waitMs > 0) return `Wait ${duration(waitMs)}, or ${commands.model[place]}.`;
	return `${place === "shell" ? "Try again later, or" : "If it lasts,"} ${commands.model[place]}.`;
}

function duration(ms: number): string {
	const minutes = Math.round(ms / 60_000);
	return ms < 60_000 ? `${Math.ceil(ms / 1000)} s` : minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

function capitalized(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
