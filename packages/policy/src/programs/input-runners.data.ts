/** A program that runs commands which it finds in the text on its input. */
export interface InputRunner {
	/** It does so only when one of its arguments looks like this; without it, always. */
	readonly when?: RegExp;
	/** Where the commands stand in the text: the first group. */
	readonly commands: RegExp;
}

const everything = /([\s\S]+)/g;
const behindExclamationMark = /^\s*:?!\s*(.+)$/gm;

export const inputRunners: ReadonlyMap<string, InputRunner> = new Map(
	Object.entries<InputRunner>({
		at: { commands: everything },
		batch: { commands: everything },
		crontab: { commands: /^\s*(?:@\w+|(?:\S+\s+){4}\S+)\s+(.+)$/gm },
		ed: { commands: behindExclamationMark },
		ex: { commands: behindExclamationMark },
		expect: { commands: /\b(?:spawn|exec|system)\s+(.+)$/gm },
		ftp: { commands: behindExclamationMark },
		gdb: { commands: /^\s*(?:shell|!)\s*(.+)$/gm },
		gnuplot: { commands: /^\s*(?:!|system)\s*(.+)$/gm },
		lftp: { commands: behindExclamationMark },
		make: {
			when: /^(?:-f|--file=|--makefile=)?(?:-|\/dev\/stdin)$/,
			commands: /(?:^\t|[;]|!=|\$\(shell)\s*[@+-]*(.+?)\)?$/gm,
		},
		gmake: {
			when: /^(?:-f|--file=|--makefile=)?(?:-|\/dev\/stdin)$/,
			commands: /(?:^\t|[;]|!=|\$\(shell)\s*[@+-]*(.+?)\)?$/gm,
		},
		mysql: { commands: /(?:\\!|^system)\s*(.+)$/gm },
		nmap: { commands: behindExclamationMark },
		parallel: { commands: /^(.+)$/gm },
		psql: { commands: /\\!\s*(.+)$/gm },
		sftp: { commands: behindExclamationMark },
		sqlite3: { commands: /^\s*\.(?:shell|system)\s+(.+)$/gm },
		tclsh: { commands: /\b(?:exec|system)\s+(.+)$/gm },
	}),
);
