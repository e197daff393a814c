import { expect } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type Effort, efforts } from "../message.ts";
import type { Model } from "../model/model.ts";
import { clampEffort } from "./effort.ts";

const withEfforts = (...supported: Effort[]) =>
	({ reasoning: true, thinking: { mode: "effort", efforts: supported } }) as unknown as Model;

verifies("ai-streaming:thinking:clamp", () => {
	const clamped = (model: Model) => efforts.map((effort) => clampEffort(model, effort));
	expect(clamped(withEfforts("low", "medium", "high"))).toEqual(["low", "low", "medium", "high", "high", "high"]);
	expect(clamped(withEfforts("max", "high"))).toEqual(["high", "high", "high", "high", "high", "max"]);
	expect(clamped(withEfforts("minimal", "xhigh"))).toEqual([
		"minimal",
		"minimal",
		"minimal",
		"minimal",
		"xhigh",
		"xhigh",
	]);
	expect(clamped(withEfforts())).toEqual(efforts.map(() => undefined));
});
