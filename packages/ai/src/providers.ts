import { definedMembers } from "@oh-my-pi/pi-utils/defect";
import type { Provider } from "./provider.ts";
import { clouds } from "./providers/lists/clouds.ts";
import { gateways } from "./providers/lists/gateways.ts";
import { hosts } from "./providers/lists/hosts.ts";
import { local } from "./providers/lists/local.ts";
import { plans } from "./providers/lists/plans.ts";
import { vendors } from "./providers/lists/vendors.ts";
import { offline } from "./providers/offline.ts";

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
