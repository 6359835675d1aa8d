"""Asks everything that a server offers, at places of every kind."""

TEXT = """\
Collection: Ürbe 📦
Homepage: http://example.org/é
; by Ann <ann@example.org>

Fürst 📦

######
#@ $.#
#    #
######
Author: Ann

Solution 4/1
druR

; Zweite
■■■■■■
■♂●□◎■
■■■■■■

Third

[["#","S","B","T"]]

Half

#####
#@$ #

Last

#####
#@$x#
#####
Comment:
open
""".replace("#    #\n", "#    #  \n")  # Something to format.

# Title, board, moves, a solution's title, key, glyph, array, the line below a half-drawn board, a faulty square, an empty
# line, and places that are none.
PLACES = [
    *[(4, 2), (7, 3), (7, 4), (13, 2), (12, 3), (10, 2), (10, 9), (17, 2), (22, 8), (28, 0), (32, 3), (3, 0), (4, 99)],
    (999, 0),
]


def at(uri, place):
    line, character = place
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}


def lines(first, last):
    return {"start": {"line": first, "character": 0}, "end": {"line": last, "character": 0}}


OPTIONS = {"tabSize": 4, "insertSpaces": True}
# For each capability what it lets a client ask at a place, and what about the whole document.
AT_PLACES = {
    "hoverProvider": ("textDocument/hover", {}),
    "documentHighlightProvider": ("textDocument/documentHighlight", {}),
    "completionProvider": ("textDocument/completion", {}),
    "documentOnTypeFormattingProvider": ("textDocument/onTypeFormatting", {"ch": "\n", "options": OPTIONS}),
}
OF_DOCUMENT = {
    "documentSymbolProvider": ("textDocument/documentSymbol", {}),
    "foldingRangeProvider": ("textDocument/foldingRange", {}),
    "documentLinkProvider": ("textDocument/documentLink", {}),
    "codeLensProvider": ("textDocument/codeLens", {}),
    "documentFormattingProvider": ("textDocument/formatting", {"options": OPTIONS}),
    "documentRangeFormattingProvider": ("textDocument/rangeFormatting", {"options": OPTIONS, "range": lines(5, 9)}),
    "inlayHintProvider": ("textDocument/inlayHint", {"range": lines(0, 99)}),
    "selectionRangeProvider": (
        "textDocument/selectionRange",
        {"positions": [{"line": line, "character": character} for line, character in PLACES]},
    ),
}
# Those that are asked below, each in its own way.
OTHERS = {
    "codeActionProvider",
    "diagnosticProvider",
    "executeCommandProvider",
    "renameProvider",
    "semanticTokensProvider",
    "workspaceSymbolProvider",
}


def ask_all(client, uri):
    """Asks everything. Returns what was answered, by method: the answers at all places in a list."""
    offered = client.offered
    providers = {name for name, value in offered.items() if name.endswith("Provider") and value}
    unknown = providers - AT_PLACES.keys() - OF_DOCUMENT.keys() - OTHERS
    assert not unknown, f"nobody asks for {unknown}"
    document = {"textDocument": {"uri": uri}}
    answers = {}
    for name, (method, more) in AT_PLACES.items():
        if name in providers:
            answers[method] = [client.call(method, at(uri, place) | more) for place in PLACES]
    for name, (method, more) in OF_DOCUMENT.items():
        if name in providers:
            answers[method] = client.call(method, document | more)
    if "workspaceSymbolProvider" in providers:
        answers["workspace/symbol"] = client.call("workspace/symbol", {"query": "rst"})
    if "semanticTokensProvider" in providers:
        tokens(client, uri, answers)
    if "renameProvider" in providers:
        answers["textDocument/prepareRename"] = client.call("textDocument/prepareRename", at(uri, PLACES[0]))
        answers["textDocument/rename"] = client.call("textDocument/rename", at(uri, PLACES[0]) | {"newName": "Last"})
    if "codeActionProvider" in providers:
        actions(client, uri, answers)
    return answers


def tokens(client, uri, answers):
    document = {"textDocument": {"uri": uri}}
    full = client.call("textDocument/semanticTokens/full", document)
    previous = {"previousResultId": full["resultId"]}
    answers["textDocument/semanticTokens/full"] = full
    answers["textDocument/semanticTokens/full/delta"] = client.call("textDocument/semanticTokens/full/delta", document | previous)
    client.call("textDocument/semanticTokens/full/delta", document | {"previousResultId": "none"})
    answers["textDocument/semanticTokens/range"] = client.call("textDocument/semanticTokens/range", document | {"range": lines(6, 9)})


def actions(client, uri, answers):
    everywhere = {"textDocument": {"uri": uri}, "range": lines(0, 99), "context": {"diagnostics": []}}
    found = client.call("textDocument/codeAction", everywhere)
    answers["textDocument/codeAction"] = found
    chosen = [action for action in found if "edit" not in action and "command" not in action]
    if chosen and client.offered["codeActionProvider"].get("resolveProvider"):
        answers["codeAction/resolve"] = [client.call("codeAction/resolve", action) for action in chosen]
