import { ToolAbortError, ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { currentPlace, resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import type { WantedBrowser } from "../browser-control/chromium/browsers.ts";
import { debuggingUrl } from "../browser-control/chromium/endpoint.ts";
import type { Viewport } from "../browser-control/messages.ts";
import type { Tab } from "../browser-control/tabs/tab.ts";
import { TabFailure } from "../browser-control/tabs/tab-process.ts";
import { fenced } from "../output/outside-content.ts";
import type { BrowserDeps, BrowserParams } from "./browser.ts";
import { type BrowserDetails, type BrowserWork, bridgeKey } from "./call.ts";

type Output = ToolOutput<BrowserDetails>;

/** Opens a tab, or uses the one of that name, and a URL in it. */
export async function openTab(work: BrowserWork): Promise<Output> {
	const { params, name, call, deps, tabs, access, limit } = work;
	const wanted = await wantedBrowser(work);
	const url = params.url === undefined ? undefined : await access.admitUrl(params.url, { mayAsk: true });
	// The user may have been asked, and may have taken their time.
	const endsAt = performance.now() + limit.seconds * 1000;
	const timeout = AbortSignal.timeout(limit.seconds * 1000);
	const signal = AbortSignal.any([call.signal, timeout]);
	const screenshotFolder = deps.screenshotDir();
	const open = async () => {
		const { tab, isNew } = await tabs.open({
			name,
			wanted,
			...(params.app?.target !== undefined && { target: params.app.target }),
			...(params.viewport && { viewport: checkedViewport(params.viewport) }),
			...(params.dialogs && { dialogs: params.dialogs }),
			...(screenshotFolder && { screenshotFolder: resolvePath(screenshotFolder, placeOf(deps)) }),
			sendsPictures: !deps.images.blocked,
			cwd: deps.workspace.cwd(),
			env: deps.workspace.env,
			hostEnv: deps.kernels.runtimes.bridge.envFor(bridgeKey(name)),
			admitHost: access.admitHost,
			host: access,
			signal,
		});
		const timeoutMs = Math.max(500, Math.round(endsAt - performance.now() - 250));
		const problem = url === undefined ? undefined : await navigate(tab, url, { work, timeoutMs, isNew });
		return opened(tab, { work, isNew, problem });
	};
	try {
		// Rarely, Chromium crashes with its first page.
		return await open().catch((error) => (error instanceof EarlyCrash ? open() : Promise.reject(error)));
	} catch (error) {
		if (call.signal.aborted) throw new ToolAbortError();
		if (timeout.aborted) throw new ToolError(`Opening tab "${name}" timed out after ${limit.seconds} s`);
		if (error instanceof TabFailure) throw new ToolError(error.message, { cause: error });
		throw error;
	}
}

const placeOf = ({ workspace }: BrowserDeps) => currentPlace(workspace);

async function wantedBrowser({ params, deps, call, access }: BrowserWork): Promise<WantedBrowser> {
	const { app } = params;
	if (app?.cdp_url !== undefined) {
		const url = debuggingUrl(app.cdp_url);
		const plain = `${url.protocol.endsWith("s:") ? "https" : "http"}://${url.host}`;
		await access.admitUrl(plain, { mayAsk: true });
		call.signal.throwIfAborted();
		return attached(app.cdp_url);
	}
	if (app?.path !== undefined) {
		const path = programPath(app.path, deps);
		return { kind: "spawned", key: `app:${path}`, label: path, path, args: app.args ?? [] };
	}
	const cdpUrl = deps.cdpUrl();
	if (cdpUrl !== undefined) return attached(cdpUrl);
	const headless = deps.headless();
	const label = headless ? "headless Chromium" : "Chromium";
	return { kind: "headless", key: `headless:${headless}`, label, headless };
}

function attached(address: string): WantedBrowser {
	const url = debuggingUrl(address);
	return { kind: "attached", key: `cdp:${url.href}`, label: url.origin, url: url.href };
}

function programPath(program: string, deps: BrowserDeps): string {
	const isPath = program.includes("/") || program.includes("\\");
	if (isPath) return resolvePath(program, placeOf(deps));
	const found = Bun.which(program, { PATH: deps.workspace.env.PATH ?? "" });
	if (!found) throw new ToolError(`Cannot run ${program}: no such program`);
	return found;
}

function checkedViewport({ width, height, scale = 1.25 }: NonNullable<BrowserParams["viewport"]>): Viewport {
	const isSize = (value: number) => Number.isInteger(value) && value >= 1 && value <= 10_000;
	if (!isSize(width) || !isSize(height)) throw new ToolError("viewport.width and height must be from 1 to 10000");
	if (!(scale > 0 && scale <= 4)) throw new ToolError("viewport.scale must be above 0 and at most 4");
	return { width, height, scale };
}

/** A browser of ours ended while its first page was opened. */
class EarlyCrash extends ToolError {}

/** Opens the URL; a page that loads on and on is open all the same. */
async function navigate(
	tab: Tab,
	url: string,
	{ work, timeoutMs, isNew }: { work: BrowserWork; timeoutMs: number; isNew: boolean },
): Promise<string | undefined> {
	const { params, call } = work;
	try {
		await tab.navigate({ url, waitUntil: params.wait_until ?? "load", timeoutMs }, call.signal);
		return undefined;
	} catch (error) {
		if (!(error instanceof TabFailure)) throw error;
		if (!tab.isAlive) {
			const Gone = isNew && tab.browser.wanted.kind === "headless" ? EarlyCrash : ToolError;
			throw new Gone(`Tab "${tab.name}" is gone: ${tab.gone}. Reopen it.`);
		}
		return plainFailure(error.message, url, tab);
	}
}

/** Chromium sees only that the proxy has failed; why is known here. */
function plainFailure(message: string, url: string, tab: Tab): string {
	if (!/ERR_SOCKS|ERR_PROXY|ERR_TUNNEL/.test(message)) return message.replace(/^net::/, "");
	const { hostname, host } = new URL(url);
	const [refusal] = tab.takeNotes();
	return refusal ?? tab.browser.failureOf?.(hostname) ?? `Cannot connect to ${host}`;
}

function opened(
	tab: Tab,
	{ work, isNew, problem }: { work: BrowserWork; isNew: boolean; problem: string | undefined },
): Output {
	const { params, name, tabs, limit } = work;
	const { url = "", title = "", viewport } = tab.state ?? {};
	const { wanted, notices } = tab.browser;
	const foreignNotes = tab.takeForeignNotes();
	const isElsewhere = problem?.startsWith("The page has not finished") ?? false;
	const shownTitle = title === "" ? "" : `, titled ${JSON.stringify(title.replace(/\s+/g, " ").slice(0, 120))}`;
	const lines = [
		problem !== undefined && !isElsewhere
			? `Tab "${name}" is open, but the page is not: ${problem}`
			: `Tab "${name}" ${isNew ? "opened" : "is open"} (${wanted.label}): ${url}${shownTitle}`,
		...(isElsewhere && problem !== undefined ? [problem] : []),
		...tabs.unheard(notices),
		...tab.takeNotes(),
		...(foreignNotes.length > 0 ? [fenced(foreignNotes.join("\n"), url)] : []),
		...limit.notices,
		...(tabs.takeExplanation() ? [explanation] : []),
	];
	return {
		content: lines.join("\n"),
		details: {
			action: params.action,
			name,
			browser: wanted.kind,
			url,
			...(viewport && { viewport }),
			result: lines[0] ?? "",
		},
		...(problem !== undefined && !isElsewhere && { isError: true }),
	};
}

/** Told once, and not with every request. */
const explanation = `In run, \`tab\` has: url() title() goto(url) observe() → {elements: [{id, role, name, value?, states?}]} and id(n) → element; ariaSnapshot(selector?) → YAML with refs eN; click(s) type(s, text) fill(s, text) select(s, ...values) press(key, {selector?}) scroll(dx, dy) drag(from, to) uploadFile(s, ...paths) scrollIntoView(s); waitFor(s) waitForSelector(s, {hidden?}) waitForUrl(part) waitForResponse(part) waitForNavigation(); evaluate(fn, ...args); extract("markdown" | "text"); screenshot({selector?, fullPage?, silent?}) → path, shown to you. All but url() are async. A selector s is CSS, text/…, aria/…, xpath/…, pierce/…, a ref eN, or an element. open also takes wait_until (load, domcontentloaded, networkidle0, networkidle2).`;
