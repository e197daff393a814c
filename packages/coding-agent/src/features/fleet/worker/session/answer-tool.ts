import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { checkAgainst } from "../../../../agents/result/schema-check.ts";

/** The tool with which an agent hands in an answer that fits a schema. */
export const answerTool = "submit_answer";

type Schema = Readonly<Record<string, unknown>>;

/** Parameters of tools are objects, so another answer is in one. */
const wrapped = "answer";
/** In logs, a call also has the reason that the model gave for it. */
const intent = "i";

export function answerToolDefinition(schema: Schema) {
	return {
		name: answerTool,
		label: "Answer",
		description:
			"Hands in the answer of this task. It must fit the parameters. Call it once, when the work is done; the last call counts.",
		parameters: isObject(schema) ? schema : { type: "object", properties: { [wrapped]: schema }, required: [wrapped] },
		loadMode: "essential" as const,
	};
}

/** The answer in the arguments of a call, and what is wrong with it. */
export function readAnswer(
	args: unknown,
	schema: Schema,
): { readonly value: unknown; readonly problems: readonly string[] } {
	if (!isRecord(args)) return checkAgainst(args, schema);
	if (!isObject(schema)) return checkAgainst(args[wrapped], schema);
	const { [intent]: reason, ...rest } = args;
	const isOwn = isRecord(schema.properties) && intent in schema.properties;
	return checkAgainst(isOwn ? { ...rest, [intent]: reason } : rest, schema);
}

function isObject(schema: Schema): boolean {
	return schema.type === "object" || isRecord(schema.properties);
}
