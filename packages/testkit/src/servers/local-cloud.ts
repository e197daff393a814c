/** A request as the cloud's service would see it. */
export interface CloudRequest {
	readonly method: string;
	readonly url: string;
	readonly headers: Headers;
	readonly body: string;
}

export interface LocalCloud extends AsyncDisposable {
	/** Redirects requests for any host to the local server. */
	readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
	readonly requests: readonly CloudRequest[];
}

/** Simulates all services of a cloud: one server that knows the original host of each request. */
export function localCloud(answer: (request: CloudRequest) => Response | Promise<Response>): LocalCloud {
	const requests: CloudRequest[] = [];
	const server = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		async fetch(request) {
			const seen: CloudRequest = {
				method: request.method,
				url: request.headers.get("x-meant-for") ?? request.url,
				headers: request.headers,
				body: await request.text(),
			};
			requests.push(seen);
			return answer(seen);
		},
	});
	return {
		requests,
		fetch: (url, init) => {
			const headers = new Headers(init.headers);
			headers.set("x-meant-for", url);
			const { pathname, search } = new URL(url);
			return fetch(`http://127.0.0.1:${server.port}${pathname}${search}`, { ...init, headers });
		},
		async [Symbol.asyncDispose]() {
			await server.stop(true);
		},
	};
}
