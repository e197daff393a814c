import type { Model } from "../model/model.ts";
import type { Protocol } from "../protocol/protocol.ts";

/** The protocol itself for models with native tools; otherwise, or on request, one that writes calls as text. */
export async function withToolFormat(protocol: Protocol, model: Model, format: string | undefined): Promise<Protocol> {
	const isAuto = format === undefined || format === "auto";
	if (format === "native" || (isAuto && model.supportsTools !== false)) return protocol;
	const [{ inBand }, { dialectFor }] = await Promise.all([import("./in-band.ts"), import("./registry.ts")]);
	return inBand(protocol, dialectFor(model, format)) as Protocol;
}
