;;; sok-mode.el --- Sokoban level files -*- lexical-binding: t -*-

;; Package-Requires: ((emacs "28.1") (eglot "1.9"))

;;; Commentary:

;; A major mode for level files, with the server `sok' through eglot.  eglot shows no lenses, so that the verdict is
;; shown in the echo area (`sok-verdict'), and what lenses do is done by commands.

;;; Code:

(require 'eglot)

(defgroup sok nil "Sokoban level files." :group 'languages)

(defcustom sok-program "sok" "The server program." :type 'string)

(defvar sok-font-lock-keywords
  '(("^[ \t]*;.*$" . font-lock-comment-face)
    ("^\\([A-Z][A-Za-z ]*\\):\\(.*\\)$" (1 font-lock-variable-name-face) (2 font-lock-string-face))
    ("^[ \t]*#.*$" (0 font-lock-keyword-face keep))
    ("^Solution.*$" . font-lock-function-name-face)))

;;;###autoload
(define-derived-mode sok-mode text-mode "Sokoban"
  "Major mode for Sokoban level files."
  (setq-local font-lock-defaults '(sok-font-lock-keywords)
              indent-tabs-mode nil
              truncate-lines t
              comment-start "; "))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.\\(sok\\|xsb\\|sokoban\\)\\'" . sok-mode))

(add-to-list 'eglot-server-programs `(sok-mode . ,(lambda (&rest _) (list sok-program "lsp"))))

(defun sok--target (&optional more)
  "The level at point as the server's commands want it, with MORE."
  (append (list :uri (plist-get (eglot--TextDocumentIdentifier) :uri)
                :line (1- (line-number-at-pos)))
          more))

(defun sok--run (command &optional more)
  "Have the server carry out COMMAND for the level at point, with MORE in its argument."
  ;; The server has to know the text that the command is about.
  (eglot--signal-textDocument/didChange)
  (jsonrpc-request (eglot--current-server-or-lose) :workspace/executeCommand
                   (list :command command :arguments (vector (sok--target more)))))

(defun sok-insert-solution ()
  "Insert the known solution of the level at point."
  (interactive)
  (sok--run "sok.insertSolution"))

(defun sok-keep-solving ()
  "Give the level at point more time."
  (interactive)
  (sok--run "sok.keepSolving"))

(defun sok-rewrite (id)
  "Turn, trim or convert the level at point: ID is the action's name."
  (interactive (list (completing-read "Rewrite: " '("rotate-left" "rotate-right" "mirror" "flip" "transpose" "trim" "normalise"))))
  (sok--run "sok.rewrite" (list :id id)))

(defun sok-verdict ()
  "Return the verdict on the level at point, and show it in the echo area."
  (interactive)
  (eglot--signal-textDocument/didChange)
  (let* ((position (eglot--pos-to-lsp-position))
         (board (jsonrpc-request (eglot--current-server-or-lose) :sok/board
                                 (list :textDocument (eglot--TextDocumentIdentifier) :position position)))
         (verdict (plist-get board :verdict)))
    (when (called-interactively-p 'any)
      (message "%s" (if (member verdict '(nil "")) "no verdict yet" verdict)))
    verdict))

(define-key sok-mode-map (kbd "C-c C-s") #'sok-insert-solution)
(define-key sok-mode-map (kbd "C-c C-k") #'sok-keep-solving)
(define-key sok-mode-map (kbd "C-c C-r") #'sok-rewrite)
(define-key sok-mode-map (kbd "C-c C-v") #'sok-verdict)

(provide 'sok-mode)
;;; sok-mode.el ends here
