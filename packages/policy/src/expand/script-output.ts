import type { Pipeline, Redirection, Script, Stage } from "../parse/syntax.ts";
import { commandOutput, joined } from "./command-output.ts";
import { expandText, expandWord, unknown, type Values } from "./expand-word.ts";

/** What the commands of a substitution print; `undefined` when that cannot be read off the line. */
export function scriptOutput(script: Script, values: Values): string | undefined {
	let cwd = values.cwd;
	const outputs = script.items.map(({ pipeline }) => {
		const here = { ...values, cwd };
		cwd = folderAfter(pipeline, here);
		return pipelineOutput(pipeline, here);
	});
	return joined(outputs);
}

/** Like `scriptOutput`, but only when every bit of it is known. */
export function literalOutput(script: Script, values: Values): string | undefined {
	const output = scriptOutput(script, values);
	return output?.includes(unknown) ? undefined : output;
}

function pipelineOutput({ stages }: Pipeline, values: Values): string | undefined {
	let text: string | undefined;
	for (const stage of stages) text = stageOutput(stage, text, values);
	return text;
}

function stageOutput(stage: Stage, piped: string | undefined, values: Values): string | undefined {
	if (stage.kind === "function") return undefined;
	const { input, isElsewhere } = readRedirections(stage.redirections, values);
	if (isElsewhere) return undefined;
	if (stage.kind === "simple") {
		const fields = stage.words.flatMap((word) => expandWord(word, values));
		return commandOutput(fields, input ?? piped, values);
	}
	return stage.opener === "{" || stage.opener === "("
		? joined(stage.bodies.map((body) => scriptOutput(body, values)))
		: undefined;
}

function readRedirections(
	redirections: readonly Redirection[],
	values: Values,
): { input: string | undefined; isElsewhere: boolean } {
	let input: string | undefined;
	let isElsewhere = false;
	for (const { descriptor, operator, target, body } of redirections) {
		const [field] = expandWord(target, values);
		if (body) input = expandText(body, values);
		else if (operator === "<<<") input = field?.text;
		else if (operator === "<") input = field && values.fileText(field.text);
		else if (descriptor !== "2") isElsewhere = true;
	}
	return { input, isElsewhere };
}

function folderAfter({ stages }: Pipeline, values: Values): string | undefined {
	const [stage] = stages;
	// Looked at as it stands: working out every first word twice would double the work with each level of nesting.
	if (stage?.kind !== "simple" || stage.words[0]?.raw !== "cd") return values.cwd;
	const [name, folder] = stage.words.flatMap((word) => expandWord(word, values));
	if (!name) return values.cwd;
	return commandOutput([{ ...name, text: "realpath" }, ...(folder ? [folder] : [])], undefined, values);
}
