import { accessSync, constants, readdirSync, readFileSync, realpathSync } from "node:fs";
import { basename } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { ignoreFailure, withFallback } from "@oh-my-pi/pi-utils/ignore-failure";
import type { Viewport } from "../messages.ts";
import { chromiumArgs } from "./chromium-args.ts";
import { type Endpoint, findEndpoint } from "./endpoint.ts";
import { findChromium } from "./find-chromium.ts";
import { type AdmitHost, startProxy } from "./guarded-proxy.ts";
import { type AdmitFile, guardPages } from "./page-guard.ts";
import { profilePrefix, type StartedProgram, startProgram } from "./start-program.ts";

export type BrowserKind = "headless" | "spawned" | "attached";

/** Which browser is wanted. Two requests with the same key mean the same one. */
export type WantedBrowser =
	| { readonly kind: "headless"; readonly key: string; readonly label: string; readonly headless: boolean }
	| {
			readonly kind: "spawned";
			readonly key: string;
			readonly label: string;
			readonly path: string;
			readonly args: readonly string[];
	  }
	| { readonly kind: "attached"; readonly key: string; readonly label: string; readonly url: string };

/** A browser in use. */
export interface Browser {
	readonly wanted: WantedBrowser;
	readonly endpoint: Endpoint;
	readonly notices: readonly string[];
	/** Of one that we have started. */
	readonly pid?: number;
	/** With how it ended, in words; absent for those that others have started. */
	readonly exited?: Promise<string>;
	/** Hosts that were refused since last asked. */
	takeRefusals(): string[];
	/** Why a host could not be reached. */
	failureOf?(host: string): string | undefined;
	/** Ends it; only lets go of one that others have started. */
	end(): Promise<void>;
}

export interface BrowserRequest {
	readonly viewport: Viewport;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly cwd: string;
	readonly signal: AbortSignal;
	readonly admit: AdmitHost;
	readonly admitFile: AdmitFile;
}

const startMs = 30_000;
const maxRefusals = 100;
const maxShownRefusals = 3;

const unprotectedText = "Chromium runs without its sandbox, which cannot be used here (root, or no user namespaces).";

export function startBrowser(wanted: WantedBrowser, request: BrowserRequest): Promise<Browser> {
	if (wanted.kind === "headless") return startHeadless(wanted, request);
	return wanted.kind === "spawned" ? startApp(wanted, request) : attach(wanted, request);
}

async function startHeadless(wanted: WantedBrowser & { kind: "headless" }, request: BrowserRequest): Promise<Browser> {
	const { env, cwd, signal, viewport } = request;
	const path = findChromium(env);
	const refusals = new Set<string>();
	const refused = (why: string) => {
		if (refusals.size < maxRefusals) refusals.add(why);
	};
	const failures = new Map<string, string>();
	const proxy = await startProxy(request.admit, {
		upstream: upstreamProxy(env),
		onRefused: (host, error) => {
			const why = error instanceof Error ? error.message : `${host} was refused`;
			if (!(error instanceof ToolError)) failures.set(host, why);
			else refused(why);
			if (failures.size > maxRefusals) failures.clear();
		},
	});
	try {
		const args = chromiumArgs({ headless: wanted.headless, viewport, proxyPort: proxy.port, env });
		const program = await startProgram({ path, args, env, cwd, signal, timeoutMs: startMs, mayDropSandbox: true });
		const guard = await guardPages(program.endpoint.webSocket, request.admitFile, refused).catch(async (error) => {
			await program[Symbol.asyncDispose]();
			throw error;
		});
		return {
			...started(wanted, program, async () => {
				guard[Symbol.dispose]();
				await program[Symbol.asyncDispose]();
				await proxy[Symbol.asyncDispose]();
			}),
			notices: program.isUnprotected ? [unprotectedText] : [],
			takeRefusals() {
				const [...taken] = refusals;
				refusals.clear();
				const more = taken.length - maxShownRefusals;
				return [...taken.slice(0, maxShownRefusals), ...(more > 0 ? [`${more} more addresses were refused.`] : [])];
			},
			failureOf: (host) => failures.get(host),
		};
	} catch (error) {
		await proxy[Symbol.asyncDispose]();
		throw error;
	}
}

