import { createServer, request } from "node:http";

/** Passes requests on with a bearer token, which the suite cannot send. Everything else stays, also `Host` and `Origin`. */
export async function tokenProxy(target: string, token: string): Promise<{ readonly url: string } & AsyncDisposable> {
	const { hostname, port, pathname } = new URL(target);
	const server = createServer((incoming, answer) => {
		const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
		const place = { host: hostname, port, path: incoming.url, method: incoming.method };
		const outgoing = request({ ...place, headers }, (response) => {
			answer.writeHead(response.statusCode ?? 502, response.headers);
			answer.flushHeaders();
			response.pipe(answer);
		});
		outgoing.on("error", () => answer.destroy());
		answer.on("close", () => outgoing.destroy());
		incoming.pipe(outgoing);
	});
	const { promise, resolve } = Promise.withResolvers<void>();
	server.listen(0, "127.0.0.1", resolve);
	await promise;
	const address = server.address();
	const own = typeof address === "object" && address ? address.port : 0;
	return {
		url: `http://localhost:${own}${pathname}`,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
		},
	};
}
