import { isRecord } from "@oh-my-pi/pi-utils/is-record";

/** The entries of a model list, in any of the usual envelopes. */
export function listedItems(answer: unknown): Array<Record<string, unknown>> {
	const list = Array.isArray(answer)
		? answer
		: isRecord(answer)
			? ["data", "models", "result", "items"].map((key) => answer[key]).find(Array.isArray)
			: undefined;
	return (list ?? []).map((item) => (typeof item === "string" ? { id: item } : item)).filter(isRecord);
}

export function firstNumber(item: Record<string, unknown>, ...keys: readonly string[]): number | undefined {
	for (const key of keys) {
		const value = item[key];
		if (typeof value === "number" && value > 0) return value;
	}
	return undefined;
}

export function firstText(item: Record<string, unknown>, ...keys: readonly string[]): string | undefined {
	for (const key of keys) {
		const value = item[key];
		if (typeof value === "string" && value !== "") return value;
	}
	return undefined;
}
