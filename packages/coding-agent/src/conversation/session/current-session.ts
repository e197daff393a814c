import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { type ChangePorts, changeSession, type SessionChange } from "./change-session.ts";

interface CurrentSessionPorts extends Omit<ChangePorts, "log"> {
	/** The log was replaced, also when a failed change is undone. */
	readonly onLogReplaced: () => void;
	readonly onChanged: () => void;
	/** The session was changed by code of the current run, which goes on in the new one. */
	readonly onEnteredFromWithin: () => void;
}

/** The session of a conversation, and its changes, one after the other. */
export class CurrentSession {
	readonly #ports: () => CurrentSessionPorts;
	#log: SessionLog;
	#lastChange: Promise<unknown> = Promise.resolve();
	#pendingChanges = 0;

	constructor(log: SessionLog, ports: () => CurrentSessionPorts) {
		this.#log = log;
		this.#ports = ports;
	}

	get log(): SessionLog {
		return this.#log;
	}

	/** Resolves when no change is pending. */
	get settled(): Promise<unknown> {
		return this.#lastChange;
	}

	/** False when a hook canceled it. Atomic: a failure changes nothing. */
	change(change: SessionChange): Promise<boolean> {
		return this.#whenFree(change, this.#ports().stop);
	}

	/** For a caller inside the current run, which must not wait for its own end. False when another change is pending. */
	async enterFromWithin(change: SessionChange): Promise<boolean> {
		if (this.#pendingChanges > 0 || !(await this.#whenFree(change, async () => {}))) return false;
		this.#ports().onEnteredFromWithin();
		return true;
	}

	#whenFree(change: SessionChange, stop: ChangePorts["stop"]): Promise<boolean> {
		this.#pendingChanges++;
		const changing = this.#lastChange.then(async () => {
			const ports = this.#ports();
			const hasChanged = await changeSession(change, this.#changePorts(ports, stop));
			if (hasChanged) ports.onChanged();
			return hasChanged;
		});
		this.#lastChange = changing
			.catch(() => {})
			.finally(() => {
				this.#pendingChanges--;
			});
		return changing;
	}

	#changePorts(ports: CurrentSessionPorts, stop: ChangePorts["stop"]): ChangePorts {
		const session = this;
		return {
			...ports,
			stop,
			get log() {
				return session.#log;
			},
			set log(log: SessionLog) {
				session.#log = log;
				ports.onLogReplaced();
			},
		};
	}
}
