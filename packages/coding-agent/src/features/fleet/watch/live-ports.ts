import type { BlobStore } from "@oh-my-pi/pi-fleet/contract/blob-store";
import type { FleetQueue } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import type { Task } from "@oh-my-pi/pi-fleet/contract/task";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";

/** What the parts of the live view are given. */
export interface LivePorts {
	readonly queue: FleetQueue;
	readonly store: (task: Task) => Promise<BlobStore>;
	readonly theme: Theme;
	readonly keymap: Keymap;
	readonly now: () => number;
	/** Rows of the terminal. */
	readonly rows: () => number;
	readonly requestRender: () => void;
}
