import { expect, test } from "bun:test";
import type { AskOutcome, QuestionPort } from "@oh-my-pi/pi-tools/services/question";
import { Admission, type AdmissionPorts } from "./admission.ts";
import { hostsIn } from "./typed-hosts.ts";

const names: Readonly<Record<string, readonly string[]>> = {
	"example.com": ["93.184.216.34"],
	localhost: ["127.0.0.1"],
	"wiki.corp.example": ["10.0.0.7"],
};

function admission(ports: Partial<AdmissionPorts> = {}): Admission {
	return new Admission({
		lookup: async (host) => names[host] ?? [],
		allowHosts: () => [],
		ask: () => undefined,
		isOwnPort: async () => false,
		...ports,
	});
}

const call = { toolName: "read", signal: new AbortController().signal };
const refused = "Name it in your prompt or add it to web.allowHosts.";

async function outcome(given: Admission, url: string, options = {}): Promise<string> {
	return given.admit(new URL(url), { ...call, ...options }).then(
		({ addresses }) => addresses.join(" "),
		(error: Error) => error.message,
	);
}

test("public addresses need no word, inside ones are refused when nobody can be asked", async () => {
	const given = admission();
	expect(await outcome(given, "https://example.com/x")).toBe("93.184.216.34");
	expect(await outcome(given, "http://wiki.corp.example/x")).toBe(
		`Refused: wiki.corp.example is an inside address. ${refused}`,
	);
	expect(await outcome(given, "http://localhost:3000/")).toBe(
		`Refused: localhost:3000 is an inside address. ${refused}`,
	);
	expect(await outcome(given, "ftp://example.com/")).toContain("only http: and https:");
});

test("hosts that the user named are reached, in whatever notation, and no others", async () => {
	const given = admission();
	given.hear("look at http://0x7f.1:8080/a and wiki.corp.example.");
	expect(await outcome(given, "http://127.0.0.1:8080/")).toBe("127.0.0.1");
	// One port is not every port.
	expect(await outcome(given, "http://127.0.0.1:9/")).toContain("Refused");
	expect(await outcome(given, "http://wiki.corp.example:8080/")).toContain("Refused");
	expect(await outcome(given, "https://wiki.corp.example/")).toBe("10.0.0.7");
	expect(await outcome(given, "http://wiki.corp.example/")).toBe("10.0.0.7");
	expect(await outcome(given, "http://10.0.0.7/")).toContain("Refused");
	expect(await outcome(given, "http://localhost/")).toContain("Refused");
});

test.each([
	["localhost", true],
	["localhost:3000", true],
	["http://localhost:3001", false],
	["*.corp.example", false],
	["127.0.0.1", false],
])("web.allowHosts %s for localhost:3000: %p", async (pattern, isAllowed) => {
	const text = await outcome(admission({ allowHosts: () => [pattern] }), "http://localhost:3000/");
	expect(text.includes("Refused")).toBe(!isAllowed);
});

test("metadata addresses are reached by setting only, whatever the user or a server says", async () => {
	const ask: QuestionPort = async () => Promise.reject(new Error("not asked"));
	const given = admission({ ask: () => ask, isOwnPort: async () => true });
	given.hear("http://169.254.169.254/latest");
	const options = { loopbackAllowed: true, namedByUser: true };
	expect(await outcome(given, "http://169.254.169.254/latest", options)).toContain("Only web.allowHosts");
	expect(await outcome(given, "http://[::ffff:a9fe:a9fe]/latest", options)).toContain("Only web.allowHosts");
	const allowed = admission({ allowHosts: () => ["169.254.169.254"] });
	expect(await outcome(allowed, "http://169.254.169.254/latest")).toBe("169.254.169.254");
});

