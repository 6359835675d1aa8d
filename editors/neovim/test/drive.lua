-- Drives Neovim without a screen, as a person would: opens a level, reads the verdict, inserts the solution, undoes it.
local failed = 0
local passed = 0
local function check(name, ok, got)
  if ok then passed = passed + 1 else failed = failed + 1 end
  io.write(('%s - %s%s\n'):format(ok and 'ok' or 'not ok', name, ok and '' or '  got: ' .. vim.inspect(got)))
end
local function wait(name, fits) check(name, vim.wait(30000, fits, 20), 'timed out') end
local function lines(first, last) return vim.api.nvim_buf_get_lines(0, first, last, false) end
local function titles()
  local found = {}
  for _, lens in ipairs(vim.lsp.codelens.get(vim.api.nvim_get_current_buf()) or {}) do table.insert(found, lens.command and lens.command.title or '') end
  return found
end

local ok, trouble = xpcall(function()
  vim.cmd('set nomore noswapfile hidden')
  vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.FILE))
  check('the file type', vim.bo.filetype == 'sokoban', vim.bo.filetype)
  wait('the verdict', function()
    vim.cmd('doautocmd CursorHold')
    return titles()[1] == '1 push · 2 moves'
  end)
  check('two lenses, none of which does nothing', #titles() == 2 and titles()[2] == 'Insert solution', titles())

  vim.api.nvim_win_set_cursor(0, { 3, 0 })
  vim.cmd('Sok sok.insertSolution')
  wait('the solution goes in', function() return lines(6, 9)[2] == 'rR' or lines(7, 9)[2] == 'rR' end)
  vim.cmd('undo')
  check('one undo takes it out', #vim.tbl_filter(function(line) return line == 'rR' end, lines(0, -1)) == 0, lines(0, -1))

  vim.api.nvim_buf_set_text(0, 3, 1, 3, 2, { ' ' })
  wait('a finding', function()
    for _, found in ipairs(vim.diagnostic.get(0)) do
      if found.code == 'missing-player' then return true end
    end
    return false
  end)
  vim.cmd('undo')
  vim.cmd('Sok sok.rewrite mirror')
  wait('a level is mirrored', function() return lines(3, 4)[1] == '#.$ @#' end)
end, debug.traceback)
if not ok then check('no error', false, trouble) end
io.write(('# pass %d\n# fail %d\n'):format(passed, failed))
io.flush()
vim.cmd(failed == 0 and 'qall!' or 'cquit! 1')
