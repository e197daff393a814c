import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { encodeContentLength } from "@oh-my-pi/pi-utils/text/content-length";
import { ServerError } from "../contract/server-error.ts";
import { RequestRefusal, RpcConnection } from "./rpc-connection.ts";

const decoder = new TextDecoder();

function connect() {
	const sent: unknown[] = [];
	const problems: string[] = [];
	const notifications: unknown[] = [];
	const connection = new RpcConnection({
		send: (bytes) => sent.push(JSON.parse(decoder.decode(bytes).replace(/^[^{]*/, ""))) > 0,
		onRequest: (method) => {
			if (method === "fails") throw new Error("it broke");
			if (method === "refused") throw new RequestRefusal(-32_602, "bad");
			return method === "nothing" ? undefined : { method };
		},
		onNotification: (method, params) => notifications.push([method, params]),
		onProblem: (problem) => problems.push(problem),
		maxMessageBytes: 1000,
	});
	const receive = (message: unknown) => connection.receive(encodeContentLength(JSON.stringify(message)));
	return { connection, sent, problems, notifications, receive };
}

test("answers reach their requests in any order", async () => {
	const { connection, receive, sent } = connect();
	const first = connection.request("one", { a: 1 });
	const second = connection.request("two", undefined);
	receive({ jsonrpc: "2.0", id: 2, result: "b" });
	receive({ jsonrpc: "2.0", id: 1, error: { code: -1, message: "no", data: [1] } });
	expect(await second).toBe("b");
	await expect(first).rejects.toEqual(new ServerError("response", "no", { code: -1, data: [1] }));
	expect(sent).toEqual([
		{ jsonrpc: "2.0", id: 1, method: "one", params: { a: 1 } },
		{ jsonrpc: "2.0", id: 2, method: "two" },
	]);
	expect(connection.pendingCount).toBe(0);
});

test("requests of the other side are answered, also with errors", async () => {
	const { receive, sent } = connect();
	for (const [index, method] of ["known", "nothing", "fails", "refused"].entries()) {
		receive({ id: method, method });
		await until(() => sent.length > index);
	}
	expect(sent).toEqual([
		{ jsonrpc: "2.0", id: "known", result: { method: "known" } },
		{ jsonrpc: "2.0", id: "nothing", result: null },
		{ jsonrpc: "2.0", id: "fails", error: { code: -32_603, message: "it broke" } },
		{ jsonrpc: "2.0", id: "refused", error: { code: -32_602, message: "bad" } },
	]);
});

test("a timeout cancels the request there, and its late answer is dropped", async () => {
	const { connection, receive, sent, problems } = connect();
	await expect(connection.request("slow", {}, { timeoutMs: 5 })).rejects.toThrow(
		"LSP request slow timed out after 5ms",
	);
	expect(sent.at(-1)).toEqual({ jsonrpc: "2.0", method: "$/cancelRequest", params: { id: 1 } });
	receive({ id: 1, result: "late" });
	expect(problems).toEqual([]);
});

test("odd messages are named, and text that is no JSON ends it", () => {
	const { connection, receive, problems, notifications } = connect();
	for (const message of [[1], 5, null, {}, { id: 77, result: 1 }, { id: "x", result: 1 }]) receive(message);
	receive({ method: "note", params: { x: 1 } });
	expect(problems).toEqual([
		...Array(4).fill("sent JSON that is no JSON-RPC message"),
		...Array(2).fill("answers requests that nobody sent"),
	]);
	expect(notifications).toEqual([["note", { x: 1 }]]);
	expect(() => connection.receive(encodeContentLength("{broken"))).toThrow('a message that is no JSON: "{broken"');
	expect(() => connect().connection.receive(encodeContentLength("x".repeat(1001)))).toThrow("more than 1000");
});

test("all open requests fail when it is closed, and later ones at once", async () => {
	const { connection } = connect();
	const open = connection.request("one", {});
	connection.close(new ServerError("closed", "it ended"));
	await expect(open).rejects.toThrow("it ended");
	await expect(connection.request("two", {})).rejects.toThrow("it ended");
});
