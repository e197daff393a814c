import type { ExtensionContext, Handler } from "./types.ts";

/** Events by the names that extensions for the older scopes know. */
const olderEvents: Readonly<Record<string, string>> = {
	session_before_fork: "session_before_branch",
	session_fork: "session_branch",
	model_select: "model_changed",
};

/** Our name of an event, and a handler for it that is given what its author expects. */
export function ownEvent(event: string, handler: Handler): { readonly event: string; readonly handler: Handler } {
	const currentName = olderEvents[event];
	if (currentName === undefined) return { event, handler };
	let previousModel: ExtensionContext["model"];
	const translated: Handler = (payload, context) => {
		const { model } = context;
		const models = event === "model_select" ? { model, previousModel, source: "set" } : {};
		previousModel = model;
		return handler({ ...(payload as object), ...models, type: event } as never, context);
	};
	return { event: currentName, handler: translated };
}

/** Blocks of a system prompt. In the older scopes they are one text, so they can also be used as one. */
export function promptBlocks(blocks: readonly string[]): string[] {
	return Object.setPrototypeOf([...blocks], textMethods);
}

const asText = (blocks: readonly string[]) => blocks.join("\n\n");

/** What texts can and lists cannot, such as `replace`; `+` uses `toString`. */
const textMethods: object = Object.create(Array.prototype, {
	toString: method((blocks) => asText(blocks)),
	includes: method((blocks, part: string) => asText(blocks).includes(part)),
	...Object.fromEntries(
		Object.getOwnPropertyNames(String.prototype)
			.filter((name) => !(name in Array.prototype))
			.map((name) => [
				name,
				method((blocks, ...args) => Reflect.get(String.prototype, name).apply(asText(blocks), args)),
			]),
	),
});

function method<Args extends unknown[]>(
	run: (blocks: readonly string[], ...args: Args) => unknown,
): PropertyDescriptor {
	return {
		value(this: readonly string[], ...args: Args) {
			return run(this, ...args);
		},
	};
}

/**
 * What draws a tool gets `(args, options, theme)` for a call and `(result, options, theme, args)` for a result. Extensions for
 * the older scopes expect `(args, theme, context)` and `(result, options, theme, context)`: so one value is both.
 */
export function both<Base extends object, Added extends object>(base: Base, added: Added): Base & Added {
	return Object.assign(Object.create(base), added);
}
