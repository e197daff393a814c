import { isAbsolute, relative } from "node:path";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AgentTool, ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { AssistantMessage, ToolCall } from "@oh-my-pi/pi-ai/message";
import { type AssistantMessageEvent, isTerminal } from "@oh-my-pi/pi-ai/reply/event";
import { AssistantMessageEventStream } from "@oh-my-pi/pi-ai/reply/event-stream";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import { findTool } from "@oh-my-pi/pi-utils/text/tool-name";
import type { Rule } from "../../discovery/capabilities/rules.ts";
import { compileStreamRule, type StreamRule } from "../../rules/stream-rule.ts";
import { hiddenNote } from "../history/hidden-note.ts";
import type { FinishedRun } from "../hooks/finished-run.ts";
import type { Hook } from "../hooks/hook.ts";
import { hookOrder } from "../hooks/hook-order.ts";
import type { LiveContext } from "../hooks/live-context.ts";
import { newTexts } from "./new-text.ts";
import interrupt from "./prompts/interrupt.md" with { type: "text" };
import reminder from "./prompts/reminder.md" with { type: "text" };
import { StreamMatcher } from "./stream-matcher.ts";
import { StructureMatcher } from "./structure-matcher.ts";

export interface StreamRulePolicy {
	readonly contextMode: "discard" | "keep";
	readonly interruptMode: NonNullable<Rule["interruptMode"]>;
	readonly repeatMode: "once" | "after-gap";
	/** In turns. */
	readonly repeatGap: number;
}

export interface StreamRulePorts {
	readonly live: LiveContext;
	/** The rules with conditions; the same array until they change. */
	readonly rules: () => Promise<readonly Rule[]>;
	readonly policy: () => StreamRulePolicy;
	readonly cwd: () => string;
}

interface Match {
	readonly rules: readonly StreamRule[];
	readonly source: "text" | "thinking" | "tool";
	readonly callId?: string;
}

const injectionType = "ttsr-injection";
const cutPrefix = "TTSR matched rule: ";
const siblingReason = "TTSR interrupt on another tool call";

/** Cuts a reply that breaks a rule, tells the model the rule, and requests the reply again. */
export class StreamRules implements Hook {
	readonly name = "stream-rules";
	readonly order = hookOrder.streamRules;
	readonly #ports: StreamRulePorts;
	#rules: readonly Rule[] = [];
	#matcher: StreamMatcher | undefined;
	#structure: StructureMatcher | undefined;
	/** The turn of the last injection, by rule. `undefined` until the log was read. */
	#injectedAt: Map<string, number> | undefined;
	#turns = 0;
	/** Rules for which the last reply was cut. */
	#cut: Rule[] = [];
	/** The call that broke them. */
	#cutCall: string | undefined;
	/** Rules that the model is told after its reply. */
	#afterReply: Rule[] = [];
	/** Rules that go ahead of the result of a call. */
	readonly #beforeResult = new Map<string, Rule[]>();
	/** Rules that the user was told about: they are too slow. */
	readonly #warned = new Set<string>();

	constructor(ports: StreamRulePorts) {
		this.#ports = ports;
	}

