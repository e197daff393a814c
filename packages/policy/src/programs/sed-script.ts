/** What a sed script does besides editing. */
export interface SedEffects {
	/** Command lines it runs. */
	readonly runs: readonly string[];
	/** It also runs the text that it edits. */
	readonly runsText: boolean;
	readonly writes: readonly string[];
}

export function sedEffects(args: readonly string[]): SedEffects {
	const expressions = args.flatMap((arg, index) => {
		if (/^(?:-\w*e|--expression)$/.test(args[index - 1] ?? "")) return [arg];
		const joined = /^(?:--expression=|-e)([\s\S]+)$/.exec(arg)?.[1];
		return joined === undefined ? [] : [joined];
	});
	const script = expressions.length > 0 ? expressions : args.filter((arg) => !/^-/.test(arg)).slice(0, 1);
	return findEffects(script.join("\n"));
}

function findEffects(script: string): SedEffects {
	const runs: string[] = [];
	const writes: string[] = [];
	let runsText = false;
	let rest = script;
	const take = (pattern: RegExp) => {
		const found = pattern.exec(rest);
		if (found) rest = rest.slice(found[0].length);
		return found;
	};
	while (rest !== "") {
		take(address);
		const [, command = ""] = take(/^([\s\S])/) ?? [];
		if (command === "s" || command === "y") {
			const [, , , replacement = "", flags = ""] = take(substitution) ?? [];
			if (/e/.test(flags.replace(/w.*/, ""))) {
				runsText = true;
				runs.push(replacement.replace(/\\(.)/g, "$1"));
			}
			writes.push(...(/w\s*(\S+)/.exec(flags)?.slice(1) ?? []));
		} else if (command === "e") {
			const [line = ""] = take(/^[^\n}]*/) ?? [];
			if (line.trim() === "" || line.trim() === ";") runsText = true;
			else runs.push(line.trim());
		} else if (command === "w" || command === "W") writes.push(...(take(/^\s*([^\n;}]*)/)?.slice(1) ?? []));
		else if (/[aicrRbtT:#]/.test(command)) take(/^[^\n]*/);
	}
	return { runs, runsText, writes };
}

const address = /^(?:[\s;{}!,~+\d$]|\/(?:\\.|\[[^\]]*\]|[^/\\])*\/[IM]?|\\([^\\\n])(?:\\.|(?!\1)[^\\])*\1[IM]?)*/;
const substitution = /^([^\w\s\\])((?:\\[\s\S]|(?!\1)[^\\])*)\1((?:\\[\s\S]|(?!\1)[^\\])*)\1([^\n;}]*)/;
