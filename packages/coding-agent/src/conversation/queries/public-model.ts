import type { Model } from "@oh-my-pi/pi-ai/model/model";

/** A model without its headers, which may hold secrets. */
export function publicModel(model: Model): Omit<Model, "headers"> {
	const { headers: _, ...rest } = model;
	return rest;
}
