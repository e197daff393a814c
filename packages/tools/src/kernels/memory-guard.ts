import { totalmem } from "node:os";
import { residentBytes } from "@oh-my-pi/pi-natives/process/process-memory";

/** Beyond this a cell would take the machine down with it. */
export const defaultMaxMemoryBytes = Math.floor(totalmem() * 0.6);

const checkEveryMs = 250;

/** Watches what a process holds and says so, once, when that is too much. */
export function watchMemory(pid: number, maxBytes: number, onTooMuch: () => void): Disposable {
	const timer = setInterval(() => {
		if ((residentBytes(pid) ?? 0) <= maxBytes) return;
		clearInterval(timer);
		onTooMuch();
	}, checkEveryMs);
	timer.unref();
	return { [Symbol.dispose]: () => clearInterval(timer) };
}
