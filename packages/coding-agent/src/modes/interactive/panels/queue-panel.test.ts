import { expect, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { queuedTexts } from "../input/queued-texts.ts";
import { QueuePanel } from "./queue-panel.ts";

const user = (content: string) => ({ role: "user" as const, content, timestamp: 0 });

test("nothing queued takes no room", () => {
	expect(new QueuePanel(() => queuedTexts({ steering: [], followUps: [] }), plainTheme, "Alt+Up").render(80)).toEqual(
		[],
	);
});

test("queued messages are numbered by when they will be said", () => {
	const queued = queuedTexts({
		steering: [user("also update\nthe README")],
		followUps: [user("then test"), user("then push")],
	});
	expect(new QueuePanel(() => queued, plainTheme, "Alt+Up").render(40)).toEqual([
		" Steering · 1",
		"   1. also update the README",
		" Queued for after this turn · 2",
		"   1. then test",
		"   2. then push",
		"   └ Alt+Up to edit",
	]);
});
