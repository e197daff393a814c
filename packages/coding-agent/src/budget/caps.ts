import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import { budgetSettings, type CapScope, type CapUnit, capScopes, capUnits } from "./budget-settings.ts";

/** Where spending is counted; `run` is this process, capped by flags. */
export type Scope = CapScope | "run";

export type Amounts = Readonly<Partial<Record<CapUnit, number>>>;

/** The caps in force by scope; scopes without any are absent. */
export type Caps = Readonly<Partial<Record<Scope, Amounts>>>;

/** `undefined` if nothing is capped. Called for every request, so it only reads settings that are cached. */
export function capsInForce(settings: SettingsReader, run: Amounts): Caps | undefined {
	const caps: Partial<Record<Scope, Amounts>> = {};
	for (const scope of capScopes) {
		for (const unit of capUnits) {
			const amount = settings.get(budgetSettings[scope][unit]);
			if (amount > 0) caps[scope] = { ...caps[scope], [unit]: amount };
		}
	}
	if (Object.values(run).some((amount) => amount > 0)) caps.run = run;
	return Object.keys(caps).length > 0 ? caps : undefined;
}
