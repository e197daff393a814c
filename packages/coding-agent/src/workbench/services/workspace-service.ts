import type { WorkspaceService } from "@oh-my-pi/pi-tools/services/services";
import type { WorkingFolder } from "../../conversation/operations/move-session.ts";
import { lazyUserKeyPlaces } from "../../process/user-key-places.ts";
import { isGitCommandUntrusted, isGitUntrusted } from "../../trust/git/git-trust.ts";
import type { Workbench } from "../workbench.ts";
import { localWorkTree } from "./work-tree.ts";

/** The folder that tools work in, and what its repository may do. */
export function workspaceService(workbench: Workbench, folder: WorkingFolder): WorkspaceService {
	const { host, agentDir, gate } = workbench;
	const env = workbench.env.command;
	const box = workbench.features.box?.serviceFor(() => folder.path);
	return {
		cwd: () => folder.path,
		home: host.home,
		...(box && { temporary: box.temporary }),
		agentDir,
		keyPlaces: lazyUserKeyPlaces(host, agentDir),
		env,
		now: host.now,
		isGitUntrusted: (cwd = folder.path) => isGitCommandUntrusted(gate.at(cwd), env),
		workTree: localWorkTree((cwd) => isGitUntrusted(gate.at(cwd), env), env),
	};
}
