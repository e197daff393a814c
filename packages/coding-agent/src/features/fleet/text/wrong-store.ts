import type { Task } from "@oh-my-pi/pi-fleet/contract/task";

/** Why a store is not that of a task, if it is another one. */
export function wrongStore({ spec: { store } }: Pick<Task, "spec">, here: string): string | undefined {
	if (store === undefined || store === here) return undefined;
	return `The files of these tasks are in another store: ${store}; here it is ${here}. Set OMP_FLEET_STORE, or --store, to the same on every machine`;
}
