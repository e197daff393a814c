const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Words in names of files and folders that mean there what they mean to any engineer; the plural follows. */
export const plainWords = words(`
abort accent accepts active activity adapt advisor after again against agent ahead ai alias alike all allow and
animations answer answered api app appearance append apply architecture archive args argument as ascii ask asked
assert assets assist assistant ast async at atomic attach attachments attempt auth authorization authorize auto
automatic background bad band banner bare barrels baseline bases be begin bench benchmark binary blind blobs board
body bomb border box braces branch bridge browser budgets buffer build built builtin bundle bundled by byte c ca cache
call callback candidates captured caret carry cd chain change changed changelog character chat check checked checkout
child choice choose chord chunks claims clash classify clean clear cli client clipboard clock clone closed cloud
cluster coalesce code coerce cold collab collect collector color command comments commit compact compactor complete
completion component compose composer conditional config confirm conflict connect connection consent container
contract contrast control controlled converse convert copy copyable corpus cost count cpp cpu crash create critical
csi custom cut cycle database day db dead deadline debug decision deeper delay deletes deletions deliver deltas demo
dequeue dereference derive describe details device diagnostic diff differences directory dirs discover discovered
disguised disk dispatch display docs document dot down draft draw drawn drop dump e2e early edit editing editor
embedded emoji encode endpoint engine enhanced enter env envelope environment equivalence error escapes estimate eval
event every everything examples exception exchange exec execute execution exit expand experimental export external
externally extra facts failed failure fake fallback family fast faults fence fetch fetched fetchers field fifo file
filter find finder finish first fit fix fixture flag flight flows folder for force fork format former forwarder found
framing fresh from fullscreen function fuzz fuzzy gate gateways gc generate generated generative get glob global
glossary glyphs go goal grammar graphemes grep groups growing growth guard guided hanging has header heavy help helper
hide highlight highlighter hint history hooks hostile hosting hot hotkeys http hunk hyperlink identity idle ignore
image import in index indexing init initial inline input install instance instructions interactive intercept
interceptor interpreter interrupt interrupted invoke io is isolated issues items keep kept key keybindings keymap
keywords kill killed kind languages large last latest launch launcher layout lazy leading leak leaked leave legacy
length level limit line link list listed listener listing literal live llm load loaded loader loading local locate
lock log login logo logout long loop loopback made main make management manager manifest manual map mark markers
markup match matcher matching md measure measured member memory mentions menu merge message meta metadata meter middle
migrate migrations minimize misread model modules motions mouse move must mutate name named narrow native navigate
navigator ndjson nearest never new newest no noise not note notebook notification notifier number numbered oauth
object odd of offline old on once only open opening operations options orphans out outdated output outside over
overflow overlay oversized own package pad padded page paint panel parameter params parse partial partly parts
passages paste pasted patch patched pattern peek persistent phase pick picker picking picture pictured pin pinned
pipes pixels plain plainly plan play point policy poll pool position post power pr preference prefix preload prepare
presets preview price print printed privileges problem process product programs progress project prompt prompting
prose protocol provider proxy prune pty public punctuation queue queued quiet quote quoted random rank raw rc read
readable realign reasoning rebuild receive recent record recorded recorder recover recovery redact reduce reference
refine refresh refusals refuse region registry regular reindent relay release remap remember reminder remote remove
rename render renewed repair replace replacements reply report repository request requirements requires reserve reset
resize resolve response restore restored result resume retry reveal review rewrite rewritten ring root router routes
row rpc rule runner running runtime sample sampling sanitize save scan scanned scanner scenarios scene scheduler
schema schemes scope scoped screen script scripted sdk search searchable secrets seeded segment select separators
sequence serialize serve server service session set setting shadow shape share shared shell shipped short show shut
sign signals signature silent similar similarity simple sink size sized skills slash slice small smooth space spaced
spacer span speaker spec speech speed split splitter spots sse sso stable staged stale stalling stalls start startup
state stats status steady step stop storage store stored strategy stream streaming strict structural sts style
subagent submit suffix summarize summarizer summary switch switchable symbols syntax system table tabs tag tail take
target task team template terminal test testing text theme thinking thread threshold through tidy time timing tips
title to todo toggle token tokenize tool totals touched trailing transform transport tree trouble truncate truncated
tty tui two type typed typing ui unanswered undo unexpected unlocked unseen unset until unused unwrap upgrade uri
usage use user value variable variants verified verify version virtual visible vision visual wait walk wanted wants
warning watch watchdog web welcome wheel which whitespace whole widgets width wildcard window with without word
workspace workstation world wrap wrappers write writer writing written
`);

/** Products, formats, protocols and models. */
export const properNames = words(`
acp amazon ansi anthropic aws azure bash bedrock bm25 claude cloudflare codex copilot cursor deepseek direnv docx duo
epub fish foundry gemini gemma git github gitlab glm google harmony hermes hindsight html iterm javascript json kilo
kimi kitty linux litellm llama lm lsp markdown mcp minimax mistral mnemopi moonshot node npm ollama omp openai
openrouter pdf pi png pptx python qwen qwen3 ripgrep rtf sed sixel solarized sqlite studio tar tmux vertex wasm xdg
xlsx xml yaml yml zai zip zsh
`);

/** Words used in a sense that has to be guessed. Rename the files or explain the word; the list only gets shorter. */
export const wordsToReplace = words(`
apart chips chrome companions condenser condensers desk greeter guidance judges keeper look looks maintenance offered
pruner remedies rewinder ruins settler spiral spoken stage standing talk tell upkeep
`);
