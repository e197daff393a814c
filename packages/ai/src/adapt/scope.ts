import type { Model } from "../model/model.ts";

/** What is learned about one endpoint does not apply to another. */
export function scopeOf(model: Pick<Model, "provider" | "baseUrl" | "id">): string {
	return `${model.provider}:${model.baseUrl}:${model.id}`;
}