	async beforeRequest(): Promise<void> {
		const rules = await this.#ports.rules();
		if (rules === this.#rules) return;
		this.#rules = rules;
		const compiled = rules.flatMap((rule) => compileStreamRule(rule).stream ?? []);
		const isDue = (name: string) => this.#isDue(name);
		this.#matcher =
			compiled.length > 0 ? new StreamMatcher(compiled, isDue, (slow) => this.#tellSlow(slow)) : undefined;
		this.#structure = new StructureMatcher(compiled, isDue);
	}

	#tellSlow({ rule: { path } }: StreamRule): void {
		if (this.#warned.has(path)) return;
		this.#warned.add(path);
		this.#ports.live.notify("warning", `${path}: its condition takes too long and is not used any more`, "rules");
	}

	wrapStream(stream: StreamFn): StreamFn {
		const matcher = this.#matcher;
		if (!matcher) return stream;
		return (model, context, options = {}) => {
			const stop = new AbortController();
			const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
			matcher.reset();
			this.#structure?.reset();
			this.#beforeResult.clear();
			const inner = stream(model, context, { ...options, signal });
			if (this.#structure?.isEmpty === false) return this.#forwarded(inner, matcher, stop);
			inner.watch((event) => {
				if (isTerminal(event)) {
					if (!stop.signal.aborted) this.#turns++;
					return undefined;
				}
				const cut = this.#cutAt(event, this.#match(event, matcher));
				if (cut) stop.abort();
				return cut;
			});
			return inner;
		};
	}

	/** Code is parsed asynchronously, and the events have to wait for it. */
	#forwarded(
		inner: AssistantMessageEventStream,
		matcher: StreamMatcher,
		stop: AbortController,
	): AssistantMessageEventStream {
		const events = new AssistantMessageEventStream();
		const forward = async () => {
			for await (const event of inner) {
				events.push(event);
				const match = this.#match(event, matcher) ?? (await this.#matchStructure(event));
				const cut = this.#cutAt(event, match);
				if (!cut) continue;
				events.push(cut);
				stop.abort();
				return;
			}
			this.#turns++;
		};
		forward().then(
			() => events.end(),
			(error) => events.fail(error),
		);
		return events;
	}

	/** The event that ends a reply which must be cut here. */
	#cutAt(event: AssistantMessageEvent, match: Match | undefined): AssistantMessageEvent | undefined {
		if (!match || !("partial" in event) || !this.#mustCut(match)) return undefined;
		const names = this.#cut.map(({ name }) => name).join(", ");
		// A copy: the stream still adds to the original, and marks it as aborted.
		const content = structuredClone(event.partial.content);
		const error = { ...event.partial, content, stopReason: "aborted" as const, errorMessage: cutPrefix + names };
		return { type: "error", reason: "aborted", error };
	}

	/** Notes which rules a call broke that has been run; those that interrupt come too late for that. */
	async checkFinished(call: ToolCall, rules: readonly Rule[]): Promise<void> {
		const compiled = rules.flatMap((rule) => compileStreamRule(rule).stream ?? []);
		const isDue = (name: string) => this.#isDue(name);
		const matcher = new StreamMatcher(compiled, isDue);
		const structure = new StructureMatcher(compiled, isDue);
		for (const { text, context } of this.#newTexts(call)) {
			const broken = [...matcher.check(text, context, true), ...(await structure.check(text, context, true))];
			if (broken.length > 0) this.#tellWithResult(call.id, [...new Set(broken.map(({ rule }) => rule))]);
		}
	}

	/** The rules that a call broke are told with its result. */
	afterToolCall({ id }: ToolCall, output: ToolOutput): ToolOutput | undefined {
		const rules = this.#beforeResult.get(id);
		if (!rules) return undefined;
		this.#beforeResult.delete(id);
		this.#record(rules);
		const blocks = typeof output.content === "string" ? [textBlock(output.content)] : output.content;
		return { ...output, content: [textBlock(this.#texts(rules, reminder)), ...blocks] };
	}

	async settle(run: FinishedRun): Promise<"continue" | "pass"> {
		const cut = this.#cut;
		this.#cut = [];
		const isCut = cut.length > 0 && run.reply?.errorMessage?.startsWith(cutPrefix) === true;
		// The user has taken over.
		if (run.signal.aborted) return "pass";
		if (isCut) {
			if (this.#ports.policy().contextMode === "discard") run.dropReply();
			else this.#answerCalls(run.reply);
			return this.#inject(cut, interrupt);
		}
		const afterwards = this.#afterReply;
		if (afterwards.length === 0 || run.reply?.stopReason !== "stop") return "pass";
		this.#afterReply = [];
		return this.#inject(afterwards, reminder);
	}

	onHistoryReplaced(_messages: readonly AgentMessage[], cause: "session" | "rewind"): void {
		if (cause === "session") this.#afterReply = [];
		this.#injectedAt = undefined;
	}

	#match(event: AssistantMessageEvent, matcher: StreamMatcher): Match | undefined {
		switch (event.type) {
			case "text_delta":
			case "text_end":
			case "thinking_delta":
			case "thinking_end": {
				const source = event.type === "text_delta" || event.type === "text_end" ? "text" : "thinking";
				const context = { source, key: event.contentIndex } as const;
				const rules =
					"delta" in event ? matcher.add(event.delta, context) : matcher.check(event.content, context, true);
				return rules.length > 0 ? { rules, source } : undefined;
			}
			case "toolcall_delta":
			case "toolcall_end": {
				const call = event.partial.content[event.contentIndex];
				return call?.type === "toolCall" ? this.#matchCall(call, event, matcher) : undefined;
			}
			default:
				return undefined;
		}
	}

	#matchCall(call: ToolCall, event: AssistantMessageEvent, matcher: StreamMatcher): Match | undefined {
		if (!matcher.watches({ source: "tool", tool: this.#toolNamed(call.name)?.name ?? call.name })) return undefined;
		const rules = this.#newTexts(call).flatMap(({ text, context }) =>
			matcher.check(text, context, event.type === "toolcall_end"),
		);
		return rules.length > 0 ? { rules, source: "tool", callId: call.id } : undefined;
	}

	/** The same for the structure of code. */
	async #matchStructure(event: AssistantMessageEvent): Promise<Match | undefined> {
		const structure = this.#structure;
		if (!structure || structure.isEmpty) return undefined;
		if (event.type !== "toolcall_delta" && event.type !== "toolcall_end") return undefined;
		const call = event.partial.content[event.contentIndex];
		if (call?.type !== "toolCall") return undefined;
		for (const { text, context } of this.#newTexts(call)) {
			const rules = await structure.check(text, context, event.type === "toolcall_end");
			if (rules.length > 0) return { rules, source: "tool", callId: call.id };
		}
		return undefined;
	}

	/** What a call would write, per file. */
	#newTexts(call: ToolCall) {
		const tool = this.#toolNamed(call.name);
		const source = { source: "tool" as const, tool: tool?.name ?? call.name };
		return newTexts(call.arguments, tool?.facts?.(call.arguments).changes).map(({ text, paths }, index) => ({
			text,
			context: { ...source, paths, key: `${call.id} ${index}` },
		}));
	}

	#toolNamed(name: string): AgentTool | undefined {
		return findTool(name, this.#ports.live.parts.tools);
	}

	/** Notes what is to be told when, and says whether the reply ends here. */
	#mustCut({ rules, source, callId }: Match): boolean {
		const { interruptMode } = this.#ports.policy();
		const interrupts = ({ rule }: StreamRule) => {
			const mode = rule.interruptMode ?? interruptMode;
			return mode === "always" || mode === (source === "tool" ? "tool-only" : "prose-only");
		};
		const found = [...new Set(rules.map(({ rule }) => rule))];
		if (rules.some(interrupts)) {
			this.#cut = found;
			this.#cutCall = callId;
			this.#trigger(found, { isCut: true });
			return true;
		}
		if (source === "tool" && callId !== undefined) this.#tellWithResult(callId, found);
		else {
			for (const rule of found) this.#injected().set(rule.name, this.#turns);
			this.#afterReply.push(...found);
		}
		return false;
	}

	/** Each is told once, with the call that broke it first. */
	#tellWithResult(callId: string, rules: readonly Rule[]): void {
		for (const rule of rules) this.#injected().set(rule.name, this.#turns);
		this.#beforeResult.set(callId, [...(this.#beforeResult.get(callId) ?? []), ...rules]);
		this.#trigger(rules);
	}

	/** The calls of a reply that stays in the context were not run, and each says why. */
	#answerCalls(reply: AssistantMessage | undefined): void {
		const { live } = this.#ports;
		for (const block of reply?.content ?? []) {
			if (block.type !== "toolCall") continue;
			const reason = block.id === this.#cutCall ? (reply?.errorMessage ?? "") : siblingReason;
			live.append({
				role: "toolResult",
				toolCallId: block.id,
				toolName: block.name,
				content: [textBlock(reason)],
				isError: true,
				timestamp: live.now(),
			});
		}
	}

	#trigger(rules: readonly Rule[], how: { readonly isCut?: true } = {}): void {
		const { live } = this.#ports;
		void live.emit({ type: "ttsr_triggered", rules, ...how });
	}

