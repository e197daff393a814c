const { closeSync, openSync, readSync } = require("node:fs");
const { name } = require("./package.json");

/** The path of the executable, which is in the optional dependency for this platform. */
function findExecutable() {
	const wanted = `${name}-${platformId()}`;
	const file = process.platform === "win32" ? "omp.exe" : "omp";
	try {
		return require.resolve(`${wanted}/bin/${file}`);
	} catch {
		throw new Error(
			`The package ${wanted} is not installed. Either there is no omp for this platform, or optional dependencies were\n` +
				`left out (--omit=optional), or node_modules was copied from another system. Install again: npm install -g ${name}`,
		);
	}
}

function platformId() {
	const suffix = process.platform === "linux" && usesMusl() ? "-musl" : "";
	return `${process.platform}-${process.arch}${suffix}`;
}

/** The C library of Node is the system's; the beginning of its file names the loader. */
function usesMusl() {
	const start = Buffer.alloc(4096);
	const file = openSync(process.execPath, "r");
	try {
		readSync(file, start, 0, start.length, 0);
	} finally {
		closeSync(file);
	}
	return start.includes("/ld-musl-");
}

module.exports = { findExecutable };
