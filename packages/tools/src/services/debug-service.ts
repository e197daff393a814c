import type { AdapterCatalog } from "@oh-my-pi/pi-dap/adapter/adapter-catalog";
import type { Debugger } from "@oh-my-pi/pi-dap/session/debugger";

/** Debuggers and their one session. */
export interface DebugService {
	/** Loaded with the first call, and shared by all conversations of a session. */
	readonly load: () => Promise<Debugger>;
	/** The adapters for a folder: those that omp knows and those of configuration files. */
	readonly adapters: (cwd: string) => Promise<AdapterCatalog>;
}
