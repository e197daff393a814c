import { expect, test } from "bun:test";
import { expectKind } from "../testing/queue-subject.ts";
import { Connection } from "./connection.ts";

function message(type: string, body: string): Buffer {
	const head = Buffer.alloc(5, type);
	head.writeInt32BE(body.length + 4, 1);
	return Buffer.concat([head, Buffer.from(body, "latin1")]);
}

const loggedIn = message("R", "\0\0\0\0");
const ready = message("Z", "I");
const ended = message("E", "SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0");

test("a server that ends a connection in the same moment as it accepts it is tried again", async () => {
	let logins = 0;
	using server = Bun.listen({
		hostname: "127.0.0.1",
		port: 0,
		socket: {
			data(socket) {
				logins++;
				socket.end(Buffer.concat([loggedIn, ready, ended]));
			},
		},
	});
	await using connection = new Connection({
		url: `postgres://someone@127.0.0.1:${server.port}/db`,
		sleep: Bun.sleep,
		monotonic: () => logins * 20,
		patienceMs: 100,
		queryTimeoutMs: 10_000,
		maxConnections: 1,
	});
	// No statement ever gets through, so the patience ends it.
	await expectKind(
		connection.transact(async () => {}),
		"unreachable",
	);
	expect(logins).toBeGreaterThan(1);
});
