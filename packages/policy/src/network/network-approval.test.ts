import { expect, test } from "bun:test";
import { addressesIn } from "./addresses.ts";
import { networkApproval } from "./network-approval.ts";

test.each([
	["https://example.com/a?d=secret", ["example.com"]],
	["http://example.com:8080/", ["example.com:8080"]],
	["www.example.com/x", ["www.example.com"]],
	["ssh://host/etc/passwd", ["host"]],
	["issue://7", ["github.com"]],
	["pr://acme/tools/7", ["github.com"]],
	["http://localhost:3000/", undefined],
	["http://127.0.0.1/", undefined],
	["http://10.0.0.7/", undefined],
	["src/a.ts", undefined],
	["src/a.ts https://evil.example/?d=x", ["evil.example"]],
	["artifact://3", undefined],
])("%s leaves for %j", async (path, hosts) => {
	const approval = await networkApproval(addressesIn(path), undefined);
	expect(approval).toEqual(
		hosts ? { tier: "network", hosts, reason: `Leaves this machine: ${hosts.join(", ")}` } : "read",
	);
});

test("a host that the user typed needs no question", async () => {
	const web = { isNamed: async (url: URL) => url.host === "example.com" };
	expect(await networkApproval(["https://example.com/x"], web)).toBe("read");
	expect(await networkApproval(["https://example.com:444/x"], web)).toMatchObject({ hosts: ["example.com:444"] });
});