test("ports of the session's own commands are reached, on this machine only", async () => {
	const given = admission({ isOwnPort: async (port) => port === 5173 });
	expect(await outcome(given, "http://localhost:5173/")).toBe("127.0.0.1");
	expect(await outcome(given, "http://localhost:5174/")).toContain("Refused");
	expect(await outcome(given, "http://wiki.corp.example:5173/")).toContain("Refused");
	expect(await outcome(given, "http://localhost:1/", { loopbackAllowed: true })).toBe("127.0.0.1");
	expect(await outcome(given, "http://10.0.0.1/", { loopbackAllowed: true })).toContain("Refused");
});

test("the user is asked once for calls that wait together, and the answer counts as long as it says", async () => {
	const asked: string[] = [];
	let answer = "Allow once";
	const ask: QuestionPort = async ([question]) => {
		asked.push(question?.question ?? "");
		await Bun.sleep(0);
		return { kind: "answered", answers: [{ id: "inside-address", selected: [answer] }] } satisfies AskOutcome;
	};
	const given = admission({ ask: () => ask });
	const url = "http://wiki.corp.example/";
	const work = { signal: new AbortController().signal };
	expect(await Promise.all([outcome(given, url, work), outcome(given, url, work)])).toEqual(["10.0.0.7", "10.0.0.7"]);
	// What belongs to the same work is not asked about again.
	expect(await outcome(given, `${url}page.md`, work)).toBe("10.0.0.7");
	expect(asked).toEqual(["read wants to reach wiki.corp.example, which is inside your network. Allow it?"]);
	answer = "Refuse";
	expect(await outcome(given, url)).toContain("Refused");
	answer = "Allow for this session";
	const next = { signal: new AbortController().signal };
	expect(await outcome(given, url, next)).toBe("10.0.0.7");
	expect(await outcome(given, url)).toBe("10.0.0.7");
	expect(asked).toHaveLength(3);
});

test("a dialog that is closed, or that nobody answered in time, allows nothing", async () => {
	const outcomes: AskOutcome[] = [
		{ kind: "cancelled" },
		{ kind: "chat" },
		{ kind: "answered", answers: [{ id: "inside-address", selected: ["Allow once"], timedOut: true }] },
		{ kind: "answered", answers: [{ id: "inside-address", selected: [], customInput: "yes" }] },
	];
	for (const given of outcomes) {
		expect(await outcome(admission({ ask: () => async () => given }), "http://localhost/")).toContain("Refused");
	}
});

test.each([
	["see http://localhost:3000/x?y=1.", ["localhost 3000"]],
	["is localhost up? and 192.168.1.4:8080, [::1]:9", ["localhost 443", "localhost 80", "192.168.1.4 8080", "::1 9"]],
	["http://intranet/page (http://nas:5000)", ["intranet 80", "nas 5000"]],
	["https://user:pw@db.internal/x", ["db.internal 443"]],
	["fix the intranet page", []],
	["a.b.c.example/path:9 or x.example.", ["a.b.c.example 443", "a.b.c.example 80", "x.example 443", "x.example 80"]],
	["`http://dev.local:1/`", ["dev.local 1"]],
])("hosts in %j", (text, hosts) => {
	expect([...hostsIn(text)].toSorted()).toEqual([...hosts].toSorted());
});

test("a page may not make the user be asked", async () => {
	const ask: QuestionPort = async () => Promise.reject(new Error("not asked"));
	const given = admission({ ask: () => ask });
	expect(await outcome(given, "http://wiki.corp.example/", { mayAsk: false })).toContain("Refused");
	given.hear("wiki.corp.example");
	expect(await outcome(given, "http://wiki.corp.example/", { mayAsk: false })).toBe("10.0.0.7");
});

test("long texts without an end are looked through at once", () => {
	for (const text of [
		"x".repeat(200_000),
		"a.".repeat(100_000),
		`http://${"a".repeat(100_000)}`,
		"[:".repeat(100_000),
	]) {
		expect([...hostsIn(text)]).toEqual([]);
	}
});
