import { AuthError } from "../../errors/auth-error.ts";

export interface CallbackListener extends AsyncDisposable {
	readonly port: number;
	/** Resolves with the first code that has our state; rejects when the provider reports an error with it. */
	readonly code: Promise<string>;
}

/**
 * Waits for the callback on loopback. Requests without the state of this login get an error page and change nothing, as
 * any open web page can send requests here. `undefined` when the port is taken.
 */
export function listenForCallback(options: {
	port: number;
	path: string;
	state: string;
	/** What is wrong with an answer that has our state, if anything. */
	check?: ((params: URLSearchParams) => string | undefined) | undefined;
	/** A short address, with its query, that leads to the login page. */
	shortcut?: { readonly path: string; readonly target: () => string | undefined } | undefined;
}): CallbackListener | undefined {
	const { promise: code, resolve, reject } = Promise.withResolvers<string>();
	// A caller that gives up on the login does not await it.
	code.catch(() => {});
	let used = false;

	const answer = (request: Request): Response => {
		const url = new URL(request.url);
		if (!isLoopback(request.headers.get("host"))) return callbackPage(400, "Not for here", "Wrong host.");
		const target = `${url.pathname}${url.search}` === options.shortcut?.path && options.shortcut.target();
		if (target) return new Response(null, { status: 302, headers: { location: target, "cache-control": "no-store" } });
		if (url.pathname !== options.path) return callbackPage(404, "Nothing here", "This address waits for a login.");
		if (request.method !== "GET") return callbackPage(405, "Not possible", "Only a browser's redirect is expected.");
		const states = url.searchParams.getAll("state");
		const codes = url.searchParams.getAll("code");
		if (states.length !== 1 || states[0] !== options.state || codes.length > 1) {
			return callbackPage(400, "Not accepted", "This answer does not belong to the login that is waiting.");
		}
		if (used) return callbackPage(410, "Already used", "This login has been completed. Return to the terminal.");
		const problem = options.check?.(url.searchParams);
		if (problem !== undefined) {
			used = true;
			reject(new AuthError("mismatch", problem));
			return callbackPage(400, "Not accepted", "Return to the terminal.");
		}
		const refusal = url.searchParams.get("error");
		if (refusal !== null) {
			used = true;
			reject(new AuthError("denied", `The provider refused the login: ${plainWord(refusal)}`));
			return callbackPage(400, "Login refused", "Return to the terminal to try again.");
		}
		const [received] = codes;
		if (!received) return callbackPage(400, "Not accepted", "There is no code in this answer.");
		used = true;
		resolve(received);
		return callbackPage(200, "Logged in", "You can close this page and return to the terminal.");
	};

	const server = serve(options.port, answer);
	if (!server) return undefined;
	return {
		port: server.port ?? options.port,
		code,
		async [Symbol.asyncDispose]() {
			// Finishes the response in progress.
			await server.stop();
		},
	};
}

function serve(port: number, fetch: (request: Request) => Response): Bun.Server<undefined> | undefined {
	try {
		return Bun.serve({ hostname: "127.0.0.1", port, fetch, error: () => callbackPage(500, "Error", "Try again.") });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return undefined;
		throw error;
	}
}

function isLoopback(host: string | null): boolean {
	return host !== null && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host);
}

/** Only the error codes of OAuth; the rest of a URL is not for the terminal. */
function plainWord(text: string): string {
	return text.replace(/[^\w .-]/g, "").slice(0, 80);
}

/** The page shown after the callback; it loads nothing and sends no referrer. */
function callbackPage(status: number, heading: string, text: string): Response {
	const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>omp</title>
<body style="font: 16px/1.5 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 1rem">
<h1 style="font-size: 1.25rem">${heading}</h1><p>${text}</p></body></html>`;
	return new Response(body, {
		status,
		headers: {
			"content-type": "text/html; charset=utf-8",
			"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
			"referrer-policy": "no-referrer",
			"cache-control": "no-store",
			connection: "close",
		},
	});
}
