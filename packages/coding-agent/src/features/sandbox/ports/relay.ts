import type { Socket } from "node:net";

/** Carries what each of two connections says to the other, until both have ended or one breaks. */
export function relay(one: Socket, other: Socket): void {
	for (const [from, to] of [
		[one, other],
		[other, one],
	] as const) {
		from.on("error", () => to.destroy()).on("close", () => to.end());
		from.pipe(to);
	}
}
