import { expect, test } from "bun:test";
import { rankByName } from "./rank-by-name.ts";

const commands = [
	{ name: "guided-goal", description: "Find a goal" },
	{ name: "goal", description: "Work until it is done" },
	{ name: "model", aliases: ["models"], description: "Switch model" },
	{ name: "move", description: "Move the session to another folder" },
];
const ranked = (query: string) => rankByName(query, commands, (command) => command).map(({ name }) => name);

test("nothing typed lists everything in its order", () => {
	expect(ranked("")).toEqual(["guided-goal", "goal", "model", "move"]);
});

test("the exact name comes before names that begin so, and those before letters in order", () => {
	expect(ranked("goal")).toEqual(["goal", "guided-goal"]);
	expect(ranked("mo")).toEqual(["model", "move"]);
	expect(ranked("mv")).toEqual(["move"]);
	expect(ranked("models")).toEqual(["model"]);
});

test("descriptions are searched only when no name fits", () => {
	expect(ranked("another folder")).toEqual(["move"]);
	expect(ranked("m")).not.toContain("goal");
});
