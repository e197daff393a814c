import type { OmpProject } from "@oh-my-pi/pi-testkit/product/omp-project";

interface Block {
	readonly type: string;
	readonly text?: string;
	readonly content?: string | readonly Block[];
}

/** The texts of the tool results at the end of a request, in order. */
export function resultsIn(omp: Pick<OmpProject, "model">, request: number): string[] {
	return resultsOf(omp.model.requests[request]);
}

export function resultsOf(body: Readonly<Record<string, unknown>> | undefined): string[] {
	const messages = (body?.messages ?? []) as ReadonlyArray<{ readonly content: string | readonly Block[] }>;
	const last = messages.at(-1)?.content ?? [];
	return typeof last === "string" ? [] : last.filter(({ type }) => type === "tool_result").map(textOf);
}

function textOf({ content = [] }: Block): string {
	return typeof content === "string" ? content : content.map(({ text = "" }) => text).join("");
}
