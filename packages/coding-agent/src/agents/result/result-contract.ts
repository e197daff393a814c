import type { ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ResultPort, SchemaMode, YieldDetails } from "@oh-my-pi/pi-tools/services/agent-service";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { checkAgainst } from "./schema-check.ts";

type Schema = Readonly<Record<string, unknown>>;
type YieldParams = Readonly<Record<string, unknown>>;

/** What a sub-agent handed in at the end. */
export type HandedIn =
	| { readonly kind: "data"; readonly data: unknown; readonly isValid: boolean; readonly warning?: string }
	| { readonly kind: "error"; readonly error: string }
	/** It never met the schema, which was strict. */
	| { readonly kind: "refused"; readonly data: unknown; readonly problem: string };

export interface ContractOptions {
	readonly schema?: Schema | undefined;
	readonly mode: SchemaMode;
	/** What it said last. */
	readonly lastText: () => string;
	readonly takesFindings?: boolean;
}

const maxTries = 3;

/** What a sub-agent owes: a result, in the shape that was asked for. Takes it, checks it, and remembers it. */
export class ResultContract implements ResultPort {
	readonly takesFindings: boolean;
	readonly sections: Record<string, unknown[]> = {};
	/** The final result, once there is one. */
	handedIn: HandedIn | undefined;
	readonly #options: ContractOptions;
	#failedTries = 0;

	constructor(options: ContractOptions) {
		this.#options = options;
		this.takesFindings = options.takesFindings ?? false;
	}

	get schema(): Schema | undefined {
		return this.#options.schema;
	}

	get mode(): SchemaMode {
		return this.#options.mode;
	}

	get isFulfilled(): boolean {
		return this.handedIn !== undefined;
	}

	submit(params: YieldParams): ToolOutput<YieldDetails> {
		const { result, type } = unwrapped(params);
		if (typeof result === "string") {
			return {
				content: `${result} Call yield with {"result": {"data": …}}, or {"result": {"error": "why"}}.`,
				isError: true,
			};
		}
		if (result.error !== undefined) return this.#end({ kind: "error", error: result.error }, type);
		if (typeof type === "object") return this.#addSections(type, result.data);
		if (result.hasData) return this.#check(result.data, type);
		return this.#lastTurn(type);
	}

	#addSections(names: readonly string[], data: unknown): ToolOutput<YieldDetails> {
		for (const name of names) {
			const list = this.sections[name] ?? [];
			list.push(data ?? this.#options.lastText());
			this.sections[name] = list;
		}
		const details = { data, status: "success", type: names } as const;
		return {
			content: `Section ${names.join(", ")} recorded. Go on; hand in the result with yield when done.`,
			details,
		};
	}

	/** The sections, or what it said last. */
	#lastTurn(type: string | undefined): ToolOutput<YieldDetails> {
		const hasSections = Object.keys(this.sections).length > 0;
		const text = this.#options.lastText();
		const data = hasSections ? this.sections : this.schema ? parsedJson(text) : text;
		return this.#check(data, type, true);
	}

	#check(data: unknown, type: string | undefined, useLastTurn = false): ToolOutput<YieldDetails> {
		const { schema, mode } = this.#options;
		const { value, problems } = schema ? checkAgainst(data, schema) : { value: data, problems: [] };
		const last = useLastTurn && { useLastTurn };
		if (problems.length === 0) return this.#end({ kind: "data", data: value, isValid: true }, type, last || {});
		const problem = problems.join("; ");
		this.#failedTries++;
		const left = maxTries - this.#failedTries;
		if (left > 0) {
			return {
				content: `Output does not match schema: ${problem}. Call yield again with the corrected shape — ${left} retry attempt(s) remain before the schema constraint is dropped.`,
				isError: true,
			};
		}
		if (mode === "strict") return this.#end({ kind: "refused", data, problem }, type);
		const warning = `The result does not match the schema: ${problem}`;
		return this.#end({ kind: "data", data, isValid: false, warning }, type, last || {});
	}

	#end(
		handedIn: HandedIn,
		type: string | readonly string[] | undefined,
		more: { useLastTurn?: boolean } = {},
	): ToolOutput<YieldDetails> {
		this.handedIn = handedIn;
		const details: YieldDetails = {
			status: handedIn.kind === "data" ? "success" : "aborted",
			...(handedIn.kind !== "error" && { data: handedIn.data }),
			...(handedIn.kind === "error" && { error: handedIn.error }),
			...(handedIn.kind === "refused" && { error: handedIn.problem }),
			...(type !== undefined && { type }),
			...more,
		};
		return { content: "Result submitted.", details, endsRun: true };
	}
}

interface Unwrapped {
	/** Text: what is wrong with the call. */
	readonly result: string | { readonly data: unknown; readonly hasData: boolean; readonly error?: string };
	/** A list adds parts; the end is a word or nothing. */
	readonly type: string | readonly string[] | undefined;
}

/** `{result: {data}}`, the older `{status, data, error}`, and what models write when they forget the wrapper. */
function unwrapped(params: YieldParams): Unwrapped {
	const type = parseType(params.type);
	return { result: unwrapResult(params, type !== undefined), type };
}

function parseType(type: unknown): Unwrapped["type"] {
	if (typeof type === "string") return type === "" ? undefined : type;
	return Array.isArray(type) && type.length > 0 ? type.map(String) : undefined;
}

function unwrapResult(params: YieldParams, hasType: boolean): Unwrapped["result"] {
	const wrapped = "result" in params ? parsedIfString(params.result) : params;
	if (!isRecord(wrapped)) {
		if (wrapped === null || wrapped === undefined) return "There is no result in this call.";
		return { data: wrapped, hasData: true };
	}
	const { error, data } = wrapped;
	if (typeof error === "string" && error.trim() !== "") return { data: undefined, hasData: false, error };
	if ("data" in wrapped) return { data, hasData: true };
	const { type: _, status, error: __, i: ___, ...rest } = wrapped;
	if (status === "aborted") return { data: undefined, hasData: false, error: "The agent gave up." };
	if (Object.keys(rest).length > 0 && wrapped !== params) return { data: rest, hasData: true };
	if ("result" in params || hasType) return { data: undefined, hasData: false };
	return "There is no result in this call.";
}

function parsedIfString(value: unknown): unknown {
	return typeof value === "string" ? parsedJson(value) : value;
}

/** The text itself where it is no JSON. Models put JSON into a fence. */
export function parsedJson(text: string): unknown {
	const [, fenced] = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text) ?? [];
	try {
		return JSON.parse(fenced ?? text);
	} catch {
		return text;
	}
}
