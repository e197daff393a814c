import type { Hook } from "./hook.ts";
import { type HookCalls, hookModes } from "./hook-calls.ts";
import { hookOrder } from "./hook-order.ts";
import { type HookPoint, hookPoints } from "./hook-points.ts";
import { type HookFailure, PointCaller } from "./point-caller.ts";

/** The hooks of a conversation in their order, and a method for each point that calls them. Hooks may come and go at any time. */
export interface HookList extends HookCalls {
	readonly names: readonly string[];
	/** Returns a function that removes the hook; the hook is not disposed by it. */
	add(hook: Hook): () => void;
}

export function createHookList(report: (failure: HookFailure) => void): HookList {
	/** Copy on write: a loop over it is not affected by changes. */
	let hooks: readonly Hook[] = [];
	const calls = hookCalls(() => hooks, report);
	return {
		...calls,
		get names() {
			return hooks.map(({ name }) => name);
		},
		add(hook) {
			const after = hooks.findLastIndex((other) => orderOf(other) <= orderOf(hook));
			hooks = hooks.toSpliced(after + 1, 0, hook);
			return () => {
				hooks = hooks.filter((other) => other !== hook);
			};
		},
		async dispose() {
			await calls.dispose();
			hooks = [];
		},
	};
}

function hookCalls(hooks: () => readonly Hook[], report: (failure: HookFailure) => void): HookCalls {
	const methods = (Object.keys(hookPoints) as HookPoint[]).map((point) => {
		const caller = new PointCaller(point, hooks, report);
		const mode = hookModes[hookPoints[point]];
		return [point, (...args: readonly unknown[]) => mode(caller, args)];
	});
	return Object.fromEntries(methods) as HookCalls;
}

function orderOf(hook: Hook): number {
	return hook.order ?? hookOrder.extension;
}
