import { withFallback } from "@oh-my-pi/pi-utils/ignore-failure";
import { readField } from "../../auth/oauth/token-claims.ts";
import type { DiscoveredModel } from "./discovered-model.ts";
import { type DiscoveryPorts, getJson } from "./get-json.ts";
import { firstText, listedItems } from "./listed-items.ts";

/** The server runs one model; its properties include the context window. */
export async function discoverLlamaCpp(base: string, ports: DiscoveryPorts): Promise<DiscoveredModel[]> {
	const root = base.replace(/\/v1$/, "");
	const [list, properties] = await Promise.all([
		getJson(`${root}/v1/models`, ports).catch(() => getJson(`${root}/models`, ports)),
		withFallback(getJson(`${root}/props`, ports), {}, "older servers have no /props; the defaults apply"),
	]);
	const context = readField(properties, "default_generation_settings", "n_ctx") ?? readField(properties, "n_ctx");
	const vision = readField(properties, "modalities", "vision") === true;
	return listedItems(list).flatMap((item) => {
		const id = firstText(item, "id", "name", "model");
		if (!id) return [];
		return {
			id,
			baseUrl: `${root}/v1`,
			...(vision && { input: ["text", "image"] as const }),
			...(typeof context === "number" && context > 0 && { contextWindow: context }),
		};
	});
}
