import type { OmpProject } from "@oh-my-pi/pi-testkit/product/omp-project";

/** The messages of a request to the model, as text. */
export const sentIn = ({ model }: OmpProject, index: number): string =>
	JSON.stringify(model.requests[index]?.messages ?? []);

/** The names of the tools in a request. */
export function offeredIn({ model }: OmpProject, index: number): string[] {
	const tools = model.requests[index]?.tools as ReadonlyArray<{ readonly name: string }> | undefined;
	return (tools ?? []).map(({ name }) => name);
}
