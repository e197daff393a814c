import { quoteForShell } from "./quote.ts";

/**
 * Shell code for the start of a shell: takes over the user's definitions, and puts back the environment that was given where
 * login files have changed it. What they add to PATH comes behind.
 */
export function initCode(env: Readonly<Record<string, string | undefined>>, snapshot: string): string {
	const given = Object.entries(env).flatMap(([name, value]) =>
		value !== undefined && isSettable(name) ? [`export ${name}=${quoteForShell(value)}`] : [],
	);
	return [snapshot, ...given, ...(env.PATH === undefined ? [] : mergePath(env.PATH)), ""].join("\n");
}

function mergePath(path: string): string[] {
	return [
		"OMP_CALL=$PATH:",
		`PATH=${quoteForShell(path)}`,
		'while [ -n "$OMP_CALL" ]; do',
		`case ":$PATH:" in *":\${OMP_CALL%%:*}:"*) ;; *) PATH="$PATH:\${OMP_CALL%%:*}" ;; esac`,
		`OMP_CALL=\${OMP_CALL#*:}`,
		"done",
	];
}

function isSettable(name: string): boolean {
	return /^[A-Za-z_]\w*$/.test(name) && !ownOfShells.test(name);
}

/** Kept by the shell itself, and read-only in some. */
const ownOfShells = /^(?:_|BASH\w*|EUID|IFS|LINENO|OLDPWD|PATH|PPID|PWD|SHELLOPTS|SHLVL|UID)$/;
