/** A step into a value: a key or an index. */
type Step = string | number;

/** A query is written wrongly; the message says where. */
export class QueryError extends Error {
	override readonly name = "QueryError";
}

/** The part of a value that a query like `.a.b[0]["key with space"]` names; `null` when there is none. */
export function queryJson(value: unknown, query: string): unknown {
	return follow(value, parseQuery(query));
}

/** The part below `/a/b/0`. */
export function followPath(value: unknown, segments: readonly string[]): unknown {
	return follow(value, segments);
}

function follow(value: unknown, steps: readonly Step[]): unknown {
	let current = value;
	for (const step of steps) {
		if (Array.isArray(current)) {
			const index = typeof step === "number" ? step : /^\d+$/.test(step) ? Number(step) : undefined;
			current = index === undefined ? undefined : current[index];
		} else if (typeof current === "object" && current !== null && Object.hasOwn(current, String(step))) {
			current = (current as Readonly<Record<string, unknown>>)[String(step)];
		} else return null;
	}
	return current ?? null;
}

function parseQuery(query: string): Step[] {
	const steps: Step[] = [];
	let rest = query.trim();
	while (rest !== "") {
		const match =
			/^\.?\[(-?\d+)\]/.exec(rest) ??
			/^\.?\["((?:[^"\\]|\\.)*)"\]/.exec(rest) ??
			/^\.?\['((?:[^'\\]|\\.)*)'\]/.exec(rest) ??
			/^\.?([A-Za-z_$][\w$-]*)/.exec(rest);
		if (!match) {
			if (rest === ".") break;
			if (/^\.?\[\s*\]/.test(rest)) throw new QueryError(`Invalid query: empty [] in ${query}`);
			const token = /^\.?\[?\s*(.)/.exec(rest)?.[1] ?? rest[0];
			throw new QueryError(`Invalid query: unexpected token '${token}' in ${query}`);
		}
		const [whole, step = ""] = match;
		const isIndex = /^\.?\[-?\d/.test(whole);
		steps.push(isIndex ? Number(step) : step.replace(/\\(.)/g, "$1"));
		rest = rest.slice(whole.length);
	}
	return steps;
}
