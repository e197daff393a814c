/**
 * Runs inside the namespace of a test: passes connections to the addresses there on to the sockets of the test, since a file is the
 * one thing that both can reach. Ends with the test, when standard input closes.
 */

import { connect, createServer } from "node:net";
import type { GateRoute } from "./real-addresses.ts";

const routes: readonly GateRoute[] = JSON.parse(process.argv[2] ?? "[]");
await Promise.all(routes.map(listen));
console.log("ready");
for await (const _ of process.stdin);
process.exit(0);

function listen({ address, port, socket }: GateRoute): Promise<void> {
	const server = createServer({ allowHalfOpen: true }, (client) => {
		const inside = connect({ path: socket, allowHalfOpen: true });
		client.pipe(inside).pipe(client);
		client.on("error", () => inside.destroy());
		inside.on("error", () => client.destroy());
	});
	return new Promise((resolve, reject) => {
		server.on("error", reject);
		server.listen(port, address, resolve);
	});
}
