import type { FrameEffect, ModelCall, Protocol } from "../protocol/protocol.ts";
import { remember } from "../remember.ts";
import type { AssistantMessageEvent } from "../reply/event.ts";
import { Reply } from "../reply/reply.ts";
import type { Dialect } from "./parts/dialect.ts";
import { ScannedOutput } from "./parts/scanned-output.ts";
import type { ScannedPiece, TextScanner } from "./parts/scanner.ts";
import { rewriteContext } from "./rewrite-context.ts";

interface State {
	readonly call: ModelCall;
	readonly inner: unknown;
	readonly scanner: TextScanner;
	/** Created with the first frame, when the reply is known. */
	target?: { readonly inner: Reply; readonly output: ScannedOutput };
}

/** Wraps a protocol for models without native tools: calls are written and parsed as text in the given dialect. */
export function inBand(protocol: Protocol, dialect: Dialect): Protocol<State> {
	const innerCallOf = remember(
		(call: ModelCall): ModelCall => ({
			...call,
			context: rewriteContext(call.context, call.model, dialect),
			options: { ...call.options, toolChoice: undefined, toolFormat: dialect.name },
		}),
	);
	return {
		...protocol,
		encode: (call) => protocol.encode(innerCallOf(call)),
		...(protocol.authorize && {
			authorize: (request, body, call, cloud) =>
				protocol.authorize?.(request, body, innerCallOf(call), cloud) ?? Promise.resolve(request),
		}),
		...(protocol.patience && { patience: (call) => protocol.patience?.(innerCallOf(call)) ?? {} }),
		...(protocol.adapt && { adapt: (error, call) => protocol.adapt?.(error, innerCallOf(call)) ?? false }),
		...(protocol.insteadFor && {
			insteadFor: (call) =>
				protocol.insteadFor?.(innerCallOf(call))?.then((other) => inBand(other, dialect) as Protocol),
		}),
		start: (call) => ({
			call,
			inner: protocol.start(innerCallOf(call)),
			scanner: dialect.scanner(call.context.tools ?? []),
		}),
		step(state, frame, reply): FrameEffect {
			const { inner, output } = startTarget(state, reply, protocol);
			const effect = protocol.step(state.inner, frame, inner);
			copyFacts(inner, reply);
			return output.fabricated ? "finished" : effect;
		},
		end(state, reply) {
			const { inner, output } = startTarget(state, reply, protocol);
			if (output.fabricated) {
				output.end();
				reply.setStop("toolUse");
				return;
			}
			const rest = () => {
				inner.closeAll();
				return state.scanner.end();
			};
			try {
				protocol.end(state.inner, inner);
			} catch (error) {
				output.write(rest().filter(isComplete));
				output.end();
				throw error;
			}
			const isCut = inner.stop?.reason === "length";
			output.write(isCut ? rest().filter(isComplete) : rest());
			output.end();
			copyFacts(inner, reply);
		},
	};
}

/** A truncated call may run only if the model stopped there on purpose. */
function isComplete(piece: ScannedPiece): boolean {
	return piece.type !== "unfinished-call";
}

function startTarget(state: State, reply: Reply, protocol: Protocol) {
	if (state.target) return state.target;
	const { call } = state;
	let minted = 0;
	const output = new ScannedOutput(reply, () => `ptc_${call.now.toString(36)}_${++minted}`, {
		stopsAtResults: call.options.abortOnFabricatedResult ?? true,
	});
	const take = (event: AssistantMessageEvent) => takeEvent(event, reply, output, state.scanner);
	const inner = new Reply(call.model, reply.message.timestamp, take, {
		interleaved: protocol.interleaved,
		limits: call.options.limits,
	});
	// Usage is counted by the inner reply.
	inner.message.usage = reply.message.usage;
	state.target = { inner, output };
	return state.target;
}

/** Text is scanned; native blocks pass through. */
function takeEvent(event: AssistantMessageEvent, reply: Reply, output: ScannedOutput, scanner: TextScanner): void {
	switch (event.type) {
		case "text_delta":
			output.write(scanner.push(event.delta));
			break;
		case "thinking_start":
			output.interrupt();
			reply.openThinking(`wire-${event.contentIndex}`);
			break;
		case "thinking_delta":
			reply.appendThinking(`wire-${event.contentIndex}`, event.delta);
			break;
		case "thinking_end": {
			const block = event.partial.content[event.contentIndex];
			const key = `wire-${event.contentIndex}`;
			if (block?.type === "thinking" && block.thinkingSignature) reply.sign(key, block.thinkingSignature);
			reply.close(key);
			break;
		}
		case "image_end":
			output.interrupt();
			reply.addImage(event.image);
			break;
		default:
			break;
	}
}

function copyFacts(inner: Reply, reply: Reply): void {
	if (inner.message.responseId) reply.message.responseId = inner.message.responseId;
	if (inner.stop) reply.setStop(inner.stop.reason, inner.stop.details);
	reply.priceFactor = inner.priceFactor;
	reply.chargedUsd = inner.chargedUsd;
}
