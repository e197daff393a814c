import { expect, test } from "bun:test";
import { nearest } from "./nearest.ts";

test("nearest: finds the word that was probably meant", () => {
	expect(nearest("--modle", ["--mode", "--model", "--continue"])).toEqual(["--mode"]);
	expect(nearest("--contnue", ["--mode", "--continue"])).toEqual(["--continue"]);
});

test("nearest: returns nothing when no candidate is close", () => {
	expect(nearest("--nonsense", ["--mode", "--continue"])).toEqual([]);
});
