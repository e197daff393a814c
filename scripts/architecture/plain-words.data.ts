const words = (text: string): readonly string[] => text.trim().split(/\s+/).filter(Boolean);

/** Words in file and folder names with their ordinary meaning; plurals and participles are derived. */
export const plainWords = words(`
site dev advisory cheat sheet documentation paper recorded forum card comment discussion pull reader store registry tier two
arktype group optional expression later order canvas diagram driver example everyday shortcut flowchart label mermaid newcomer older published required reserved planned wizard tester resource added
add inspect approved form shown rich dependency above unchanged
ready bytecode contact option destruction awk usage subset vault keyring sealed data withheld credentials memory hidden dumpable work loss sql daily desk reach
bun git harmless may same invocation trace
admission billing caps govern inbox spend worst backend forever isolate isolation three way worktree
abort piece decode gone judge send structure accent left trust ledger gate survey tighten available damage interruption slip spelling network commonmark math accept active activity adapt advisor after again against agent ahead ai alias alike all allow and arithmetic everyday indirect links permissions unknown
animation answer api app appearance append apply architecture archive args argument as ascii ask assert asset assist
assistant ast async at atomic attach attachment attempt auth authorization authorize auto automatic background bad
band banner bare barrel base baseline be begin behind bench benchmark beside binary blind blob board body bomb border
box brace branch bridge browser budget buffer build built builtin bundle by byte c ca cache call callback candidate
captured caret carry case cd chain change changelog character chat cheap cheaper propose proposal sync head check checkout child choice choose chord chunk claim
clash classify clean clear cli client clipboard clock clone closed cloud cluster coalesce code coerce cold collab
collect collector color command comments commit compact compactor compile complete completion component compose
composer conditional config confirm conformance form free conflict connect connection consent container contract contrast control controlled
converse convert copy copyable core corpus cost count cpp cpu crash create critical csi custom cut cycle database day
db dead deadline debug decision deeper delay deletes deletions deliver delivery delta demo depth dequeue dereference derive
describe detail device diagnostic diff difference directory dirs discover disguised disk dispatch display docs
document dot down draft draw drawn drop dump e2e early edit editor embedded emoji empty encode endpoint engine
enhanced enter env envelope environment equivalence error escapes estimate eval event every everything example
exception exchange exec executable execute execution exists exit expand experimental export extend extending external
externally extra facts failed failure fake fallback family fast fault feature fence fetch fetcher field fifo file
filter find finder finish first fit fix fixture flag flight flow folder for force fork format former forwarder found
framing fresh from fullscreen function fuzz fuzzy gate gateway gc generate generative get glob global glossary glyph
ctrl defect or passing surroundings svg told
go goal grammar grapheme grep groups growing growth guard guided handler hanging has header heavy help helper hide
highlight highlighter hint history hook hostile hosting hot hotkey http hunk hyperlink identity idle ignore image
import in index init initial inline input install installation instance instruction interactive intercept interceptor interpreter
interrupt invoke io is isolated issue item keep kept key keybinding keymap keyword kill kind language large last
late latest launch launcher layer layout lazy leading leak leave legacy length level library limit line link list listener literal
live llm load loader local locate lock log login logo logout long loop loopback mac machine made main make management manager
manifest manual map mark marker markup match matcher md measure member memory mention menu merge message meta method metadata
meter middle migrate migration minimize misread model module motion mouse move must mutate name narrow native navigate
navigator ndjson nearest never new newest no noise not note notebook notification notifier number oauth object odd of
offline old on once one only open operation options orphan out outcome outdated output outside over overflow overlay
oversized own package pad padded page paint panel parameter params parse part partial partly passage paste patch
pattern pauses peek persistent phase pick picker picture pin pinned pipe pixel plain plainly plan platform play point policy poll pool
position post power pr preconnect preference prefix preload prepare presets preview price print privilege problem process product
program progress project prompt prose protocol provider proxy prune pty public punctuation queue quiet quote random
rank raw rc read readable realign reason reasoning rebuild receive recent record recorder recover recovery redact
reduce reference refine refresh refusal refuse region registry regular reindent relay release remap remember reminder
remote remove rename render renderer renewed repair replace replacement reply report repository request requirement
requires reserve reset resize resolve response restore result resume retry reveal review rewrite rewritten ring root
route router row rpc rule runner running runtime sample sanitize save scan scanned scanner scenario scene scheduler
safety schema scheme scope screen script sdk search searchable secret seeded segment select separator sequence serialize
serve server service session set setting shadow shape share shell shipped short shortcut show shut sign signal signature silent
similar similarity simple sink size skill slash slice small smoke smooth space spacer span speaker spec speech speed split
splitter spots sse sso stable staged stale stall start startup state stats status steady step stop storage store
strategy stream strict structural sts stub style subagent submit suffix summarize summarizer summary switch switchable
symbol syntax system tab table tag tail take target task team template terminal test text theme thinking thread
threshold through tidy time tips title to todo toggle token tokenize tool total touched trailing transform transport
tree trouble truncate tty tui two type ui unanswered undo unexpected unlocked unread unseen unset until unused unwrap update
upgrade uri usage use user value variable variant verified verify version virtual visible vision visual wait walk want
warning watch watchdog web welcome wheel when which whitespace whole widget width wildcard window with without word
workspace workstation world wrap wrapper write writer written
bus typebox zod
access address alternates blogs boilerplate charset feed forums inside listening net network pretty safe safety shops site
chromium computer extract lifetime screenshot timed worker
`);

/** Products, formats, protocols and models. */
export const properNames = words(`
acp amazon ansi anthropic aws azure bash bedrock bm25 claude cloudflare codex copilot cursor deepseek direnv docx duo
epub fish foundry gemini gemma git github gitlab glm google harmony hermes hindsight html iterm javascript json jsonl kilo
kimi kitty linux litellm llama lm lsp markdown mcp minimax mistral mnemopi moonshot node npm ollama omp openai
openrouter pdf pi png pptx python qwen qwen3 ripgrep rtf sed sixel solarized sqlite studio tar tmux vertex wasm xdg
xlsx xml yaml yml zai zip zsh
challenge protected
arxiv bluesky discourse fediverse gist lobsters mdn reddit rfc rs stack hacker terraform wikipedia youtube wikidata
push
`);

/** Words used in an unusual sense. Rename the files or explain the word in the glossary; the list only gets shorter. */
export const wordsToReplace = words("");
