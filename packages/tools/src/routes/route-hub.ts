import type { Route } from "@oh-my-pi/pi-agent-core/tools/route-call";

type Fields = Record<string, unknown>;

const messageOps = ["inbox", "list"] as const;
const jobOps = ["jobs", "cancel"] as const;
const processOps = ["start", "ps", "logs", "stop", "restart", "describe"] as const;
const allOps = ["send", "wait", ...messageOps, ...jobOps, ...processOps];

/** `hub` of other programs is one tool for messages, background jobs and processes. A name in the call means a process. */
export function routeHub(args: Fields): Route {
	const { op, ...fields } = args;
	const isProcess = typeof fields.name === "string" && fields.name !== "";
	if (isOneOf(processOps, op)) return { name: "launch", arguments: args };
	if (isOneOf(messageOps, op)) return { name: "irc", arguments: args };
	if (isOneOf(jobOps, op)) return toJob(fields, op === "jobs" ? { list: true } : { cancel: fields.ids });
	if (op === "send") {
		if (isProcess && fields.to !== undefined) {
			return { problem: "hub: send has both to (an agent) and name (a process); give one of them." };
		}
		return { name: isProcess ? "launch" : "irc", arguments: args };
	}
	if (op === "wait") return isProcess ? { name: "launch", arguments: args } : waitForAny(args, fields);
	// What is wrong with arguments that are no JSON is said where they are checked.
	if ("__rawJson" in args) return { name: "job" };
	return {
		problem: `hub: ${op === undefined ? "op is missing" : `unknown op ${JSON.stringify(op)}`}; one of ${allOps.join(", ")}.`,
	};
}

/** Messages and jobs together, unless the call names an agent or jobs. */
function waitForAny(args: Fields, fields: Fields): Route {
	if (fields.ids === undefined && fields.from !== undefined) return { name: "irc", arguments: args };
	return toJob(fields, { poll: fields.ids ?? [], any: true, message: true, timeoutMs: fields.timeoutMs });
}

function toJob({ i }: Fields, meaning: Fields): Route {
	const known = Object.entries({ i, ...meaning }).filter(([, value]) => value !== undefined);
	return { name: "job", arguments: Object.fromEntries(known) };
}

function isOneOf(ops: readonly string[], op: unknown): boolean {
	return typeof op === "string" && ops.includes(op);
}
