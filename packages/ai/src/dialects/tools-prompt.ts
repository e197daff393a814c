import { renderPrompt } from "@oh-my-pi/pi-utils/render-prompt";
import type { Tool } from "../message.ts";
import type { Dialect } from "./dialect.ts";
import prompt from "./tools.md" with { type: "text" };

/** What a model without native tools is told about them. */
export function toolsPrompt(tools: readonly Tool[], dialect: Dialect): string {
	const call = { name: "tool_name", arguments: { first_parameter: "some text", second_parameter: 2 }, number: 0 };
	return renderPrompt(prompt, {
		tools: tools.map(functionLine).join("\n"),
		call: dialect.renderCalls([call]),
		hint: dialect.hint ? `${dialect.hint} ` : "",
		result: dialect.renderResults([{ call, text: "what the tool found", isError: false }]),
	});
}

function functionLine({ name, description, parameters }: Tool): string {
	return JSON.stringify({ type: "function", function: { name, description, parameters } });
}
