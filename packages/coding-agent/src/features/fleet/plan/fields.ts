import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { nearest } from "@oh-my-pi/pi-utils/text/nearest";
import { type FieldPath, fieldName, type Problem } from "./problems.ts";

/** Reads the fields of a mapping strictly: what is of another type, or unknown, becomes a problem. */
export class Fields {
	readonly #values: Readonly<Record<string, unknown>>;
	readonly #known = new Set<string>();
	readonly path: FieldPath;
	readonly problems: Problem[];

	/** Anything but a mapping is a problem, and then has no fields. */
	constructor(value: unknown, path: FieldPath, problems: Problem[]) {
		this.path = path;
		this.problems = problems;
		this.#values = isRecord(value) ? value : {};
		if (!isRecord(value)) this.complain([], `must be a mapping, not ${kindName(value)}`);
	}

	has(key: string): boolean {
		this.#known.add(key);
		return this.#values[key] !== undefined && this.#values[key] !== null;
	}

	value(key: string): unknown {
		return this.has(key) ? this.#values[key] : undefined;
	}

	text(key: string): string | undefined {
		const value = this.value(key);
		if (value === undefined) return undefined;
		// An unquoted 20 is a number in YAML, though a branch may be called that.
		if (typeof value === "number") return String(value);
		if (typeof value === "string" && value.trim() !== "") return value;
		return this.#refuse(key, value === "" ? "is empty" : `must be text, not ${kindName(value)}`);
	}

	boolean(key: string): boolean | undefined {
		const value = this.value(key);
		if (value === undefined || typeof value === "boolean") return value;
		return this.#refuse(key, `must be true or false, not ${kindName(value)}`);
	}

	number(
		key: string,
		{
			min = 0,
			max,
			whole = false,
			above = false,
		}: { min?: number; max?: number; whole?: boolean; above?: boolean } = {},
	): number | undefined {
		const value = this.value(key);
		if (value === undefined) return undefined;
		if (typeof value !== "number" || !Number.isFinite(value))
			return this.#refuse(key, `must be a number, not ${kindName(value)}`);
		if (whole && !Number.isInteger(value)) return this.#refuse(key, "must be a whole number");
		if (above ? value <= min : value < min)
			return this.#refuse(key, `must be ${above ? "more than" : "at least"} ${min}`);
		if (max !== undefined && value > max) return this.#refuse(key, `must be at most ${max}`);
		return value;
	}

	choice<const Value extends string>(key: string, values: readonly Value[]): Value | undefined {
		const value = this.value(key);
		if (value === undefined) return undefined;
		const found = values.find((candidate) => candidate === value);
		if (found !== undefined) return found;
		const hint = typeof value === "string" ? didYouMean(value, values) : "";
		return this.#refuse(key, `must be one of ${values.join(", ")}${hint}`);
	}

	list(key: string): readonly unknown[] | undefined {
		const value = this.value(key);
		if (value === undefined || Array.isArray(value)) return value as readonly unknown[] | undefined;
		return this.#refuse(key, `must be a list, not ${kindName(value)}`);
	}

	/** A mapping below this one; undefined where there is none. */
	below(key: string): Fields | undefined {
		const value = this.value(key);
		return value === undefined ? undefined : new Fields(value, [...this.path, key], this.problems);
	}

	keys(): readonly string[] {
		return Object.keys(this.#values);
	}

	complain(steps: FieldPath, message: string): void {
		this.problems.push({ path: [...this.path, ...steps], message });
	}

	/** Every key that was not asked for is a mistake. */
	end(): void {
		for (const key of this.keys()) {
			if (this.#known.has(key)) continue;
			this.complain([key], `unknown key "${key}"${didYouMean(key, this.#known)}`);
		}
	}

	#refuse(key: string, message: string): undefined {
		this.complain([key], `${fieldName([...this.path, key])} ${message}`);
		return undefined;
	}
}

export function didYouMean(word: string, candidates: Iterable<string>): string {
	const [close] = nearest(word, candidates);
	return close === undefined ? "" : `. Did you mean "${close}"?`;
}

export function kindName(value: unknown): string {
	if (value === null || value === undefined) return "nothing";
	if (Array.isArray(value)) return "a list";
	if (typeof value === "object") return "a mapping";
	return typeof value === "string" ? "text" : `${value}`;
}
