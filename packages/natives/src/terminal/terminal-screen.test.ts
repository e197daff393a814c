import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { openTerminalScreen } from "./terminal-screen.ts";

async function screenAfter(text: string, size = { cols: 20, rows: 5 }) {
	let changes = 0;
	const replies: string[] = [];
	const screen = openTerminalScreen({ ...size, onChange: () => changes++, onReply: (keys) => replies.push(keys) });
	screen.write(new TextEncoder().encode(text));
	await until(() => changes === 1);
	return { screen, replies };
}

test("rows match the terminal, with colors and cursor", async () => {
	const { screen } = await screenAfter(
		"plain\r\n\x1b[1;31mred\x1b[0m and \x1b[48;2;1;2;3mrgb\x1b[0m\r\n漢字\r\nname: ",
	);
	expect(screen.rows("|")).toEqual([
		"plain",
		"\x1b[0;1;38;5;1mred\x1b[0m and \x1b[0;48;2;1;2;3mrgb\x1b[0m",
		"漢字",
		"name: |",
		"",
	]);
});

test("overwritten, erased and scrolled text is gone", async () => {
	const { screen } = await screenAfter("1\r\n2\r\n3\r\n4\r\n5\r\n6 six\x1b[3D\x1b[K\x1b[H2!\x1b[?25l");
	expect(screen.rows("|")).toEqual(["2!", "3", "4", "5", "6"]);
});

test("a full-screen program uses the alternate screen, and the normal one is restored", async () => {
	const { screen } = await screenAfter("before\x1b[?1049h\x1b[2J\x1b[Hinside");
	expect(screen.rows("")[0]).toBe("inside");
	let done = false;
	screen.write(new TextEncoder().encode("\x1b[?1049l"));
	screen.write(new TextEncoder().encode(""));
	await until(() => {
		done = screen.rows("")[0] === "before";
		return done;
	});
});

test("queries are answered and keyboard modes are tracked", async () => {
	const { screen, replies } = await screenAfter("ab\x1b[6n\x1b[?1h\x1b[?2004h");
	expect(replies).toEqual(["\x1b[1;3R"]);
	expect(screen.keyboard).toEqual({ applicationCursor: true, bracketedPaste: true });
	screen.resize({ cols: 30, rows: 2 });
	expect(screen.rows("")).toEqual(["ab", ""]);
});
