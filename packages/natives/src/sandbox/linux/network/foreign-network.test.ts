import { expect, test } from "bun:test";
import { connect } from "node:net";
import { openKernel } from "../kernel/kernel.ts";
import { ForeignNetwork } from "./foreign-network.ts";

/** What an entrance hands over; here of our own network, so that the servers of the test are those inside. */
function handedOver() {
	const kernel = openKernel();
	return new ForeignNetwork(
		kernel,
		[2, 2, 10, 10].map((kind) => kernel.call("socket", kind, 0x80801, 0)),
	);
}

async function ask(fd: number, port: number): Promise<string> {
	const socket = connect({ fd, port });
	socket.setEncoding("latin1");
	let text = "";
	socket.on("data", (part) => {
		text += part;
	});
	socket.write("GET / HTTP/1.0\r\n\r\n");
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	socket.on("close", () => resolve()).on("error", reject);
	await promise;
	return text;
}

const isLinux = process.platform === "linux";

for (const [family, hostname] of [
	["ipv4", "127.0.0.1"],
	["ipv6", "::1"],
] as const) {
	test.if(isLinux)(`connections are made again and again over ${family}`, async () => {
		using network = handedOver();
		const body = "x".repeat(300_000);
		await using server = Bun.serve({ hostname, port: 0, fetch: () => new Response(body) });
		for (let round = 0; round < 5; round++) {
			const fds = Array.from({ length: 8 }, () => network.connect(Number(server.port), family));
			expect(new Set(fds).size).toBe(8);
			for (const answer of await Promise.all(fds.map((fd) => ask(fd, Number(server.port)))))
				expect(answer.endsWith(`\r\n\r\n${body}`)).toBe(true);
		}
	});
}

test.if(isLinux)("a port that nobody listens on is refused", () => {
	using network = handedOver();
	expect(() => network.connect(1, "ipv4")).toThrow("Port 1 of the sandbox could not be reached");
});
