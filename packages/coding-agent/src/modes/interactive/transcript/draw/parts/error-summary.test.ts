import { expect, test } from "bun:test";
import { errorSummary } from "./error-summary.ts";

test("of an error a person reads the message", () => {
	expect(errorSummary('529 {"type":"error","error":{"type":"overloaded","message":"Overloaded"}}')).toBe(
		"529 Overloaded",
	);
	expect(errorSummary('{"error":"no such model"}')).toBe("no such model");
	expect(errorSummary("connection reset\nby peer")).toBe("connection reset by peer");
	expect(errorSummary('half {"error":{"mess')).toBe('half {"error":{"mess');
	expect(errorSummary("x".repeat(1000))).toHaveLength(301);
});
