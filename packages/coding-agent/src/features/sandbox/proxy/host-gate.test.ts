import { expect, test } from "bun:test";
import type { AskedHost } from "../../../conversation/approval/approval-question.ts";
import { Admission } from "../../../web/admission.ts";
import { hostGate } from "./host-gate.ts";
import { registryHosts } from "./registries.data.ts";

const names: Readonly<Record<string, readonly string[]>> = {
	"foo.example": ["93.184.216.34"],
	"evil.example": ["127.0.0.1"],
	"a.x.com": ["10.1.2.3"],
	"both.example": ["93.184.216.34", "192.168.0.1"],
	"cloud.example": ["169.254.169.254"],
};

function gate(
	options: {
		readonly allowed?: readonly string[];
		readonly network?: "off" | "hosts";
		readonly answer?: boolean | undefined;
		readonly lookedUp?: string[];
		readonly names?: Readonly<Record<string, readonly string[]>>;
	} = {},
) {
	const asked: AskedHost[] = [];
	const lookup = async (host: string) => {
		options.lookedUp?.push(host);
		return options.names?.[host] ?? names[host] ?? [];
	};
	const web = new Admission({ allowHosts: () => [], ask: () => undefined, isOwnPort: async () => false, lookup });
	const admit = hostGate({
		network: () => options.network ?? "off",
		allowed: () => options.allowed ?? [],
		ask: async (host) => {
			asked.push(host);
			return "answer" in options ? options.answer : true;
		},
		web: () => web,
		lookup,
	});
	const reach = (host: string, port = 443) => admit(host, port, "https").then(String, (error: Error) => error.message);
	return { asked, reach };
}

test("host gate: a host on the internet is asked about once", async () => {
	const { asked, reach } = gate();
	expect([await reach("foo.example"), await reach("foo.example", 80)]).toEqual(["93.184.216.34", "93.184.216.34"]);
	expect(asked).toEqual([{ host: "foo.example" }]);
});

test("host gate: a name that leads inside is asked about by address and port, whatever was said of the name", async () => {
	const { asked, reach } = gate({ allowed: ["*.x.com"] });
	await reach("evil.example", 5432);
	await reach("a.x.com", 80);
	await reach("both.example");
	expect(asked).toEqual([
		{ host: "evil.example" },
		{ host: "evil.example", inside: { address: "127.0.0.1", port: 5432, where: "on this machine" } },
		{ host: "a.x.com", inside: { address: "10.1.2.3", port: 80, where: "inside your network" } },
		{ host: "both.example" },
		{ host: "both.example", inside: { address: "192.168.0.1", port: 443, where: "inside your network" } },
	]);
});

test("host gate: a name that leads inside only later is asked about then", async () => {
	const changing: Record<string, readonly string[]> = { "foo.example": ["93.184.216.34"] };
	const { asked, reach } = gate({ names: changing });
	await reach("foo.example");
	changing["foo.example"] = ["10.0.0.1"];
	await reach("foo.example");
	expect(asked.map(({ inside }) => inside?.address)).toEqual([undefined, "10.0.0.1"]);
});

test("host gate: where nobody can be asked, inside addresses are only reached by an address on the list", async () => {
	const refused = (what: string, entry: string) =>
		`${what}, and nobody can be asked here (the user's setting for it: sandbox.hosts: [${entry}])`;
	const { reach } = gate({ answer: undefined, allowed: ["*.x.com", "127.0.0.2", "[::1]:8080"] });
	expect(await reach("foo.example")).toBe(refused("it is not on the list of hosts", "foo.example"));
	expect(await reach("a.x.com")).toBe(refused("10.1.2.3:443 is inside your network", "10.1.2.3"));
	const inside = ["10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "169.254.1.1", "127.0.0.1", "0.0.0.0"];
	const sixth = ["[::1]", "[::]", "[fe80::1]", "[fd00::1]", "[::ffff:10.0.0.1]", "[64:ff9b::a00:1]", "[2002:a00:1::]"];
	for (const address of [...inside, ...sixth]) expect(await reach(address)).toContain("nobody can be asked here");
	expect([await reach("127.0.0.2"), await reach("[::1]", 8080)]).toEqual(["127.0.0.2", "::1"]);
});

test("host gate: metadata addresses are refused, however they are named and whatever the list says", async () => {
	const { asked, reach } = gate({ allowed: ["*"] });
	const addresses = [
		"169.254.169.254",
		"[fd00:ec2::254]",
		"[::ffff:169.254.169.254]",
		"100.100.100.200",
		"cloud.example",
	];
	for (const address of addresses) expect(await reach(address)).toContain("is a metadata address");
	expect(asked).toEqual([]);
});

test("host gate: a name is not looked up before it may be reached", async () => {
	const lookedUp: string[] = [];
	const { reach } = gate({ lookedUp, answer: false });
	expect(await reach("secret.evil.example")).toBe("the user does not allow it");
	expect(lookedUp).toEqual([]);
});

test("host gate: registries are on the list of mode hosts only, and may not lead inside", async () => {
	const [registry = ""] = registryHosts;
	const { asked, reach } = gate({ network: "hosts", names: { [registry]: ["104.16.0.1"] } });
	await reach(registry);
	expect(asked).toEqual([]);
	const inside = gate({ network: "hosts", names: { [registry]: ["10.0.0.1"] }, answer: undefined });
	expect(await inside.reach(registry)).toContain("10.0.0.1:443 is inside your network");
	const off = gate({ names: { [registry]: ["104.16.0.1"] } });
	await off.reach(registry);
	expect(off.asked).toEqual([{ host: registry }]);
});
