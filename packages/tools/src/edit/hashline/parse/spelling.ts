export interface RespelledOp {
	readonly line: string;
	readonly warning: string;
}

const verbs: Readonly<Record<string, "PUT" | "CUT" | "INSERT" | "REPLACE" | "REM" | "MV">> = {
	put: "PUT",
	set: "REPLACE",
	replace: "REPLACE",
	rep: "REPLACE",
	sub: "REPLACE",
	update: "REPLACE",
	ins: "INSERT",
	insert: "INSERT",
	add: "INSERT",
	append: "INSERT",
	cut: "CUT",
	del: "CUT",
	delete: "CUT",
	remove: "CUT",
	rem: "REM",
	rm: "REM",
	mv: "MV",
	move: "MV",
	rename: "MV",
};

/** An op in another spelling: lowercase, `DEL 3-5`, `INSERT AFTER 4`, `L3`, `3,5`. `undefined` when it is none. */
export function respelledOp(written: string): RespelledOp | undefined {
	const source = written.trim().replace(/^[`*]+|[`*]+$/g, "");
	const [, word = "", rest = ""] = /^([A-Za-z]+)\b\s*(.*)$/.exec(source) ?? [];
	const verb = verbs[word.toLowerCase()];
	if (!verb) return undefined;
	const line = respelled(verb, rest.trim());
	if (line === undefined || line === written) return undefined;
	return { line, warning: `Read \`${written.trim()}\` as \`${line}\`.` };
}

function respelled(verb: (typeof verbs)[string], rest: string): string | undefined {
	// What deletes a whole file is not guessed.
	if (verb === "REM" || (verb === "CUT" && rest === "")) return undefined;
	if (verb === "MV") return rest === "" ? undefined : `MV ${rest.replace(/^(?:to|->|→)\s+/i, "")}`;
	const target = parseTarget(rest);
	if (!target) return undefined;
	const { place, register } = target;
	if (verb === "CUT") return `CUT ${place}${register}`;
	if (verb === "INSERT" && !/^[<>]/.test(place)) return undefined;
	const colon = verb === "PUT" ? target.colon : register === "" ? ":" : "";
	return `PUT ${place}${register}${colon}`;
}

const targetPattern =
	/^(?<gap>[<>]|after\b|before\b|at\b)?\s*(?:lines?\s*)?(?:(?<end>\$|end\b|eof\b)|[L#]?(?<start>\d+)(?:\s*(?:\.=|\.{2,3}|[-–,:]|to\b)\s*[L#]?(?<last>\d+)|(?<block>\*))?)\s*(?<register>@[A-Za-z0-9_-]+)?\s*(?<colon>:)?$/i;

function parseTarget(rest: string): { place: string; register: string; colon: string } | undefined {
	const groups = targetPattern.exec(rest)?.groups;
	if (!groups) return undefined;
	const { start = "", last, block = "", register, colon = "" } = groups;
	const gap = { "<": "<", before: "<", ">": ">", after: ">" }[groups.gap?.toLowerCase() ?? ""] ?? "";
	if (groups.end && gap === "<") return undefined;
	if (gap !== "" && last !== undefined) return undefined;
	const place = groups.end ? ">$" : `${gap}${start}${last === undefined ? block : `.=${last}`}`;
	return { place, register: register ? ` ${register}` : "", colon };
}