function upstreamProxy(env: BrowserRequest["env"]): string | undefined {
	const proxy = env.PUPPETEER_PROXY;
	if (!proxy) return undefined;
	const text = proxy.includes("://") ? proxy : `http://${proxy}`;
	if (URL.canParse(text) && /^(?:http|socks5h?):$/.test(new URL(text).protocol)) return text;
	throw new ToolError(`PUPPETEER_PROXY is not an http:// or socks5:// address: ${proxy}`);
}

async function startApp(wanted: WantedBrowser & { kind: "spawned" }, request: BrowserRequest): Promise<Browser> {
	const { env, cwd, signal } = request;
	const running = await findRunning(wanted.path, signal);
	if (running) return { wanted, endpoint: running, notices: ["It was running already."], takeRefusals: () => [], end };
	checkProgram(wanted.path);
	const program = await startProgram({ path: wanted.path, args: wanted.args, env, cwd, signal, timeoutMs: startMs });
	return started(wanted, program, async () => program[Symbol.asyncDispose]());
}

async function end(): Promise<void> {
	// Not ours to end.
}

function started(wanted: WantedBrowser, program: StartedProgram, endProgram: () => Promise<void>): Browser {
	const { endpoint, exited, pid } = program;
	return { wanted, endpoint, pid, exited, notices: [], takeRefusals: () => [], end: endProgram };
}

function checkProgram(path: string): void {
	try {
		accessSync(path, constants.X_OK);
	} catch {
		throw new ToolError(`Cannot run ${path}: no such program`);
	}
}

async function attach(wanted: WantedBrowser & { kind: "attached" }, { signal }: BrowserRequest): Promise<Browser> {
	const endpoint = await findEndpoint(wanted.url, { signal });
	return { wanted, endpoint, notices: [], takeRefusals: () => [], end };
}

/** Whether a browser that was started earlier still answers. One of ours that hangs is ended. */
export async function isAnswering(browser: Browser, signal: AbortSignal): Promise<boolean> {
	const found = await withFallback(
		() => findEndpoint(browser.endpoint.http, { signal }),
		undefined,
		"a browser that does not answer is started anew",
	);
	signal.throwIfAborted();
	if (!found) await ignoreFailure(browser.end(), "it does not answer anyway");
	return found !== undefined;
}

/** The debugging server of an instance of the program that somebody has started with one. Linux only. */
async function findRunning(path: string, signal: AbortSignal): Promise<Endpoint | undefined> {
	for (const port of debuggingPorts(path)) {
		const endpoint = await withFallback(
			() => findEndpoint(`http://127.0.0.1:${port}`, { signal }),
			undefined,
			"an instance that does not answer cannot be used",
		);
		signal.throwIfAborted();
		if (endpoint) return endpoint;
	}
	return undefined;
}

/** Of those that were started by this very path first. */
function debuggingPorts(path: string): number[] {
	if (process.platform !== "linux") return [];
	const real = quietly(() => realpathSync(path)) ?? path;
	const commands = readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.map((pid) => (quietly(() => readFileSync(`/proc/${pid}/cmdline`, "utf8")) ?? "").split("\0"));
	return [...new Set([path, real])].flatMap((wanted) =>
		commands.flatMap(([program, ...args]) => (program === wanted ? portAmong(args) : [])),
	);
}

/** A program that chooses its port writes it into its profile. */
function portAmong(args: readonly string[]): number[] {
	const flagValue = (flag: string) => args.find((arg) => arg.startsWith(`--${flag}=`))?.slice(flag.length + 3);
	const port = Number(flagValue("remote-debugging-port"));
	const profile = flagValue("user-data-dir");
	// Those belong to an omp.
	if (profile !== undefined && basename(profile).startsWith(profilePrefix)) return [];
	if (port > 0) return [port];
	if (port !== 0 || profile === undefined) return [];
	const written = Number((quietly(() => readFileSync(`${profile}/DevToolsActivePort`, "utf8")) ?? "").split("\n")[0]);
	return written > 0 ? [written] : [];
}

function quietly<T>(work: () => T): T | undefined {
	try {
		return work();
	} catch {
		// Ended meanwhile, or not ours to look at.
		return undefined;
	}
}
