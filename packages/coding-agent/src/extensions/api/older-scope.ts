import type { ExtensionContext, Handler } from "./types.ts";

/** Events by the names that extensions for the older scopes know. */
const olderEvents: Readonly<Record<string, string>> = {
	session_before_fork: "session_before_branch",
	session_fork: "session_branch",
	model_select: "model_changed",
};

/** Our name of an event, and a handler for it that is given what its author expects. */
export function ownEvent(event: string, handler: Handler): { readonly event: string; readonly handler: Handler } {
	const own = olderEvents[event];
	if (own === undefined) return { event, handler };
	let previousModel: ExtensionContext["model"];
	const translated: Handler = (given, context) => {
		const { model } = context;
		const models = event === "model_select" ? { model, previousModel, source: "set" } : {};
		previousModel = model;
		return handler({ ...(given as object), ...models, type: event } as never, context);
	};
	return { event: own, handler: translated };
}

/** Blocks of a system prompt. There they are one text, to which extensions add theirs with `+`. */
export function promptBlocks(blocks: readonly string[]): string[] {
	const text = { value: () => blocks.join("\n\n"), enumerable: false };
	return Object.defineProperty([...blocks], "toString", text);
}

/**
 * What draws a tool gets `(args, options, theme)` for a call and `(result, options, theme, args)` for a result. Extensions for
 * the older scopes expect `(args, theme, context)` and `(result, options, theme, context)`: so one value is both.
 */
export function both<Base extends object, Own extends object>(base: Base, own: Own): Base & Own {
	return Object.assign(Object.create(base), own);
}
