import type { Model } from "@oh-my-pi/pi-ai/model/model";

type Named = Pick<Model, "provider" | "id">;

const date = /-(?:\d{8}|\d{4}-\d{2}-\d{2})$/;

/** Leaves out `claude-x-20260101` where the provider also has `claude-x`. */
export function withoutDatedCopies<M extends Named>(models: readonly M[]): readonly M[] {
	const names = new Set(models.map(({ provider, id }) => `${provider}/${id}`));
	return models.filter(({ provider, id }) => !date.test(id) || !names.has(`${provider}/${id.replace(date, "")}`));
}

/** The model with the highest version among those that differ from it in nothing else: opus 5.5 for opus 4.8. */
export function newestOfFamily<M extends Named>(model: M, models: readonly M[]): M {
	const { family } = splitId(model.id);
	const sameFamily = models.filter(({ provider, id }) => provider === model.provider && splitId(id).family === family);
	return sameFamily.reduce((newest, other) => (isNewer(other.id, newest.id) ? other : newest), model);
}

function isNewer(one: string, other: string): boolean {
	const [a, b] = [splitId(one).version, splitId(other).version];
	const at = a.findIndex((part, index) => part !== (b[index] ?? 0));
	return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
}

/** `claude-opus-4-8` is the family `claude-opus` in the version 4.8. */
function splitId(id: string): { readonly family: string; readonly version: readonly number[] } {
	const plain = id.replace(date, "");
	const version = [...plain.matchAll(/(?<=[-.a-z])\d{1,3}(?![\da-z])/g)].map(([digits]) => Number(digits));
	return { family: plain.replace(/[-.]?\d{1,3}(?![\da-z])/g, ""), version };
}
