import { definedMembers } from "@oh-my-pi/pi-utils/defect";
import type { Provider } from "../../model/provider.ts";
import { offline } from "../offline.ts";
import { clouds } from "./clouds.ts";
import { gateways } from "./gateways.ts";
import { hosts } from "./hosts.ts";
import { local } from "./local.ts";
import { plans } from "./plans.ts";
import { vendors } from "./vendors.ts";

/** In order of preference: for the default model, and among providers of the same model. */
export const builtInProviders: readonly Provider[] = definedMembers<Provider>("built-in providers", [
	...vendors,
	...plans,
	...clouds,
	...hosts,
	...gateways,
	...local,
	offline,
]);
