#!/usr/bin/env node
// Starts omp where the install script could not put the executable in this file's place: with --ignore-scripts, on
// Windows, and with package managers that do not run install scripts.
const { spawn } = require("node:child_process");
const { findExecutable } = require("../find-executable.cjs");

function main() {
	let executable;
	try {
		executable = findExecutable();
	} catch (error) {
		console.error(`omp: ${error.message}`);
		process.exitCode = 1;
		return;
	}
	const args = process.argv.slice(2);
	// Newer versions of Node can become the executable.
	if (process.platform !== "win32" && process.execve) process.execve(executable, [executable, ...args], process.env);
	stayFor(spawn(executable, args, { stdio: "inherit" }));
}

/** Passes signals on, and ends as the child does. */
function stayFor(child) {
	const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
	// The terminal sends SIGINT to the child too.
	const pass = (signal) => signal !== "SIGINT" && child.kill(signal);
	for (const signal of signals) process.on(signal, pass);
	child.on("error", (error) => {
		console.error(`omp: ${error.message}`);
		process.exitCode = 1;
	});
	child.on("exit", (code, signal) => {
		for (const name of signals) process.off(name, pass);
		if (signal) process.kill(process.pid, signal);
		else process.exitCode = code;
	});
}

main();
