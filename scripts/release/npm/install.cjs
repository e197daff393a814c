// Puts the executable in the place of the launcher, so that `omp` starts without Node. A hard link takes no space. When
// anything is in the way the launcher stays, which works too.
const { execFileSync } = require("node:child_process");
const { linkSync, renameSync, rmSync } = require("node:fs");
const { join } = require("node:path");
const { findExecutable } = require("./find-executable.cjs");
const { version } = require("./package.json");

const place = join(__dirname, "bin", "omp");
const temporary = join(__dirname, "bin", `omp.${process.pid}`);

// npm starts the file with Node on Windows, because it ends with no .exe. Yarn keeps packages in archives.
const isYarn = /^yarn\/(?!1\.)/.test(process.env.npm_config_user_agent ?? "");
if (process.platform !== "win32" && !isYarn) {
	try {
		const executable = findExecutable();
		const said = execFileSync(executable, ["--version"], { encoding: "utf8" }).trim();
		if (said !== `omp/${version}`) throw new Error(`${executable} is ${said}, not omp/${version}`);
		linkSync(executable, temporary);
		renameSync(temporary, place);
	} catch (error) {
		rmSync(temporary, { force: true });
		console.error(`omp: started through Node, which is slower: ${error.message}`);
	}
}
