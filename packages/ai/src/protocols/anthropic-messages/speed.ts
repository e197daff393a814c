import { scopeOf } from "../../adapt/scope.ts";
import type { ProviderError } from "../../errors/provider-error.ts";
import type { Model } from "../../model/model.ts";
import { compareVersions, parseVersion } from "../../model-id/model-version.ts";
import type { ModelCall } from "../../protocol/protocol.ts";
import { isOfficialHost } from "./thinking.ts";

/** Whether to request fast mode: wanted, supported, and not refused before. */
export function asksForSpeed(call: ModelCall): boolean {
	const { model, options, memory } = call;
	if (options.serviceTier !== "priority" && options.serviceTier !== "claude-only") return false;
	return isOfficialHost(model) && hasFastMode(model) && memory?.get(keyOf(call)) !== true;
}

/** Disables fast mode for the session when the account lacks it. */
export function learnSpeed(error: ProviderError, call: ModelCall): boolean {
	const refused =
		[400, 403, 404, 422, 429].includes(error.status ?? 0) && /\bspeed\b|fast[ -]?mode/i.test(error.message);
	if (!refused || !call.memory || !asksForSpeed(call)) return false;
	call.memory.set(keyOf(call), true);
	return true;
}

/** The price factor of the served speed. */
export function speedFactor(model: Pick<Model, "id">, speed: string | undefined): number {
	if (speed !== "fast") return 1;
	return compareVersions(parseVersion(model.id), [4, 8]) >= 0 ? 2 : 6;
}

function hasFastMode({ id }: Model): boolean {
	return /^claude-opus-/.test(id) && compareVersions(parseVersion(id), [4, 6]) >= 0;
}

function keyOf(call: ModelCall): string {
	return `no-speed:${scopeOf(call.model)}`;
}
