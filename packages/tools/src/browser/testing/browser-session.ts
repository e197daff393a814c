import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { testServices } from "@oh-my-pi/pi-testkit/fakes/tool-services";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { judgeHost } from "@oh-my-pi/pi-utils/net/inside-address";
import { Tabs } from "../../browser-control/tabs/tabs.ts";
import { RefusedAddress } from "../../services/web-access.ts";
import { type BrowserDeps, type BrowserParams, browserTool } from "../browser.ts";
import type { BrowserDetails } from "../call.ts";

export interface CallResult {
	readonly text: string;
	readonly images: readonly { readonly mimeType: string; readonly bytes: Buffer }[];
	readonly details: BrowserDetails | undefined;
	readonly isError: boolean;
}

/** The browser tool with tabs of its own, in a folder of its own. */
export interface BrowserSession extends AsyncDisposable {
	readonly folder: Workspace;
	readonly tabs: Tabs;
	/** URLs for which the user would have been asked. */
	readonly asked: string[];
	/** Hosts that were not admitted. */
	readonly refused: string[];
	call(params: BrowserParams, options?: { signal?: AbortSignal }): Promise<CallResult>;
	open(url?: string, more?: Partial<BrowserParams>): Promise<CallResult>;
	/** What the code showed and returned, without the fence. */
	run(code: string, more?: Partial<BrowserParams>): Promise<string>;
}

export interface SessionOptions extends Partial<Omit<BrowserDeps, "web">> {
	/** Names that do not exist elsewhere, with where they lead, perhaps each time elsewhere. */
	readonly hosts?: Readonly<Record<string, readonly string[] | (() => readonly string[])>>;
	/** Names that count as ones of the internet, wherever they lead. */
	readonly outside?: readonly string[];
	/** Inside addresses that the user allows when asked. */
	readonly allows?: (url: URL) => boolean;
	/** The program of tabs. */
	readonly program?: string;
}

export async function browserSession({
	hosts = {},
	outside = [],
	allows,
	program,
	...changes
}: SessionOptions = {}): Promise<BrowserSession> {
	const folder = await workspace();
	const tabs = new Tabs({ ...(program !== undefined && { program }) });
	const asked: string[] = [];
	const services = testServices(folder.path);
	const refused: string[] = [];
	const lookup = async (host: string) => {
		const known = hosts[host] ?? [];
		return typeof known === "function" ? known() : known;
	};
	const tool = browserTool({
		...services,
		web: {
			async admit(url, { loopbackAllowed, namedByUser, mayAsk }) {
				const { reach, addresses } = await judgeHost(url.hostname, lookup);
				const isOutside = reach === "public" || outside.includes(url.hostname);
				const isFree = isOutside || (reach === "loopback" && loopbackAllowed) || namedByUser;
				if (!isFree && mayAsk !== false) asked.push(url.href);
				if (isFree || (mayAsk !== false && allows?.(url))) return { addresses };
				refused.push(url.hostname);
				throw new RefusedAddress(url.host);
			},
		},
		browsers: { load: async () => tabs, isInUse: () => true },
		headless: () => true,
		cdpUrl: () => undefined,
		screenshotDir: () => undefined,
		...changes,
	});
	const call = async (params: BrowserParams, { signal }: { signal?: AbortSignal } = {}): Promise<CallResult> => {
		const { content, details, isError = false } = await runTool(tool, params, { signal });
		const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
		return {
			text: blocks.map((block) => (block.type === "text" ? block.text : "")).join(""),
			images: blocks.flatMap((block) =>
				block.type === "image" ? [{ mimeType: block.mimeType, bytes: Buffer.from(block.data, "base64") }] : [],
			),
			details,
			isError,
		};
	};
	return {
		folder,
		tabs,
		asked,
		refused,
		call,
		open: (url, more = {}) => call({ action: "open", ...(url !== undefined && { url }), ...more }),
		async run(code, more = {}) {
			const { text, isError } = await call({ action: "run", code, ...more });
			const plain = text.replace(/^<\/?outside-content\b.*\n?/gm, "").trimEnd();
			if (isError) throw new Error(plain);
			return plain;
		},
		async [Symbol.asyncDispose]() {
			await tabs[Symbol.asyncDispose]();
			await services.kernels.runtimes[Symbol.asyncDispose]();
			await folder[Symbol.asyncDispose]();
		},
	};
}
