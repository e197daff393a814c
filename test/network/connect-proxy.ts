import { createServer, request as forward } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

/** A proxy of a company, with CONNECT. */
export interface ConnectProxy extends AsyncDisposable {
	readonly url: string;
	/** What passed through it: `CONNECT host:443` or `POST http://host/path`. */
	readonly passed: string[];
	/** The logins that came with it. */
	readonly logins: Array<string | undefined>;
}

/** `portFor` says where this machine has what clients mean by a name and port. */
export async function connectProxy(
	portFor: (name: string, port: number) => number | undefined,
	login?: string,
): Promise<ConnectProxy> {
	const passed: string[] = [];
	const logins: Array<string | undefined> = [];
	const isRefused = (authorization: string | undefined) => {
		logins.push(authorization);
		return login !== undefined && authorization !== login;
	};
	const server = createServer((request, response) => {
		const target = new URL(request.url ?? "/", "http://nowhere");
		if (isRefused(request.headers["proxy-authorization"])) return void response.writeHead(407).end();
		passed.push(`${request.method} ${target.href}`);
		const port = portFor(target.hostname, Number(target.port) || 80);
		if (port === undefined) return void response.writeHead(502).end();
		const { "proxy-authorization": _, "proxy-connection": __, ...headers } = request.headers;
		const path = target.pathname + target.search;
		const inner = forward({ host: "127.0.0.1", port, method: request.method, path, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		inner.on("error", () => response.destroy());
		request.pipe(inner);
	});
	const sockets = new Set<{ destroy(): unknown }>();
	server.on("connect", (request, client: Socket) => {
		sockets.add(client);
		client.on("error", () => client.destroy());
		if (isRefused(request.headers["proxy-authorization"])) {
			return void client.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
		}
		passed.push(`CONNECT ${request.url}`);
		const { hostname, port } = new URL(`http://${request.url}`);
		const target = portFor(hostname, Number(port) || 80);
		if (target === undefined) return void client.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
		const inner = connect({ host: "127.0.0.1", port: target });
		sockets.add(inner);
		inner.on("connect", () => {
			client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
			client.pipe(inner).pipe(client);
		});
		inner.on("error", () => client.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		passed,
		logins,
		async [Symbol.asyncDispose]() {
			for (const socket of sockets) socket.destroy();
			server.closeAllConnections();
			server.close();
		},
	};
}
