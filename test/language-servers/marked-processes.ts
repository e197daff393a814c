import { readdirSync, readFileSync } from "node:fs";

/** Whatever a program starts inherits it, also when it leaves its group and its parent. */
export const markVariable = "OMP_TEST_MARK";

/** The processes that have this value of the variable. */
export function marked(mark: string): number[] {
	const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
	return pids.filter((pid) => read(`/proc/${pid}/environ`).includes(`${markVariable}=${mark}\0`)).map(Number);
}

export const commandLine = (pid: number) => `${pid} ${read(`/proc/${pid}/cmdline`).replaceAll("\0", " ")}`;

/** Empty for a process that has gone. */
function read(file: string): string {
	try {
		return readFileSync(file, "latin1");
	} catch {
		return "";
	}
}
