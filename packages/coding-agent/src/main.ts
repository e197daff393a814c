#!/usr/bin/env bun
import { boxArgument } from "@oh-my-pi/pi-natives/sandbox/box-argument";

// The entrance of the sandbox is started with every shell, so it loads nothing of omp.
if (process.argv[2] === boxArgument) {
	void import("@oh-my-pi/pi-natives/sandbox/entrance/enter-box").then(({ enterBox }) =>
		enterBox(process.argv.slice(3)),
	);
} else {
	void import("./start.ts");
}
