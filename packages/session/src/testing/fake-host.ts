import type { Host } from "@oh-my-pi/pi-utils/host";
import type { SessionEnvironment } from "../log/session-environment.ts";
import { MemoryStorage } from "../storage/memory-storage.ts";

export interface FakeHost extends Host {
	/** Advances the clock. */
	advance(milliseconds: number): void;
}

export const START = Date.parse("2026-11-15T02:36:32.437Z");

/** A host whose ids count up from 1 and whose clock only moves when told. */
export function fakeHost(given: Partial<Pick<Host, "cwd" | "home" | "env">> = {}): FakeHost {
	let ids = 0;
	let now = START;
	return {
		cwd: "/work/app",
		home: "/home/me",
		env: {},
		...given,
		now: () => now,
		newId: () => {
			const digits = (++ids).toString(16).padStart(8, "0");
			return `01a1dd10-4135-7425-978c-8e0e${digits}`;
		},
		advance: (milliseconds) => {
			now += milliseconds;
		},
	};
}

export function memoryEnvironment(given: Partial<SessionEnvironment> = {}): SessionEnvironment {
	const host = given.host ?? fakeHost();
	return { host, agentDir: "/agent", storage: new MemoryStorage(host), ...given };
}
