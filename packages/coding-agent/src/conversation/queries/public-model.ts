import type { Model } from "@oh-my-pi/pi-ai/model";

/** A model as others may see it: headers can hold secrets. */
export function publicModel(model: Model): Omit<Model, "headers"> {
	const { headers: _, ...rest } = model;
	return rest;
}
