import { expect, test } from "bun:test";
import { newestOfFamily, withoutDatedCopies } from "./newest-models.ts";

const models = (...ids: string[]) => ids.map((id) => ({ provider: "p", id }));

test("models: dated copies of a model that has a plain name are left out", () => {
	const all = models("claude-opus-5", "claude-opus-5-20260101", "gpt-5-2026-01-31", "gpt-5", "only-20250101");
	expect(withoutDatedCopies(all).map(({ id }) => id)).toEqual(["claude-opus-5", "gpt-5", "only-20250101"]);
});

test("models: the newest of a family has the highest version", () => {
	const newest = (id: string, ...others: string[]) => {
		const all = models(id, ...others);
		return newestOfFamily(all[0] ?? { provider: "p", id }, all).id;
	};
	expect(newest("claude-opus-4-8", "claude-opus-5", "claude-opus-5-5", "claude-sonnet-6")).toBe("claude-opus-5-5");
	expect(newest("claude-opus-5", "claude-opus-4-8", "claude-opus-4")).toBe("claude-opus-5");
	expect(newest("gpt-5.1", "gpt-5.2", "gpt-5.10", "gpt-6-mini")).toBe("gpt-5.10");
	expect(newest("gpt-4o", "gpt-5")).toBe("gpt-4o");
	expect(newestOfFamily({ provider: "p", id: "x-1" }, [{ provider: "q", id: "x-2" }])).toEqual({
		provider: "p",
		id: "x-1",
	});
});
