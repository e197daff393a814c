import { FleetError } from "../contract/fleet-error.ts";

/** A page starts after the number of the last task of the page before. */
export function parseCursor(after: string | undefined): number {
	if (after === undefined) return 0;
	if (/^\d{1,15}$/.test(after)) return Number(after);
	throw new FleetError("invalid", `"${after}" is not the mark of a page. Start from the first page.`);
}
