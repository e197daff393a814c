import { copiedOver, moved, removed } from "../usage/file-losses.ts";
import { each, type Usages } from "../usage/usage.ts";

const packing = "-k/--keep -d/--decompress -c/--stdout -v/--verbose -f/--force -l/--list -t/--test -# -q/--quiet -n";

/** Files and folders, and the shell's own commands. */
export const fileUsages: Usages = {
	mkdir: { operands: "write", options: "-p/--parents -v/--verbose -m/--mode=" },
	touch: { operands: "write", options: "-d/--date= -t= -c/--no-create -a -m -r/--reference=<" },
	tee: { operands: "write", options: "-a/--append -i" },
	rmdir: { operands: "write", options: "-p/--parents -v/--verbose --ignore-fail-on-non-empty" },
	rm: {
		operands: "write",
		options: "-r/-R/--recursive -f/--force -v/--verbose -d/--dir -i -I --preserve-root --one-file-system",
		check: removed,
	},
	mv: {
		operands: "write",
		options: "-f/--force -n/--no-clobber -v/--verbose -u/--update -i -T/--no-target-directory",
		check: moved,
	},
	cp: {
		operands: "text",
		options: `-r/-R/--recursive -f/--force -n/--no-clobber -v/--verbose -u/--update -i -p --preserve[=] -L/--dereference -H
			-T/--no-target-directory`,
		check: copiedOver,
	},
	chmod: {
		options: "-v/--verbose -c/--changes -f/--silent/--quiet",
		first: /^(?:[0-7]{3}|[ugoa]*[-+=][rwxX]+)$/,
		check: ({ operands }, place) => {
			const outside = operands.slice(1).find(({ text }) => !place.mayWrite(text.replace(/\/?[^/]*[*?[{].*$/, "/_")));
			return outside && `Changes files outside the project or what runs next: ${outside.shown}`;
		},
		operands: "text",
	},
	...each("sleep wait exit return true false", { operands: /^[\w.]*$/ }),
	set: {
		options: "-e -u -x -o= +e +u +x",
		operands: "none",
		check: ({ options }) =>
			options.some(({ value }) => value && !/^(?:pipefail|errexit|nounset|xtrace)$/.test(value.text))
				? "Changes how the shell reads commands"
				: undefined,
	},
	...each("gzip gunzip bzip2 xz", { operands: "write", options: packing }),
};
