import { expect, test } from "bun:test";
import { chooseDelivery, type PrimaryState } from "./delivery-policy.ts";

const running: PrimaryState = {
	isRunning: true,
	isInterrupted: false,
	isPlanning: false,
	hasAnswered: false,
	isImmune: false,
	mayStartRuns: true,
	hasStartedEnough: false,
};
const answered: PrimaryState = { ...running, isRunning: false, hasAnswered: true };
const brokenOff: PrimaryState = { ...answered, hasAnswered: false };

function all(state: PrimaryState): string[] {
	return (["nit", "concern", "blocker"] as const).map((severity) => chooseDelivery(severity, state));
}

test("only concerns and blockers interrupt a run, and not soon after another one or while planning", () => {
	expect(all(running)).toEqual(["aside", "steer", "steer"]);
	expect(all({ ...running, isImmune: true })).toEqual(["aside", "aside", "aside"]);
	expect(all({ ...running, isPlanning: true })).toEqual(["aside", "aside", "aside"]);
});

test("after the answer only a blocker starts a run; one that broke off is resumed by a concern, too", () => {
	expect(all(answered)).toEqual(["keep", "keep", "start"]);
	expect(all(brokenOff)).toEqual(["keep", "start", "start"]);
	expect(all({ ...brokenOff, isPlanning: true })).toEqual(["keep", "keep", "keep"]);
});

test("nothing restarts what the user has interrupted", () => {
	for (const state of [running, answered, brokenOff]) {
		expect(all({ ...state, isInterrupted: true })).toEqual(["keep", "keep", "keep"]);
	}
});

test("where a run could not be shown, what would start one waits for the next prompt", () => {
	expect(all({ ...answered, mayStartRuns: false })).toEqual(["keep", "keep", "hold"]);
	expect(all({ ...running, mayStartRuns: false })).toEqual(["aside", "steer", "steer"]);
});

test("advisors that have started enough runs start no more, but still interrupt the one that goes on", () => {
	for (const state of [answered, brokenOff]) {
		expect(all({ ...state, hasStartedEnough: true })).toEqual(["keep", "keep", "keep"]);
	}
	expect(all({ ...running, hasStartedEnough: true })).toEqual(["aside", "steer", "steer"]);
});
