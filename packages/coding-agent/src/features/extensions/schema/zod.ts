type Json = Readonly<Record<string, unknown>>;

/** The part of Zod that describes parameters of tools: each schema knows its JSON schema. */
export class ZodLike {
	readonly #json: Json;
	readonly isOptional: boolean;

	constructor(json: Json, isOptional = false) {
		this.#json = json;
		this.isOptional = isOptional;
	}

	toJSONSchema(): Json {
		return this.#json;
	}

	optional(): ZodLike {
		return new ZodLike(this.#json, true);
	}

	nullish(): ZodLike {
		return this.nullable().optional();
	}

	nullable(): ZodLike {
		return new ZodLike({ anyOf: [this.#json, { type: "null" }] }, this.isOptional);
	}

	default(value: unknown): ZodLike {
		return new ZodLike({ ...this.#json, default: value }, true);
	}

	describe(description: string): ZodLike {
		return this.#with({ description });
	}

	array(): ZodLike {
		return zod.array(this);
	}

	min(limit: number): ZodLike {
		return this.#with({ [this.#limit("min")]: limit });
	}

	max(limit: number): ZodLike {
		return this.#with({ [this.#limit("max")]: limit });
	}

	int(): ZodLike {
		return this.#with({ type: "integer" });
	}

	positive(): ZodLike {
		return this.#with({ exclusiveMinimum: 0 });
	}

	nonnegative(): ZodLike {
		return this.#with({ minimum: 0 });
	}

	url(): ZodLike {
		return this.#with({ format: "uri" });
	}

	regex(pattern: RegExp): ZodLike {
		return this.#with({ pattern: pattern.source });
	}

	strict(): ZodLike {
		return this.#with({ additionalProperties: false });
	}

	passthrough(): ZodLike {
		return this.#with({ additionalProperties: true });
	}

	#with(more: Json): ZodLike {
		return new ZodLike({ ...this.#json, ...more }, this.isOptional);
	}

	#limit(end: "min" | "max"): string {
		const { type } = this.#json;
		return type === "string" ? `${end}Length` : type === "array" ? `${end}Items` : `${end}imum`;
	}
}

export const zod = {
	string: () => new ZodLike({ type: "string" }),
	number: () => new ZodLike({ type: "number" }),
	int: () => new ZodLike({ type: "integer" }),
	boolean: () => new ZodLike({ type: "boolean" }),
	null: () => new ZodLike({ type: "null" }),
	any: () => new ZodLike({}, true),
	unknown: () => new ZodLike({}, true),
	literal: (value: string | number | boolean) => new ZodLike({ const: value, type: typeof value }),
	enum: (values: readonly string[]) => new ZodLike({ type: "string", enum: [...values] }),
	array: (items: ZodLike) => new ZodLike({ type: "array", items: items.toJSONSchema() }),
	union: (choices: readonly ZodLike[]) => new ZodLike({ anyOf: choices.map((choice) => choice.toJSONSchema()) }),
	record: (...parts: readonly ZodLike[]) =>
		new ZodLike({ type: "object", additionalProperties: parts.at(-1)?.toJSONSchema() ?? true }),
	object(shape: Readonly<Record<string, ZodLike>>): ZodLike {
		const required = Object.keys(shape).filter((name) => !shape[name]?.isOptional);
		const properties = Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, schema.toJSONSchema()]));
		return new ZodLike({ type: "object", properties, ...(required.length > 0 && { required }) });
	},
} as const;

export type Zod = typeof zod & { readonly z: typeof zod };
export const zodModule: Zod = { ...zod, z: zod };
