import { loadToolSamples, type NamedSample } from "@oh-my-pi/pi-tools/samples";
import { serverToolSample } from "./unknown-sample.data.ts";

/** Every built-in tool, and one without a view. */
export async function gallerySamples(): Promise<readonly NamedSample[]> {
	return [...(await loadToolSamples()), serverToolSample];
}
