;;; loans.el --- lending -*- lexical-binding: t; -*-

(require 'cl-lib)

(defvar loans-max 2 "How often.")

(defcustom loans-shelf "A"
  "Where."
  :type 'string)

(defun loans-renew (loan days)
  "Renew LOAN by DAYS. (defun fake ())"
  (interactive)
  (let ((add (lambda (x) (+ x days))))
    (funcall add loan)))

(defmacro loans-with (name &rest body)
  `(let ((,name 1)) ,@body))

(defsubst loans-fine (days) (* days 10))

(cl-defun loans-open (&key desk)
  desk)

(cl-defstruct loans-receipt number)

(define-minor-mode loans-mode
  "Lending."
  :lighter " L")

(when (featurep 'ert)
  (ert-deftest loans-test ()
    (should t)))

(provide 'loans)
