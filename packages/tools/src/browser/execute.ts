import type { ToolCallContext, ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { currentPlace } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { timeLimit } from "../contract/time-limit.ts";
import type { BrowserDeps, BrowserParams } from "./browser.ts";
import type { BrowserDetails, BrowserWork } from "./call.ts";
import { openTab } from "./open.ts";
import { PageAccess } from "./page-url.ts";
import { runTab } from "./run.ts";

type Output = ToolOutput<BrowserDetails>;

export async function executeBrowser(
	params: BrowserParams,
	call: ToolCallContext<BrowserDetails>,
	deps: BrowserDeps,
): Promise<Output> {
	const range = { default: 30, min: 1, max: 300, cap: deps.maxTimeoutSeconds };
	const limit = timeLimit(params.timeout, range, { zeroIsNone: false });
	const name = params.name?.trim() || "main";
	const tabs = await deps.browsers.load();
	const access = findOrCreateAccess(deps);
	const work = { params, name, call, deps, tabs, access, limit: { ...limit, seconds: limit.seconds ?? range.default } };
	switch (params.action) {
		case "open":
			return openTab(work);
		case "run":
			return runTab(work);
		case "close":
			return close(work);
	}
}

/** What pages may reach lasts as long as the session that has opened them. */
const accesses = new WeakMap<BrowserDeps, PageAccess>();

function findOrCreateAccess(deps: BrowserDeps): PageAccess {
	const known = accesses.get(deps);
	if (known) return known;
	const place = () => currentPlace(deps.workspace);
	const access = new PageAccess({ web: deps.web, place });
	accesses.set(deps, access);
	return access;
}

async function close({ params, name, tabs, limit }: BrowserWork): Promise<Output> {
	const names = params.all ? tabs.names : [name];
	const results = await Promise.all(
		names.map(async (each) => ({ each, closed: await tabs.close(each, { kill: params.kill ?? false }) })),
	);
	const closed = results.filter((result) => result.closed);
	const ended = results.flatMap((result) => result.closed?.ended ?? []);
	const what =
		closed.length === 0
			? params.all
				? "No tabs are open."
				: `No tab "${name}" is open.`
			: `Closed ${closed.map(({ each }) => `"${each}"`).join(", ")}.`;
	const result = [what, ...ended.map((app) => `Ended ${app}.`), ...limit.notices].join("\n");
	return { content: result, details: { action: "close", name, result } };
}
