import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";

/** The way of tools to the web. Addresses inside the user's network are only reached where the user wants that. */
export interface WebAccess {
	/**
	 * Whether a URL may be reached: checks what its host stands for, and asks where the user has to decide. Throws
	 * `RefusedAddress`. Whoever connects by itself must connect to one of the addresses.
	 */
	admit(url: URL, options: AdmitOptions): Promise<{ readonly addresses: readonly string[] }>;
	/**
	 * One request with its redirects, each admitted, and the whole body. Credentials do not follow to another origin. Throws
	 * `RefusedAddress`, or `WebError` when there is no answer; an answer with an error status is an answer.
	 */
	fetch(url: string | URL, request: WebRequest): Promise<WebAnswer>;
	/** The user typed this host with this port in a prompt. */
	isNamed?(url: URL): boolean | Promise<boolean>;
	/** A variable of omp's own environment, for the keys of web services; commands do not get those. */
	env(name: string): string | undefined;
}

export interface AdmitOptions {
	readonly toolName: string;
	readonly signal: AbortSignal;
	/** This machine may be reached without a question. */
	readonly loopbackAllowed?: boolean;
	/** The user has named this address, for example in a setting. */
	readonly namedByUser?: boolean;
	/** Called when the user is asked, and when they have answered; that time is not the server's. */
	readonly onWaiting?: ((isWaiting: boolean) => void) | undefined;
	/** False: an address that needs the user's word is refused without a question. */
	readonly mayAsk?: boolean;
}

export interface WebRequest extends AdmitOptions {
	/** GET by default. */
	readonly method?: "GET" | "HEAD" | "POST";
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string | Uint8Array<ArrayBuffer>;
	/** Of the body, also after decompression; 50 MB by default. */
	readonly maxBytes?: number;
	/** For everything, the body included; 20 s by default. */
	readonly timeoutMs?: number;
	/** Redirects that are followed; 10 by default. */
	readonly redirects?: number;
}

export interface WebAnswer {
	readonly status: number;
	/** From 200 to 299. */
	readonly ok: boolean;
	/** After redirects. */
	readonly url: string;
	readonly headers: Headers;
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** The body in the charset that the headers name, else UTF-8. */
	text(): string;
	/** Throws for what is not JSON. */
	json(): unknown;
}

export type WebProblem =
	| "address"
	| "unknown-host"
	| "unreachable"
	| "certificate"
	| "timeout"
	| "too-large"
	| "redirects"
	| "broken";

/** There is no answer; the message says why. */
export class WebError extends Error {
	override readonly name = "WebError";
	readonly kind: WebProblem;

	constructor(kind: WebProblem, message: string, options?: ErrorOptions) {
		super(message, options);
		this.kind = kind;
	}
}

/** The address is inside and nobody allowed it. */
export class RefusedAddress extends ToolError {
	constructor(host: string, isMetadata = false) {
		super(
			isMetadata
				? `Refused: ${host} is a metadata address. Only web.allowHosts can allow it.`
				: `Refused: ${host} is an inside address. Name it in your prompt or add it to web.allowHosts.`,
		);
	}
}
