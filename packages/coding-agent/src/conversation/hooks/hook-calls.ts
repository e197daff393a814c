import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { Hook } from "./hook.ts";
import type { HookMode, HookPoint, hookPoints } from "./hook-points.ts";
import type { PointCaller } from "./point-caller.ts";

/** Calls all hooks at a point. */
export type HookCalls = {
	readonly [Point in HookPoint]: (...args: CallArguments<Point>) => CallResult<Point>[(typeof hookPoints)[Point]];
};

type PointFunction<Point extends HookPoint> = NonNullable<Hook[Point]>;
type Arguments<Point extends HookPoint> = Parameters<PointFunction<Point>>;
type Answer<Point extends HookPoint> = Awaited<ReturnType<PointFunction<Point>>>;

type CallArguments<Point extends HookPoint> = (typeof hookPoints)[Point] extends "continue"
	? [fresh: () => Arguments<Point>[0]]
	: Arguments<Point>;

/** The result by mode. */
interface CallResult<Point extends HookPoint> {
	each: Promise<void> | undefined;
	sync: undefined;
	fold: Promise<Arguments<Point>[0] | ("handled" extends Answer<Point> ? undefined : never)>;
	"fold-second": Promise<Arguments<Point>[1]>;
	wrap: Arguments<Point>[0];
	first: Promise<Answer<Point> | undefined>;
	last: Promise<Answer<Point> | undefined>;
	merge: Promise<Answer<Point> | undefined>;
	collect: Promise<Item<Answer<Point>>[]>;
	"collect-together": Promise<Item<Answer<Point>>[]> | undefined;
	closed: Promise<Answer<Point> | undefined>;
	continue: Promise<boolean>;
}

type Item<List> = NonNullable<List> extends readonly (infer Element)[] ? Element : never;

type Mode = (point: PointCaller, args: readonly unknown[]) => unknown;

export const hookModes: Readonly<Record<HookMode, Mode>> = {
	each(point, args) {
		let waiting: Promise<unknown> | undefined;
		for (const hook of point.hooks) {
			if (waiting) {
				waiting = waiting.then(() => point.call(hook, args));
				continue;
			}
			const answer = point.callSync(hook, args);
			if (answer) waiting = point.settled(hook, answer);
		}
		return waiting?.then(() => {});
	},

	sync(point, args) {
		for (const hook of point.hooks) point.callSync(hook, args);
	},

	async fold(point, [first, ...rest]) {
		let current = first;
		for (const hook of point.hooks) {
			const answer = await point.call(hook, [current, ...rest]);
			if (answer === "handled") return undefined;
			current = answer ?? current;
		}
		return current;
	},

	async "fold-second"(point, [first, second]) {
		let current = second;
		for (const hook of point.hooks) current = (await point.call(hook, [first, current])) ?? current;
		return current;
	},

	wrap: (point, [inner]) => point.hooks.reduce((current, hook) => point.callSync(hook, [current]) ?? current, inner),

	async first(point, args) {
		for (const hook of point.hooks) {
			const answer = await point.call(hook, args);
			if (answer) return answer;
		}
		return undefined;
	},

	async last(point, args) {
		let last: unknown;
		for (const hook of point.hooks) {
			last = (await point.call(hook, args)) ?? last;
			if (isRecordWith(last, "cancel") && last.cancel) break;
		}
		return last;
	},

	async merge(point, args) {
		let merged: Readonly<Record<string, unknown>> | undefined;
		for (const hook of point.hooks) {
			const answer = await point.call(hook, args);
			if (isRecord(answer)) merged = mergeMembers(merged ?? {}, answer);
		}
		return merged;
	},

	async collect(point, args) {
		const all: unknown[] = [];
		for (const hook of point.hooks) {
			const answer = await (hook.refusesPrompts ? point.callOrThrow(hook, args) : point.call(hook, args));
			all.push(...listOf(answer));
		}
		return all;
	},

	"collect-together"(point, args) {
		const coming = point.hooks.flatMap((hook) => {
			const answer = point.callSync(hook, args);
			return answer ? [point.settled(hook, answer)] : [];
		});
		if (coming.length === 0) return undefined;
		return Promise.all(coming).then((answers) => answers.flatMap(listOf));
	},

	async closed(point, args) {
		let last: unknown;
		for (const hook of point.hooks) {
			const answer = await point.callClosed(hook, args);
			if (isRecordWith(answer, "refuse")) return answer;
			last = answer ?? last;
		}
		return last;
	},

	async continue(point, [fresh]) {
		for (const hook of point.hooks) {
			const args = typeof fresh === "function" ? [fresh()] : [];
			if ((await point.call(hook, args)) === "continue") return true;
		}
		return false;
	},
};

function mergeMembers(
	first: Readonly<Record<string, unknown>>,
	second: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
	const merged = Object.entries(second).map(([name, value]) => {
		const before = first[name];
		if (Array.isArray(before) && Array.isArray(value)) return [name, [...before, ...value]];
		return [name, isRecord(before) && isRecord(value) ? { ...before, ...value } : value];
	});
	return { ...first, ...Object.fromEntries(merged) };
}

function listOf(answer: unknown): readonly unknown[] {
	return Array.isArray(answer) ? answer : [];
}

function isRecordWith<Key extends string>(value: unknown, key: Key): value is Readonly<Record<Key, unknown>> {
	return typeof value === "object" && value !== null && key in value;
}
