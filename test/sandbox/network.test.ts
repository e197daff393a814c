import { describe, expect } from "bun:test";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { verificationName } from "@oh-my-pi/pi-testkit/verifies";
import { answerCalls, run, runCalls } from "./in-sandbox.ts";

/** Reached through the proxy, as a name on the internet is. */
function site() {
	const server = Bun.serve({ hostname: "127.0.0.2", port: 0, fetch: () => new Response("from the site\n") });
	return { url: `http://127.0.0.2:${server.port}/`, [Symbol.asyncDispose]: () => server.stop(true) };
}

describe("the network of the sandbox", () => {
	requires("curl")(verificationName("sandbox:network:asked-once"), async () => {
		await using web = site();
		const { asked, results } = await answerCalls([run(`curl -sS ${web.url}`), run(`curl -sS ${web.url}`)]);
		const { port } = new URL(web.url);
		expect(asked).toEqual([
			`Let the sandbox reach 127.0.0.2:${port}, on this machine\nReason: A command that runs wants to connect there\nHost: 127.0.0.2\nAddress: 127.0.0.2\nPort: ${port}`,
		]);
		for (const result of results) expect(result).toStartWith("from the site\n");
	});

	requires("curl")(verificationName("sandbox:network:nobody-to-ask"), async () => {
		await using web = site();
		await using session = await runCalls([run(`curl -sS ${web.url}`), run("curl -sS https://example.com/")]);
		const { host } = new URL(web.url);
		const inside = `${host} is on this machine, and nobody can be asked here (the user's setting for it: sandbox.hosts: [127.0.0.2])`;
		const text =
			"it is not on the list of hosts, and nobody can be asked here (the user's setting for it: sandbox.hosts: [example.com])";
		expect(session.results[0]).toContain(`The sandbox refused 127.0.0.2: ${inside}`);
		expect(session.results[1]).toContain(`The sandbox refused connecting to example.com: ${text}`);
	});

	requires("curl")(verificationName("sandbox:network:listed"), async () => {
		await using web = site();
		await using session = await runCalls([run(`curl -sS ${web.url}`), run("curl -sS http://169.254.169.254/")], {
			config: 'sandbox: { hosts: ["127.0.0.2", "169.254.169.254"] }\n',
		});
		expect(session.results[0]).toStartWith("from the site\n");
		expect(session.results[1]).toContain("169.254.169.254 is a metadata address");
	});
});
