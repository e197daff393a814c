import type { Model } from "@oh-my-pi/pi-ai/model/model";

export type Json = Record<string, unknown>;

/** Violations in an encoded request, as the API would report them; empty if it is valid. */
export type RequestRules = (body: Json, model: Model) => string[];

export class Complaints {
	readonly list: string[] = [];

	/** Records the violation unless the condition holds. */
	unless(condition: boolean, complaint: string): void {
		if (!condition) this.list.push(complaint);
	}
}

export function objects(value: unknown): Json[] {
	return Array.isArray(value) ? value.filter((item): item is Json => typeof item === "object" && item !== null) : [];
}

export function object(value: unknown): Json {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

export function isFilled(value: unknown): boolean {
	return typeof value === "string" && value.trim() !== "";
}

export function sameItems(left: readonly unknown[], right: readonly unknown[]): boolean {
	return JSON.stringify(left) === JSON.stringify(right);
}

/** Roles must alternate, starting with the user. */
export function checkTurns(roles: readonly unknown[], answering: string, complaints: Complaints): void {
	complaints.unless(roles.length > 0, "there are no messages");
	complaints.unless(roles[0] === "user", "the first message is not the user's");
	for (const [index, role] of roles.entries()) {
		complaints.unless(role === "user" || role === answering, `message ${index} has the role ${role}`);
		complaints.unless(role !== roles[index - 1], `messages ${index - 1} and ${index} have the same role`);
	}
}
