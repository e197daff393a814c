/** Variables with which programs only behave a little differently; anyone may set them for a command. */
export const harmlessVariables: ReadonlySet<string> = new Set(
	`NODE_ENV CI DEBUG VERBOSE LOG_LEVEL RUST_LOG RUST_BACKTRACE FORCE_COLOR NO_COLOR CLICOLOR COLOR TERM TZ LANG LANGUAGE LC_ALL
	LC_CTYPE PORT HOST GOOS GOARCH CGO_ENABLED GO111MODULE PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONHASHSEED
	PYTHONIOENCODING PYTHONWARNINGS DJANGO_DEBUG FLASK_ENV FLASK_DEBUG RAILS_ENV RACK_ENV APP_ENV ENVIRONMENT TEST COVERAGE
	UPDATE_SNAPSHOTS UPDATE_GOLDEN JEST_WORKER_ID VITEST DATABASE_URL_TEST COLUMNS LINES MALLOC_ARENA_MAX OMP_NUM_THREADS
	CARGO_TERM_COLOR CARGO_INCREMENTAL CARGO_PROFILE_DEV_DEBUG TOKIO_WORKER_THREADS HUSKY SKIP_ENV_VALIDATION
	NEXT_TELEMETRY_DISABLED DO_NOT_TRACK BROWSERSLIST_IGNORE_OLD_DATA MIX_ENV BABEL_ENV STORYBOOK_ENV SEED TIMEOUT RETRIES`
		.trim()
		.split(/\s+/),
);

/** Variables that decide which program runs, or hand it code: a list of what is known, and of how such names are made. */
const known =
	/^(?:PATH|IFS|ENV|SHELL|SHELLOPTS|BASHOPTS|BASH_.*|PS[0-4]|PROMPT_COMMAND|HOME|CDPATH|GLOBIGNORE|HISTFILE|TMPDIR|LD_.*|DYLD_.*|GCONV_PATH|LOCPATH|NLSPATH|MALLOC_CONF|TERMINFO.*|GIT_.*|SSH_.*|SUDO_.*|PAGER|.*_PAGER|MANPAGER|MANOPT|EDITOR|VISUAL|.*_EDITOR|BROWSER|LESS.*|MORE|RIPGREP_CONFIG_PATH|FZF_.*|BAT_.*|TAR_OPTIONS|ZIPOPT|UNZIP|GREP_OPTIONS|MAKEFLAGS|MFLAGS|GNUMAKEFLAGS|MAKEFILES|MAKE|CC|CXX|LD|AR|CPP|.*FLAGS|COMPILER_PATH|GCC_EXEC_PREFIX|CARGO_(?!TERM_COLOR|INCREMENTAL|PROFILE).*|RUSTC.*|RUSTFLAGS|RUSTDOC.*|GO(?:FLAGS|ENV|PROXY|ROOT|PATH|TOOLCHAIN|NOSUMCHECK|INSECURE)|NODE_(?!ENV$).*|NPM_.*|npm_.*|YARN_.*|PNPM_.*|BUN_.*|DENO_.*|PYTHON(?!UNBUFFERED|DONTWRITEBYTECODE|HASHSEED|IOENCODING|WARNINGS).*|PIP_.*|UV_.*|VIRTUAL_ENV|CONDA_.*|PERL.*|RUBY.*|GEM_.*|BUNDLE_.*|PHP.*|LUA_.*|JAVA_.*|_JAVA_OPTIONS|JDK_.*|CLASSPATH|MAVEN_.*|GRADLE_.*|ANT_.*|SBT_.*|DOCKER_.*|KUBE.*|HELM_.*|TF_.*|AWS_.*|GOOGLE_.*|AZURE_.*|ANSIBLE_.*|OPENSSL_.*|SSL_.*|CURL_.*|WGETRC|(?:HTTPS?|ALL|FTP|NO)_PROXY|(?:https?|all|ftp|no)_proxy|XDG_.*|DBUS_.*|DISPLAY|WAYLAND_.*|QT_.*|GTK_.*|PI_.*|OMP_(?!NUM_THREADS).*|CLAUDE_.*|RSYNC_.*|CVS_RSH|SVN_.*|HG.*|EXINIT|VIM.*|MYVIMRC|INPUTRC|SCREENRC|TMUX.*|POSIXLY_CORRECT|.*_COMMAND|.*ASKPASS|.*_(?:TOKEN|KEY|SECRET|PASSWORD))$/;

export function decidesForPrograms(name: string): boolean {
	return known.test(name);
}

/** Whether a variable of the shell can be given a value without changing what programs do. */
export function isOwnVariable(name: string): boolean {
	return harmlessVariables.has(name) || (/^(?:[a-z_]\w*|[A-Z][A-Z0-9]?)$/.test(name) && !decidesForPrograms(name));
}

/** Names that programs look up to load something, find something or talk to somebody. */
const reachingName =
	/(?:^|_)(?:ADDOPTS|OPTS?|OPTIONS|PLUGINS?|ARGS|ARGUMENTS|FLAGS?|PATHS?|COMMAND|CMD|HOOKS?|PRELOAD|REQUIRE|IMPORT|LOADER|MODULES?|CONFIG|RC|FILES?|DIR|FOLDER|ROOT|HOME|URLS?|URI|DSN|HOST|PROXY|SERVER|ENDPOINT|REGISTRY|INDEX|REPO|REMOTE|SHELL|EDITOR|EXEC|EXECUTABLE|BIN|BINARY|PROGRAM|INTERPRETER|PYTHON|NODE|RUBY|JAVA|COMPILER|WRAPPER|RUNNER|TOOL|HANDLER|SCRIPT|INIT|STARTUP|PROFILE|SETTINGS|TOKEN|KEY|SECRET|PASSWORD)$/i;

/**
 * Whether a variable can be set for a program: one that is known to be harmless, or one that no program is known to go by, with a
 * value that is neither a path, an address nor an option.
 */
export function isPlainSetting(name: string, value: string): boolean {
	if (harmlessVariables.has(name)) return true;
	if (decidesForPrograms(name) || reachingName.test(name)) return false;
	return /^(?!-)[\w.,:+-]{0,64}$/.test(value) && !value.includes("..");
}
