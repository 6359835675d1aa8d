-- Sokoban level files: file types, the server, lenses, and a command for what a lens does. Neovim 0.7 and newer.
if vim.g.loaded_sok then return end
vim.g.loaded_sok = true

local group = vim.api.nvim_create_augroup('sok', {})

-- Not by `vim.filetype.add`, which Neovim 0.7 does not look at by itself.
vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
  group = group,
  pattern = { '*.sok', '*.xsb', '*.sokoban' },
  callback = function() vim.bo.filetype = 'sokoban' end,
})

-- Asks for the lenses of the current buffer. Without a client that is ready, Neovim 0.7 would wait for ever.
local function refresh()
  if vim.bo.filetype ~= 'sokoban' then return end
  local clients = (vim.lsp.get_clients or vim.lsp.get_active_clients)()
  for _, client in pairs(clients) do
    if client.name == 'sok' and client.initialized then return vim.lsp.codelens.refresh() end
  end
end

-- The program: `vim.g.sok_server`, or `sok` from the path. Settings are those of the VS Code extension: `vim.g.sok_settings`.
local function start(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  local config = {
    name = 'sok',
    cmd = { vim.g.sok_server or 'sok', 'lsp' },
    root_dir = file ~= '' and vim.fn.fnamemodify(file, ':p:h') or vim.fn.getcwd(),
    init_options = vim.g.sok_settings or vim.empty_dict(),
    settings = { sok = vim.g.sok_settings or vim.empty_dict() },
    capabilities = vim.lsp.protocol.make_client_capabilities(),
    on_attach = function() vim.schedule(refresh) end,
  }
  if vim.lsp.start then
    vim.lsp.start(config)
    return
  end
  -- Neovim 0.7: one client for all level files.
  for _, client in pairs(vim.lsp.get_active_clients()) do
    if client.name == 'sok' then return vim.lsp.buf_attach_client(buffer, client.id) end
  end
  local id = vim.lsp.start_client(config)
  if id then vim.lsp.buf_attach_client(buffer, id) end
end

vim.api.nvim_create_autocmd('FileType', {
  group = group,
  pattern = 'sokoban',
  callback = function(event)
    -- What harms boards: wrapped lines, and tabs for blanks.
    vim.opt_local.wrap = false
    vim.opt_local.expandtab = true
    start(event.buf)
    vim.api.nvim_create_autocmd({ 'BufEnter', 'CursorHold', 'InsertLeave', 'DiagnosticChanged' }, {
      group = group,
      buffer = event.buf,
      callback = refresh,
    })
  end,
})

-- Has the server do something with the level at the cursor: `:Sok sok.insertSolution`, `:Sok sok.rewrite mirror`.
local function run(arguments)
  local target = {
    uri = vim.uri_from_bufnr(0),
    line = vim.api.nvim_win_get_cursor(0)[1] - 1,
    id = arguments.fargs[2],
  }
  vim.lsp.buf_request(0, 'workspace/executeCommand', { command = arguments.fargs[1], arguments = { target } }, function(refused)
    if refused then vim.notify(refused.message, vim.log.levels.WARN) end
  end)
end

vim.api.nvim_create_user_command('Sok', run, {
  nargs = '+',
  complete = function() return { 'sok.insertSolution', 'sok.keepSolving', 'sok.rewrite' } end,
})
