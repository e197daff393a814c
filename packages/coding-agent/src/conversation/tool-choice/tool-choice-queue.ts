import { type AssistantMessage, namedTool, type ToolCall, type ToolChoice, toolCallsOf } from "@oh-my-pi/pi-ai/message";

/** Asks the model to call a certain tool next. */
export interface ToolChoiceDirective {
	readonly choice: ToolChoice;
	/** For display and logs. */
	readonly label: string;
	/** Put at the front of the queue. */
	readonly now?: boolean;
	/** The model made the requested call, which has not run yet. */
	readonly onInvoked?: (call: ToolCall) => void;
	/** The model made no such call, failed, or was aborted. */
	readonly onRejected?: (reason: RejectionReason) => "requeue" | "drop";
	/** The requested call has run. */
	readonly onResolved?: () => void;
}

export type RejectionReason = "ignored" | "failed";

type DirectiveOptions = Omit<ToolChoiceDirective, "choice" | "label"> & { readonly label?: string };

interface InFlight {
	readonly directive: ToolChoiceDirective;
	/** The model cannot be forced, so it gets a reminder and other calls are refused. */
	readonly isSoft: boolean;
	tries: number;
	isInvoked: boolean;
}

/** Reminders for a model that cannot be forced, before the directive is dropped. */
const maxSoftTries = 3;

/** A queue of directives; each request takes at most one. */
export class ToolChoiceQueue {
	#waiting: ToolChoiceDirective[] = [];
	#inFlight: InFlight | undefined;

	get size(): number {
		return this.#waiting.length;
	}

	/** Applies to one request. */
	pushOnce(choice: ToolChoice, options: DirectiveOptions = {}): void {
		this.pushSequence([choice], options);
	}

	/** Applies one choice per request, in order. */
	pushSequence(choices: readonly ToolChoice[], options: DirectiveOptions = {}): void {
		const directives = choices.map((choice) => ({ ...options, choice, label: options.label ?? labelOf(choice) }));
		if (options.now) this.#waiting.unshift(...directives);
		else this.#waiting.push(...directives);
	}

	clear(): void {
		this.#waiting = [];
		this.#inFlight = undefined;
	}

	/** The directive of the current request or turn, for the tool that it asked for. */
	peekQueueInvoker(): ToolChoiceDirective | undefined {
		return this.#inFlight?.directive;
	}

	/** Called once before each request. */
	begin(model: { readonly canBeForced: () => boolean }): void {
		const current = this.#inFlight;
		if (current?.isSoft && !current.isInvoked && current.tries < maxSoftTries) {
			current.tries++;
			return;
		}
		const directive = this.#waiting.shift();
		const isSoft = directive !== undefined && !model.canBeForced() && directive.choice !== "none";
		this.#inFlight = directive && { directive, isSoft, tries: 1, isInvoked: false };
	}

	/** The `tool_choice` of the request. */
	choice(): ToolChoice | undefined {
		return this.#inFlight && !this.#inFlight.isSoft ? this.#inFlight.directive.choice : undefined;
	}

	/** Reminder for a model that cannot be forced. */
	reminder(): string | undefined {
		const current = this.#inFlight;
		if (!current?.isSoft) return undefined;
		const tool = namedTool(current.directive.choice);
		const wanted = tool ? `the tool ${tool}` : "a tool";
		return `<system-reminder>Your next step must be a call of ${wanted}. Do that now, before anything else.</system-reminder>`;
	}

	/** Refuses a call while another tool is requested. */
	refusal(call: Pick<ToolCall, "name">): string | undefined {
		const current = this.#inFlight;
		if (!current?.isSoft || current.isInvoked) return undefined;
		const tool = namedTool(current.directive.choice);
		if (!tool || tool === call.name) return undefined;
		return `Not run: call ${tool} first. Make this call again afterwards if it is still needed.`;
	}

	/** The reply has arrived; its calls have not run yet. */
	settle(reply: AssistantMessage): void {
		const current = this.#inFlight;
		if (!current) return;
		const call = wantedCall(current.directive.choice, reply);
		const isFailed = reply.stopReason === "error" || reply.stopReason === "aborted";
		if (!isFailed && (call || isSatisfiedWithout(current.directive.choice, reply))) {
			current.isInvoked = true;
			if (call) current.directive.onInvoked?.(call);
			return;
		}
		const mayGoOn = current.isSoft && !isFailed && toolCallsOf(reply).length > 0 && current.tries < maxSoftTries;
		if (!mayGoOn) this.#reject(current.directive, isFailed ? "failed" : "ignored");
	}

	/** The calls of the turn have run. */
	endTurn(): void {
		if (!this.#inFlight?.isInvoked) return;
		const { directive } = this.#inFlight;
		this.#inFlight = undefined;
		directive.onResolved?.();
	}

	#reject(directive: ToolChoiceDirective, reason: RejectionReason): void {
		this.#inFlight = undefined;
		if (directive.onRejected?.(reason) === "requeue") this.#waiting.unshift(directive);
	}
}

function wantedCall(choice: ToolChoice, reply: AssistantMessage): ToolCall | undefined {
	if (choice === "none" || choice === "auto") return undefined;
	const tool = namedTool(choice);
	return toolCallsOf(reply).find((call) => tool === undefined || call.name === tool);
}

function isSatisfiedWithout(choice: ToolChoice, reply: AssistantMessage): boolean {
	return choice === "auto" || (choice === "none" && toolCallsOf(reply).length === 0);
}

function labelOf(choice: ToolChoice): string {
	return typeof choice === "string" ? choice : (namedTool(choice) ?? choice.type);
}
