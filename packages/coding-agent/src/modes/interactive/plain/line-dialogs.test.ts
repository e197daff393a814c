import { expect, test } from "bun:test";
import { LineDialogs } from "./line-dialogs.ts";

function openDialogs() {
	const written: string[] = [];
	const lines: string[] = [];
	const seen = { hidden: 0, shown: 0 };
	const ports = {
		write: (text: string) => void written.push(text),
		hideTyping: async () => {
			seen.hidden++;
			return () => void seen.shown++;
		},
	};
	return { dialogs: new LineDialogs(ports, (line) => lines.push(line)), written, lines, seen };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

test("lines arrive whole, however they are cut, and a backslash goes on with the next line", () => {
	const { dialogs: at, lines } = openDialogs();
	for (const piece of ["he", "llo\nfirst \\", "\nsecond\n", "unfinished"]) at.receive(piece);
	expect(lines).toEqual(["hello", "first \nsecond"]);
});

test("a question takes the next line, by number or by its beginning, and asks again for anything else", async () => {
	const { dialogs: at, lines, written } = openDialogs();
	const choices = [
		{ value: "a", label: "Approve" },
		{ value: "d", label: "Deny" },
	];
	const first = at.choose("Allow?", choices);
	await settle();
	at.receive("7\n");
	await settle();
	at.receive("den\n");
	expect(await first).toBe("d");
	expect(written).toContain('There is no choice "7".\n');
	expect(lines).toEqual([]);
	at.receive("hello\n");
	expect(lines).toEqual(["hello"]);
});

test("questions wait for each other, and one that is taken back answers nothing", async () => {
	const { dialogs: at } = openDialogs();
	const stop = new AbortController();
	const first = at.enter("Name", { signal: stop.signal });
	const second = at.enter("Town");
	await settle();
	stop.abort();
	expect(await first).toBeUndefined();
	await settle();
	at.receive("Oslo\n");
	expect(await second).toBe("Oslo");
});

test("a secret is hidden while it is typed and only then", async () => {
	const { dialogs: at, seen } = openDialogs();
	const key = at.enter("Key", { secret: true });
	await settle();
	expect(seen).toEqual({ hidden: 1, shown: 0 });
	at.receive("abc\n");
	expect(await key).toBe("abc");
	expect(seen).toEqual({ hidden: 1, shown: 1 });
});
