import type { StatusSegment } from "./segment.ts";

export const gitSegment: StatusSegment = {
	name: "git",
	render({ git }, { theme, options, isShort }) {
		if (!git) return undefined;
		const { branch, staged, modified, untracked, ahead, behind } = git;
		const isClean = staged + modified + untracked === 0;
		const name = options.flag("showBranch", true) ? `${theme.symbol("icon.branch")} ${branch}` : "";
		const parts = [(isClean ? theme.statusLineGitClean : theme.statusLineGitDirty)(name)];
		if (!isShort) {
			if (ahead > 0) parts.push(theme.muted(`${theme.symbol("nav.up")}${ahead}`));
			if (behind > 0) parts.push(theme.muted(`${theme.symbol("nav.down")}${behind}`));
			if (staged > 0 && options.flag("showStaged", true)) parts.push(theme.statusLineStaged(`+${staged}`));
			if (modified > 0 && options.flag("showUnstaged", true)) parts.push(theme.statusLineDirty(`*${modified}`));
			if (untracked > 0 && options.flag("showUntracked", true)) parts.push(theme.statusLineUntracked(`?${untracked}`));
		}
		return parts.filter(Boolean).join(" ") || undefined;
	},
};

export const pullRequestSegment: StatusSegment = {
	name: "pr",
	render: ({ pullRequest }, { theme }) =>
		pullRequest === undefined ? undefined : theme.accent(`${theme.symbol("icon.pullRequest")}${pullRequest}`),
};
