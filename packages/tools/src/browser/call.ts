import type { ToolCallContext } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { BrowserKind } from "../browser-control/chromium/browsers.ts";
import type { Screenshot, Viewport } from "../browser-control/messages.ts";
import type { Tabs } from "../browser-control/tabs/tabs.ts";
import type { TimeLimit } from "../contract/time-limit.ts";
import type { BrowserDeps, BrowserParams } from "./browser.ts";
import type { PageAccess } from "./page-url.ts";

export interface BrowserDetails {
	readonly action: BrowserParams["action"];
	readonly name: string;
	readonly browser?: BrowserKind;
	readonly url?: string;
	readonly viewport?: Viewport;
	readonly result: string;
	readonly screenshots?: readonly Screenshot[];
}

/** A call and what it works on. */
export interface BrowserWork {
	readonly params: BrowserParams;
	readonly name: string;
	readonly call: ToolCallContext<BrowserDetails>;
	readonly deps: BrowserDeps;
	readonly tabs: Tabs;
	readonly access: PageAccess;
	readonly limit: TimeLimit & { readonly seconds: number };
}

/** Under which the code of a tab asks its session. */
export const bridgeKey = (name: string) => JSON.stringify(["browser", name]);
