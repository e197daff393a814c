import type { Model } from "../model.ts";

/** What is learnt about one endpoint says nothing about another. */
export function scopeOf(model: Pick<Model, "provider" | "baseUrl" | "id">): string {
	return `${model.provider}:${model.baseUrl}:${model.id}`;
}
