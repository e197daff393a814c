/** What omp and the process of a tab say to each other. */

export interface Viewport {
	readonly width: number;
	readonly height: number;
	readonly scale: number;
}

export type WaitUntil = "load" | "domcontentloaded" | "networkidle0" | "networkidle2";

export interface OpenRequest {
	readonly webSocket: string;
	readonly name: string;
	/** A page that is there already. */
	readonly targetId?: string;
	/** The first page of a browser that we have just started may be used. */
	readonly isFirst: boolean;
	/** Where no page can be made, take one that is there. */
	readonly mayAdopt: boolean;
	readonly viewport?: Viewport;
	readonly dialogs?: "accept" | "dismiss";
	readonly screenshotFolder: string;
	/** Absent where the browser is the user's own, whose downloads are left alone. */
	readonly downloadFolder?: string;
	/** Documents have to be admitted one by one, as there is no proxy that does it. */
	readonly checksDocuments: boolean;
	/** Pictures are sent along. */
	readonly sendsPictures: boolean;
}

export interface Navigation {
	readonly url: string;
	readonly waitUntil: WaitUntil;
	readonly timeoutMs: number;
}

export interface RunRequest {
	readonly code: string;
	readonly cwd: string;
	readonly timeoutMs: number;
}

/** To the tab. Each request is answered with a reply of the same id. */
export type TabRequest =
	| ({ readonly type: "open"; readonly id: number } & OpenRequest)
	| ({ readonly type: "navigate"; readonly id: number } & Navigation)
	| ({ readonly type: "run"; readonly id: number } & RunRequest)
	| { readonly type: "resize"; readonly id: number; readonly viewport: Viewport }
	| { readonly type: "close"; readonly id: number };

export type ToTab =
	| TabRequest
	/** Ends the run, which then fails with the reason. */
	| { readonly type: "stop"; readonly reason: "timeout" | "abort" }
	/** To a question: the whole URL or the Markdown, or why not. */
	| { readonly type: "answer"; readonly id: number; readonly text?: string; readonly error?: string };

export interface TabState {
	readonly url: string;
	readonly title: string;
	readonly targetId: string;
	readonly viewport?: Viewport;
}

export interface Screenshot {
	readonly dest: string;
	readonly mimeType: string;
	readonly bytes: number;
	readonly width: number;
	readonly height: number;
}

/** A picture for the model, in base64. */
export interface Picture {
	readonly mimeType: string;
	readonly data: string;
}

/** A request that failed. */
export interface TabProblem {
	readonly type: "failure";
	readonly id: number;
	readonly message: string;
	/** The words are ours, not the page's. */
	readonly isOwn: boolean;
	readonly state?: TabState;
}

/** From the tab. */
export type FromTab =
	| { readonly type: "ready" }
	| { readonly type: "reply"; readonly id: number; readonly state?: TabState; readonly value?: string }
	| TabProblem
	/** Something the code shows, or the page writes while it runs. */
	| { readonly type: "display"; readonly text: string }
	| { readonly type: "picture"; readonly picture: Picture }
	| { readonly type: "screenshot"; readonly screenshot: Screenshot; readonly picture?: Picture }
	/** What the model should know besides: dialogs, downloads, new pages. */
	| { readonly type: "note"; readonly text: string; readonly isForeign?: boolean }
	/** Whether a URL may be opened. */
	| { readonly type: "admit"; readonly id: number; readonly url: string; readonly mayAsk: boolean }
	/** Makes Markdown of a page. */
	| { readonly type: "convert"; readonly id: number; readonly url: string; readonly html: string }
	/** The page or its browser is no more. */
	| { readonly type: "gone"; readonly reason: string };
