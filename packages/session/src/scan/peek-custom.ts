import { type Envelope, shared } from "./envelope.ts";

/** Longer than the end that omp writes behind the data of such an entry. */
const MAX_TAIL_BYTES = 160;
const START = Buffer.from('{"type":"');
const PLAIN = "[ !#-\\[\\]-~]*";
const HEAD = new RegExp(`^\\{"type":"(custom|custom_message)","customType":"(${PLAIN})",`);
const TAIL = new RegExp(`,"id":"(${PLAIN})","parentId":(?:null|"(${PLAIN})"),"timestamp":"${PLAIN}"\\}$`);

/** Custom entries have their data first and end with what other entries begin with. */
export function peekCustom(line: Buffer, previousId: string | null): Envelope | undefined {
	const head = HEAD.exec(line.toString("latin1", 0, MAX_TAIL_BYTES));
	if (!head) return undefined;
	const tail = TAIL.exec(line.toString("latin1", Math.max(0, line.length - MAX_TAIL_BYTES)));
	if (!tail || line.indexOf(0) !== -1) return undefined;
	// Another beginning is a nested object at best; at worst a torn line that ran into the next.
	if (line.indexOf(START, 1) !== -1) return undefined;
	const [, type = "", customType = ""] = head;
	const [, id = "", parent] = tail;
	return {
		type: shared(detached(type)),
		id: detached(id),
		parentId: parent === undefined ? null : parent === previousId ? previousId : detached(parent),
		role: undefined,
		about: shared(detached(customType)),
		labels: undefined,
	};
}

/** A match is a view of the text it was found in and would keep all of that in memory. Plain ASCII only. */
function detached(text: string): string {
	return Buffer.from(text, "latin1").toString("latin1");
}
