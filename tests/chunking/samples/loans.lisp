(defpackage :library (:use :cl))
(in-package :library)

(defparameter *max-renewals* 2)

;; (defun fake () 1)
(defclass loan (item)
  ((due :initarg :due :accessor due)))

(defstruct (receipt (:conc-name rec-))
  number paid)

(define-condition too-often (error) ())

(defgeneric renew (loan days)
  (:documentation "Renews a loan."))

(defmethod renew :before ((loan loan) days)
  (check loan))

(defmethod renew ((loan loan) days)
  (flet ((allowed (limit) (< days limit)))
    (when (allowed 30)
      (incf (due loan) days))))

(defmethod (setf fee) (value (loan loan))
  value)

(defmacro with-loan ((name) &body body)
  `(let ((,name (make-instance 'loan)))
     (defun helper () ,name)
     ,@body))

(let ((count 0))
  (defun next-number ()
    (incf count)))

(deftype shelf () 'string)

(print "start")