	#inject(rules: readonly Rule[], template: string): "continue" {
		const { live } = this.#ports;
		const note = hiddenNote(injectionType, this.#texts(rules, template), live.now());
		live.append({ ...note, ...(note.role === "custom" && { details: { rules: rules.map(({ name }) => name) } }) });
		this.#record(rules);
		return "continue";
	}

	#record(rules: readonly Rule[]): void {
		this.#ports.live.log.append({ type: "ttsr_injection", injectedRules: rules.map(({ name }) => name) });
		for (const { name } of rules) this.#injected().set(name, this.#turns);
	}

	#texts(rules: readonly Rule[], template: string): string {
		const cwd = this.#ports.cwd();
		const shown = (path: string) => {
			const way = relative(cwd, path);
			return way.startsWith("..") || isAbsolute(way) ? path : way;
		};
		return rules
			.map(({ name, path, content }) => renderPrompt(template, { name, path: shown(path), body: content }))
			.join("\n\n");
	}

	#isDue(name: string): boolean {
		const last = this.#injected().get(name);
		const { repeatMode, repeatGap } = this.#ports.policy();
		return last === undefined || (repeatMode === "after-gap" && this.#turns - last >= repeatGap);
	}

	/** Those of the log's current path count from now. */
	#injected(): Map<string, number> {
		this.#injectedAt ??= new Map(
			this.#ports.live.log.context().injectedTtsrRules.map((name) => [name, this.#turns] as const),
		);
		return this.#injectedAt;
	}
}

function textBlock(text: string) {
	return { type: "text" as const, text };
}
