/** The type of a value that fits a JSON schema written `as const`, for the keywords our tools use. */
export type FromSchema<Schema> = Schema extends { readonly enum: readonly (infer Value)[] }
	? Value
	: Schema extends { readonly const: infer Value }
		? Value
		: Schema extends { readonly anyOf: readonly (infer Option)[] }
			? FromSchema<Option>
			: Schema extends { readonly type: "string" }
				? string
				: Schema extends { readonly type: "number" | "integer" }
					? number
					: Schema extends { readonly type: "boolean" }
						? boolean
						: Schema extends { readonly type: "null" }
							? null
							: Schema extends { readonly type: "array" }
								? Array<Schema extends { readonly items: infer Item } ? FromSchema<Item> : unknown>
								: Schema extends { readonly type: "object" }
									? FromObject<Schema>
									: unknown;

type FromObject<Schema> = Schema extends { readonly properties: infer Properties }
	? Simplify<
			{ -readonly [Name in Extract<keyof Properties, RequiredOf<Schema>>]: FromSchema<Properties[Name]> } & {
				-readonly [Name in Exclude<keyof Properties, RequiredOf<Schema>>]?: FromSchema<Properties[Name]>;
			}
		>
	: Schema extends { readonly additionalProperties: infer Value }
		? Record<string, FromSchema<Value>>
		: Record<string, unknown>;

type RequiredOf<Schema> = Schema extends { readonly required: readonly (infer Name)[] } ? Name : never;
type Simplify<Value> = { [Name in keyof Value]: Value[Name] };
